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
/// Documents wait in line for a thread; the time of one counts from its turn.
package final class ParsingThreads: Sendable {
    private typealias Job = @Sendable () -> Void

    private struct State {
        var threads: Int
        var seconds: Double
        var running = 0
        var waiting: [(id: Int, job: Job)] = []
        var nextID = 0
    }

    /// Documents that wait for a thread; more are refused.
    private static let mostWaiting = 200

    private let state: Mutex<State>
    private let patience: @Sendable (_ seconds: Double) async -> Void

    /// `patience` returns after that many seconds, or when its task is cancelled.
    package init(threads: Int, seconds: Double, patience: @escaping @Sendable (_ seconds: Double) async -> Void) {
        state = Mutex(State(threads: max(1, threads), seconds: seconds))
        self.patience = patience
    }

    /// How many threads there are, and how many seconds each document has.
    package func apply(threads: Int, seconds: Double) {
        state.withLock {
            $0.threads = max(1, threads)
            $0.seconds = seconds
        }
    }

    /// What `work` gives, done on one of the threads.
    ///
    /// After the time of a document, or when the caller's task is cancelled, this throws at once, and the work ends soon.
    package func run<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value
    ) async throws(ParsingGivenUp) -> Value {
        let effort = ParseEffort()
        let outcome = Outcome<Value>()
        let (turns, turn) = AsyncStream.makeStream(of: Double.self)
        let isTaken = take { [self] in
            turn.yield(state.withLock { $0.seconds })
            turn.finish()
            guard !effort.isGivenUp else { return }
            outcome.settle(.success(ParseEffort.$current.withValue(effort, operation: work)))
        }
        guard isTaken else { throw .busy }
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
        return try result.get()
    }

    /// False when the job will not be done.
    private func take(_ job: @escaping Job) -> Bool {
        let (id, mustStart) = state.withLock { state -> (Int?, Bool) in
            guard state.waiting.count < Self.mostWaiting else { return (nil, false) }
            state.nextID += 1
            state.waiting.append((state.nextID, job))
            let mustStart = state.running < state.threads
            state.running += mustStart ? 1 : 0
            return (state.nextID, mustStart)
        }
        guard let id else { return false }
        guard mustStart else { return true }
        let hasStarted = ParsingThread.start { [self] in
            while let job = nextJob() { job() }
        }
        return hasStarted || !takeBack(id)
    }

    /// Whether the job was still waiting; another thread may have taken it.
    private func takeBack(_ id: Int) -> Bool {
        state.withLock { state in
            state.running -= 1
            guard let place = state.waiting.firstIndex(where: { $0.id == id }) else { return false }
            state.waiting.remove(at: place)
            return true
        }
    }

    /// Nil when there is nothing to do, or there are more threads than there shall be: this one ends.
    private func nextJob() -> Job? {
        state.withLock { state in
            guard !state.waiting.isEmpty, state.running <= state.threads else {
                state.running -= 1
                return nil
            }
            return state.waiting.removeFirst().job
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
