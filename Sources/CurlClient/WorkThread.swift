internal import CCurl
internal import Glibc

/// A thread of our own, for what waits on sockets.
enum WorkThread {
    /// Runs the body on a new thread that receives no signals.
    static func start(named name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
        let context = Unmanaged.passRetained(Body(name: name, run: body))
        var thread = pthread_t()
        let code = pthread_create(
            &thread,
            nil,
            { context in
                guard let context else { return nil }
                let body = Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
                ccurl_name_this_thread(body.name)
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

    private final class Body: Sendable {
        let name: String
        let run: @Sendable () -> Void

        init(name: String, run: @escaping @Sendable () -> Void) {
            self.name = name
            self.run = run
        }
    }
}
