internal import Parallelism
internal import Synchronization

/// Runs blocking submissions on separate threads, at most four at once.
final class BlockingWork: Sendable {
    private typealias Job = @Sendable () -> Void

    private struct State {
        var running = 0
        var waiting: [(id: Int, job: Job)] = []
        var nextID = 0
    }

    private let state = Mutex(State())
    private let closing = StopFlag()

    /// Returns the outcome of `work`, which must check the stop flag regularly.
    func run(_ work: @escaping @Sendable (StopFlag) -> MailSubmissionOutcome) async -> MailSubmissionOutcome {
        let stop = StopFlag(also: closing)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isTaken = enqueue { continuation.resume(returning: work(stop)) }
                if !isTaken { continuation.resume(returning: .unavailable(reason: "no thread")) }
            }
        } onCancel: {
            stop.set()
        }
    }

    func shutdown() { closing.set() }

    /// False if no thread could be started and the job will not run.
    private func enqueue(_ job: @escaping Job) -> Bool {
        let (id, mustStart) = state.withLock { state in
            state.nextID += 1
            state.waiting.append((state.nextID, job))
            let mustStart = state.running < 4
            state.running += mustStart ? 1 : 0
            return (state.nextID, mustStart)
        }
        guard mustStart else { return true }
        let hasStarted = WorkThread.start(named: "crier-mail") { [self] in
            while let job = next() {
                job()
            }
        }
        return hasStarted || !removeWaiting(id)
    }

    private func next() -> Job? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.running -= 1
                return nil
            }
            return state.waiting.removeFirst().job
        }
    }

    /// Removes a waiting job.
    ///
    /// False if another thread has already taken it.
    private func removeWaiting(_ id: Int) -> Bool {
        state.withLock { state in
            state.running -= 1
            guard let place = state.waiting.firstIndex(where: { $0.id == id }) else { return false }
            state.waiting.remove(at: place)
            return true
        }
    }
}
