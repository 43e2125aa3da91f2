internal import NewsModel
internal import Synchronization

/// Lets so many people's commands ask sites at the same time; of those who wait, who was let in the longest ago comes first.
final class FetchPlaces: Sendable {
    private struct Waiter {
        var id: Int
        var share: String
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var free: Int
        var next = 0
        /// In the order they came.
        var waiting: [Waiter] = []
        /// When each was let in last, as a number that grows.
        var servedAt = BoundedMap<String, Int>(limit: 5_000)
    }

    private let state: Mutex<State>
    private let mostWaiting: Int

    init(_ rates: CommandOptions.Rates) {
        state = Mutex(State(free: max(1, rates.fetchesAtOnce)))
        // The other half of those who are answered is for commands that ask nobody.
        mostWaiting = max(1, rates.atOnce / 2 - rates.fetchesAtOnce)
    }

    /// Waits for a place, which `give` must follow; false without one when too many wait.
    ///
    /// Throws `CancellationError`.
    func take(for share: String) async throws -> Bool {
        let id: Int? = state.withLock { state in
            guard state.free > 0 || state.waiting.count < mostWaiting else { return nil }
            state.next += 1
            return state.next
        }
        guard let id else { return false }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome: Result<Void, any Error>? = state.withLock { state in
                    // Asked under the lock: a cancellation after it finds the waiting one.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    guard state.free == 0 else {
                        state.free -= 1
                        state.servedAt[share] = id
                        return .success(())
                    }
                    state.waiting.append(Waiter(id: id, share: share, continuation: continuation))
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let cancelled = state.withLock { state in
                state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0).continuation }
            }
            cancelled?.resume(throwing: CancellationError())
        }
        return true
    }

    func give() {
        let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            let (waiting, served) = (state.waiting, state.servedAt)
            let first = waiting.indices.min {
                (served[waiting[$0].share] ?? 0) < (served[waiting[$1].share] ?? 0)
            }
            guard let first else {
                state.free += 1
                return nil
            }
            let waiter = state.waiting.remove(at: first)
            state.next += 1
            state.servedAt[waiter.share] = state.next
            return waiter.continuation
        }
        next?.resume()
    }
}
