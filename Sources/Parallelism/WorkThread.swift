internal import Glibc

/// A thread of our own, for what waits on sockets or computes for long: it keeps no task of Swift's waiting.
package enum WorkThread {
    /// Runs the body on a new thread that receives no signals; false when there is none to be had.
    ///
    /// `name` is what `top -H` shows, fifteen bytes at most.
    package static func start(named name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
        let context = Unmanaged.passRetained(Body(name: name, run: body))
        var thread = pthread_t()
        let code = pthread_create(
            &thread,
            nil,
            { context in
                guard let context else { return nil }
                let body = Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
                WorkThread.nameThisThread(body.name)
                // With NOSIGNAL libcurl leaves SIGPIPE to us, and OpenSSL writes without MSG_NOSIGNAL.
                var all = sigset_t()
                sigfillset(&all)
                pthread_sigmask(SIG_BLOCK, &all, nil)
                body.run()
                return nil
            },
            context.toOpaque()
        )
        guard code == 0 else {
            context.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    /// By its file, because C's functions for it are hidden from Swift.
    private static func nameThisThread(_ name: String) {
        guard let file = fopen("/proc/thread-self/comm", "w") else { return }
        _ = name.withCString { fwrite($0, 1, strlen($0), file) }
        fclose(file)
    }

    private final class Body: Sendable {
        let name: String
        let run: @Sendable () -> Void

        init(name: String, run: @escaping @Sendable () -> Void) {
            self.name = name
            self.run = run
        }
    }
}
