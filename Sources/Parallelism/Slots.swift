internal import Synchronization

/// Lets a number of callers in at a time; of those who wait, whoever was let in the longest ago comes first.
///
/// Callers who do not say for whom they come are let in by order.
package final class Slots: Sendable {
    private struct Waiter {
        var id: Int
        var share: String
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var count: Int
        var taken = 0
        /// Of callers and turns.
        var number = 0
        /// In the order they came.
        var waiting: [Waiter] = []
        /// The last turn of each share; turns long ago are forgotten.
        var turns: [String: Int] = [:]

        mutating func letIn(_ share: String) {
            taken += 1
            guard !share.isEmpty else { return }
            number += 1
            turns[share] = number
            if turns.count > Slots.mostShares { turns = turns.filter { $0.value > number - Slots.mostShares / 2 } }
        }

        /// Those whose turn it is, as far as there are slots.
        mutating func next() -> [CheckedContinuation<Void, any Error>] {
            var next: [CheckedContinuation<Void, any Error>] = []
            while taken < count, let first = waiting.indices.min(by: isEarlier) {
                let waiter = waiting.remove(at: first)
                letIn(waiter.share)
                next.append(waiter.continuation)
            }
            return next
        }

        private func isEarlier(_ one: Int, _ other: Int) -> Bool {
            turns[waiting[one].share] ?? 0 < turns[waiting[other].share] ?? 0
        }
    }

    private static let mostShares = 5_000

    private let state: Mutex<State>

    package init(_ count: Int = 1) { state = Mutex(State(count: max(1, count))) }

    /// How many wait now.
    package var waiting: Int { state.withLock { $0.waiting.count } }

    /// Changes how many are let in at a time; whoever is in stays.
    package func setCount(_ count: Int) {
        let next = state.withLock { state in
            state.count = max(1, count)
            return state.next()
        }
        for waiter in next { waiter.resume() }
    }

    /// Waits for a slot, which `give` must follow; throws `CancellationError` without one.
    package func take() async throws { _ = try await take(for: "", mostWaiting: .max) }

    /// The same for somebody; false without a slot when so many wait already.
    package func take(for share: String, mostWaiting: Int) async throws -> Bool {
        let id: Int? = state.withLock { state in
            guard state.taken < state.count || state.waiting.count < mostWaiting else { return nil }
            state.number += 1
            return state.number
        }
        guard let id else { return false }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome: Result<Void, any Error>? = state.withLock { state in
                    // Asked under the lock: a cancellation after it finds the waiting one.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    guard state.taken >= state.count else {
                        state.letIn(share)
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

    package func give() {
        let next = state.withLock { state in
            state.taken -= 1
            return state.next()
        }
        for waiter in next { waiter.resume() }
    }
}
