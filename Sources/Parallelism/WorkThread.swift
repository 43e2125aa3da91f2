internal import Glibc
internal import Synchronization

/// An operating system thread for blocking or long work, so that it does not block Swift's cooperative threads.
package enum WorkThread {
    /// Runs the body on a new thread with all signals blocked.
    ///
    /// Returns false if no thread can be created.
    ///
    /// `name` is shown by `top -H`; at most fifteen bytes. A thread with a high `niceValue` gets little of a
    /// processor while other threads need it: 0 is usual, 19 the most (setpriority(2)).
    package static func start(
        named name: String,
        niceValue: Int32 = 0,
        _ body: @escaping @Sendable () -> Void
    ) -> Bool {
        let context = Unmanaged.passRetained(Body(name: name, niceValue: niceValue, run: body))
        var thread = pthread_t()
        let code = pthread_create(
            &thread,
            nil,
            { context in
                guard let context else { return nil }
                let body = Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
                WorkThread.nameThisThread(body.name)
                // On Linux this is the calling thread alone.
                if body.niceValue > 0 {
                    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, body.niceValue)
                }
                // With NOSIGNAL libcurl does not block SIGPIPE, and OpenSSL writes without MSG_NOSIGNAL.
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

    /// Written to /proc, because Swift cannot call the C functions for it.
    private static func nameThisThread(_ name: String) {
        guard let file = fopen("/proc/thread-self/comm", "w") else { return }
        _ = name.withCString { fwrite($0, 1, strlen($0), file) }
        fclose(file)
    }

    private final class Body: Sendable {
        let name: String
        let niceValue: Int32
        let run: @Sendable () -> Void

        init(name: String, niceValue: Int32, run: @escaping @Sendable () -> Void) {
            self.name = name
            self.niceValue = niceValue
            self.run = run
        }
    }
}

/// Asks work on another thread to stop.
///
/// The work checks the flag regularly.
package final class StopFlag: Sendable {
    private let flag = Atomic<Bool>(false)
    private let also: StopFlag?

    /// - `also`: another flag that stops this work too, such as the flag of the whole client.
    package init(also: StopFlag? = nil) {
        self.also = also
    }

    package var isSet: Bool { flag.load(ordering: .relaxed) || also?.isSet == true }

    package func set() { flag.store(true, ordering: .relaxed) }
}
