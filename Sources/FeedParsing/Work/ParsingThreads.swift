internal import Parallelism
internal import Synchronization

/// Why a document was not parsed.
package enum ParsingGivenUp: Error, Equatable, Sendable {
    /// It took longer than allowed.
    case tooLong
    /// Too many documents wait already, or no thread could be started.
    case busy
    /// The caller's task was cancelled.
    case cancelled
}

/// Parses untrusted documents on a few threads of its own, and abandons those that take too long.
///
/// Documents wait in a queue; those of cheap hosts come first. The time limit of a document begins with its turn.
package final class ParsingThreads: Sendable {
    private struct Job {
        let run: @Sendable () -> Void
        let refuse: @Sendable () -> Void
    }

    private struct State {
        var threads: Int
        var seconds: Double
        var running = 0
        var line = ParsingLine<Job>(capacity: ParsingThreads.mostWaiting)
    }

    /// The most documents that may wait for a thread; more are refused.
    static let mostWaiting = 200

    private let state: Mutex<State>
    private let uptime: @Sendable () -> Double
    private let sleep: @Sendable (_ seconds: Double) async -> Void

    /// `uptime` returns a time in seconds; `sleep` waits for so many seconds, or until its task is cancelled.
    package init(
        threads: Int,
        seconds: Double,
        uptime: @escaping @Sendable () -> Double,
        sleep: @escaping @Sendable (_ seconds: Double) async -> Void
    ) {
        state = Mutex(State(threads: max(1, threads), seconds: seconds))
        self.uptime = uptime
        self.sleep = sleep
    }

    /// Documents that wait for a thread.
    var waitingCount: Int { state.withLock { $0.line.count } }

    /// Sets the number of threads and the seconds that each document may take.
    package func apply(threads: Int, seconds: Double) {
        state.withLock {
            $0.threads = max(1, threads)
            $0.seconds = seconds
        }
    }

    /// Runs `work` on one of the threads; `host` is the host (or the sender) that the document came from.
    ///
    /// Throws as soon as the time limit is exceeded or the caller's task is cancelled. The work then ends soon, too.
    package func run<Value: Sendable>(
        from host: String,
        _ work: @escaping @Sendable () -> Value
    ) async throws(ParsingGivenUp) -> Value {
        let cancellation = ParseCancellation()
        let outcome = Outcome<Value>()
        let (turns, turn) = AsyncStream.makeStream(of: Double.self)
        let job = Job {
            [self] in
            turn.yield(state.withLock { $0.seconds })
            turn.finish()
            guard !cancellation.isCancelled else { return }
            let start = uptime()
            let value = ParseCancellation.$current.withValue(cancellation, operation: work)
            let seconds = uptime() - start
            state.withLock { $0.line.remember(seconds, of: host) }
            outcome.settle(.success(value))
        } refuse: {
            outcome.settle(.failure(.busy))
        }
        let id = enqueue(job, from: host)
        let sleep = sleep
        // No race against one deadline, because the time counts only while the job runs.
        let result = await withTaskGroup(of: Result<Value, ParsingGivenUp>.self) { group in
            group.addTask { await outcome.value() }
            group.addTask {
                for await seconds in turns { await sleep(seconds) }
                return .failure(Task.isCancelled ? .cancelled : .tooLong)
            }
            let first = await group.next()
            cancellation.cancel()
            group.cancelAll()
            return first ?? .failure(.cancelled)
        }
        // Removes the job if it still waits.
        state.withLock { _ = $0.line.remove(id) }
        return try result.get()
    }

    /// Queues the job, and refuses one if the queue is full.
    private func enqueue(_ job: Job, from host: String) -> Int {
        let (id, refused, mustStart) = state.withLock { state -> (Int, Job?, Bool) in
            let (id, refused) = state.line.add(job, from: host)
            let mustStart = state.running < state.threads
            state.running += mustStart ? 1 : 0
            return (id, refused, mustStart)
        }
        refused?.refuse()
        guard mustStart else { return id }
        // News that is parsed already is stored and sent before more is parsed.
        let hasStarted = WorkThread.start(named: "crier-parse", niceValue: 5) { [self] in
            var last: String?
            while let (host, job) = nextJob(after: last) {
                job.run()
                last = host
            }
        }
        if !hasStarted { withdraw(id)?.refuse() }
        return id
    }

    /// Removes the job if it still waits; another thread may have started it.
    private func withdraw(_ id: Int) -> Job? {
        state.withLock { state in
            state.running -= 1
            return state.line.remove(id)
        }
    }

    /// Nil ends the calling thread: there is no work, or there are more threads than configured.
    private func nextJob(after host: String?) -> (host: String, job: Job)? {
        state.withLock { state in
            if let host { state.line.end(host) }
            guard state.running <= state.threads, let (host, job) = state.line.next() else {
                state.running -= 1
                return nil
            }
            return (host, job)
        }
    }
}

/// The result of a job; only the first result counts.
private final class Outcome<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Result<Value, ParsingGivenUp>, Never>)
        case settled(Result<Value, ParsingGivenUp>)
    }

    private let state = Mutex(State.open)

    func settle(_ result: Result<Value, ParsingGivenUp>) {
        let waiter = state.withLock { state -> CheckedContinuation<Result<Value, ParsingGivenUp>, Never>? in
            switch state {
            case .open:
                state = .settled(result)
                return nil
            case .awaited(let waiter):
                state = .settled(result)
                return waiter
            case .settled: return nil
            }
        }
        waiter?.resume(returning: result)
    }

    /// May be called only once.
    func value() async -> Result<Value, ParsingGivenUp> {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let result = state.withLock { state -> Result<Value, ParsingGivenUp>? in
                    if case .settled(let result) = state { return result }
                    state = .awaited(continuation)
                    return nil
                }
                if let result { continuation.resume(returning: result) }
            }
        } onCancel: {
            settle(.failure(.cancelled))
        }
    }
}

/// A flag that cancels the work on one document.
///
/// Every parser checks it often. After `cancel` the parser ends soon, and its result must not be used.
final class ParseCancellation: Sendable {
    /// The flag of the current thread; nil where the work cannot be cancelled.
    @TaskLocal static var current: ParseCancellation?

    private let hasEnded = Atomic(false)

    var isCancelled: Bool { hasEnded.load(ordering: .relaxed) }

    func cancel() { hasEnded.store(true, ordering: .relaxed) }
}
