internal import CCurl
internal import Glibc
internal import Parallelism
internal import Synchronization

/// Runs many transfers on one thread with one multi handle.
///
/// Connections, resolved names and TLS sessions are shared within a loop and never between loops. Untrusted URLs and
/// the operator's own servers therefore use two loops. The thread starts with the first transfer and ends with
/// `shutdown`.
final class TransferLoop: Sendable {
    typealias Limits = TransferQueue<TransferJob>.Limits

    /// A request of another thread to the loop's thread.
    enum Message: Sendable {
        case start(TransferJob)
        case cancel(TransferJob.ID)
        case limit(Limits)
    }

    private enum State {
        case idle
        case running(Waker)
        case closed
    }

    private struct Inbox {
        var state = State.idle
        var messages: [Message] = []
        var outstanding = 0
        var limits: Limits
        var maximumOutstanding: Int
    }

    private let inbox: Mutex<Inbox>

    init(limits: Limits, maximumOutstanding: Int) {
        inbox = Mutex(Inbox(limits: limits, maximumOutstanding: maximumOutstanding))
    }

    func submit(_ job: TransferJob) {
        let refusal: HTTPClientError? = inbox.withLock { inbox in
            if case .closed = inbox.state { return .shutDown }
            guard inbox.outstanding < inbox.maximumOutstanding else { return .overloaded }
            if case .idle = inbox.state {
                switch startThread(inbox.limits) {
                case .success(let waker): inbox.state = .running(waker)
                case .failure(let error): return error
                }
            }
            inbox.outstanding += 1
            post(.start(job), in: &inbox)
            return nil
        }
        if let refusal {
            job.reject(refusal)
        }
    }

    /// Ends a waiting or running transfer.
    ///
    /// An unknown id is ignored.
    func cancel(_ id: TransferJob.ID) {
        inbox.withLock { post(.cancel(id), in: &$0) }
    }

    func apply(_ limits: Limits, maximumOutstanding: Int) {
        inbox.withLock { inbox in
            inbox.limits = limits
            inbox.maximumOutstanding = maximumOutstanding
            post(.limit(limits), in: &inbox)
        }
    }

    /// Fails all transfers with `shutDown` and ends the thread.
    func shutdown() {
        inbox.withLock { inbox in
            if case .running(let waker) = inbox.state {
                waker.wake()
            }
            inbox.state = .closed
        }
    }

    private func post(_ message: Message, in inbox: inout Inbox) {
        // Without a thread there is nothing to cancel, and the thread reads the limits when it starts.
        guard case .running(let waker) = inbox.state else { return }
        inbox.messages.append(message)
        // If there were messages already, the thread has been woken.
        if inbox.messages.count == 1 {
            waker.wake()
        }
    }

    /// The pending messages; nil if the thread must end.
    private func takeMessages() -> [Message]? {
        inbox.withLock { inbox in
            if case .closed = inbox.state { return nil }
            defer { inbox.messages = [] }
            return inbox.messages
        }
    }

    /// Messages that arrived but were not handled before the end.
    private func takeLastMessages() -> [Message] {
        inbox.withLock { inbox in
            defer { inbox.messages = [] }
            return inbox.messages
        }
    }

    private func startThread(_ limits: Limits) -> Result<Waker, HTTPClientError> {
        guard CurlLibrary.isReady else { return .failure(.libraryFailure(reason: "curl_global_init")) }
        do throws(HTTPClientError) {
            let multi = Handover(value: try MultiHandle())
            let waker = multi.value.waker
            let started = WorkThread.start(named: "crier-curl") { [self] in
                run(TransferRunner(multi: multi.value, limits: limits))
            }
            return started ? .success(waker) : .failure(.libraryFailure(reason: "no thread"))
        } catch {
            return .failure(error)
        }
    }

    /// Passes the handle to the one thread that uses it.
    private struct Handover: @unchecked Sendable {
        let value: MultiHandle
    }

    private func run(_ runner: TransferRunner) {
        while let messages = takeMessages() {
            runner.handle(messages)
            runner.perform()
            let answered = runner.takeAnswered()
            if answered > 0 {
                inbox.withLock { $0.outstanding -= answered }
            }
            runner.wait()
        }
        runner.handle(takeLastMessages())
        runner.failAll(.shutDown)
    }
}
