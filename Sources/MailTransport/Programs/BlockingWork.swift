internal import Parallelism
internal import Synchronization

/// Hands mail over where that blocks, at most four at once, each on a thread of its own.
final class BlockingWork: Sendable {
    private typealias Job = @Sendable () -> Void

    private struct State {
        var running = 0
        var waiting: [(id: Int, job: Job)] = []
        var nextID = 0
    }

    private let state = Mutex(State())
    private let closing = StopFlag()

    /// Gives the outcome of `work`, which looks at the stop sign now and then.
    func run(_ work: @escaping @Sendable (StopFlag) -> MailSubmissionOutcome) async -> MailSubmissionOutcome {
        let stop = StopFlag(also: closing)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isTaken = take { continuation.resume(returning: work(stop)) }
                if !isTaken { continuation.resume(returning: .unavailable(reason: "no thread")) }
            }
        } onCancel: {
            stop.set()
        }
    }

    func shutdown() { closing.set() }

    /// False when no thread could be had and the job will not be done.
    private func take(_ job: @escaping Job) -> Bool {
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
        return hasStarted || !takeBack(id)
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

    /// Whether the job was still waiting; another thread may have taken it.
    private func takeBack(_ id: Int) -> Bool {
        state.withLock { state in
            state.running -= 1
            guard let place = state.waiting.firstIndex(where: { $0.id == id }) else { return false }
            state.waiting.remove(at: place)
            return true
        }
    }
}
