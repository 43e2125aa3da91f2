internal import Parallelism
internal import Synchronization

/// Why the reading of a document brought nothing.
package enum ParsingGivenUp: Error, Equatable, Sendable {
    /// It took longer than a document may.
    case tooLong
    /// Too many documents wait already, or there was no thread.
    case busy
    /// Who waited for it waits no longer.
    case cancelled
}

/// Reads strangers' documents on a few threads of their own, and gives up those that take too long.
///
/// Documents wait in line for a thread, those of cheap hosts first; the time of one counts from its turn.
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

    /// Documents that wait for a thread; more are refused.
    static let mostWaiting = 200

    private let state: Mutex<State>
    private let uptime: @Sendable () -> Double
    private let patience: @Sendable (_ seconds: Double) async -> Void

    /// `uptime` gives the seconds since some moment; `patience` returns after that many, or when its task is cancelled.
    package init(
        threads: Int,
        seconds: Double,
        uptime: @escaping @Sendable () -> Double,
        patience: @escaping @Sendable (_ seconds: Double) async -> Void
    ) {
        state = Mutex(State(threads: max(1, threads), seconds: seconds))
        self.uptime = uptime
        self.patience = patience
    }

    /// Documents that wait for a thread.
    var waitingCount: Int { state.withLock { $0.line.count } }

    /// How many threads there are, and how many seconds each document has.
    package func apply(threads: Int, seconds: Double) {
        state.withLock {
            $0.threads = max(1, threads)
            $0.seconds = seconds
        }
    }

    /// What `work` gives for a document of that host (or of whoever sent it), done on one of the threads.
    ///
    /// After the time of a document, or when the caller's task is cancelled, this throws at once, and the work ends soon.
    package func run<Value: Sendable>(
        from host: String,
        _ work: @escaping @Sendable () -> Value
    ) async throws(ParsingGivenUp) -> Value {
        let effort = ParseEffort()
        let outcome = Outcome<Value>()
        let (turns, turn) = AsyncStream.makeStream(of: Double.self)
        let job = Job {
            [self] in
            turn.yield(state.withLock { $0.seconds })
            turn.finish()
            guard !effort.isGivenUp else { return }
            let start = uptime()
            let value = ParseEffort.$current.withValue(effort, operation: work)
            let seconds = uptime() - start
            state.withLock { $0.line.remember(seconds, of: host) }
            outcome.settle(.success(value))
        } refuse: {
            outcome.settle(.failure(.busy))
        }
        let id = take(job, from: host)
        let patience = patience
        let result = await withTaskGroup(of: Result<Value, ParsingGivenUp>.self) { group in
            group.addTask { await outcome.value() }
            group.addTask {
                for await seconds in turns { await patience(seconds) }
                return .failure(Task.isCancelled ? .cancelled : .tooLong)
            }
            let first = await group.next()
            effort.giveUp()
            group.cancelAll()
            return first ?? .failure(.cancelled)
        }
        // What nobody waits for needs no place.
        state.withLock { _ = $0.line.remove(id) }
        return try result.get()
    }

    /// Puts the job in line, and refuses whom there is no room for.
    private func take(_ job: Job, from host: String) -> Int {
        let (id, refused, mustStart) = state.withLock { state -> (Int, Job?, Bool) in
            let (id, refused) = state.line.add(job, from: host)
            let mustStart = state.running < state.threads
            state.running += mustStart ? 1 : 0
            return (id, refused, mustStart)
        }
        refused?.refuse()
        guard mustStart else { return id }
        let hasStarted = WorkThread.start(named: "crier-parse") { [self] in
            var last: String?
            while let (host, job) = nextJob(after: last) {
                job.run()
                last = host
            }
        }
        if !hasStarted { takeBack(id)?.refuse() }
        return id
    }

    /// The job, if it was still waiting; another thread may have taken it.
    private func takeBack(_ id: Int) -> Job? {
        state.withLock { state in
            state.running -= 1
            return state.line.remove(id)
        }
    }

    /// Nil when there is nothing to do, or there are more threads than there shall be: this one ends.
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

/// The result of a job, which is there once: what comes later counts no more.
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

    /// To be asked once.
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
