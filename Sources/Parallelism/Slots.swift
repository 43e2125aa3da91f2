internal import Synchronization

/// Limits how many callers run at the same time: a fair semaphore.
///
/// Each caller may name a share, such as the person it works for. Among those who wait, the share whose last turn is
/// the oldest comes first. Callers without a share are served in order of arrival.
package final class Slots: Sendable {
    private struct Waiter {
        var id: Int
        var share: String
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var count: Int
        var taken = 0
        /// Numbers callers and turns.
        var number = 0
        /// In order of arrival.
        var waiting: [Waiter] = []
        /// The number of each share's last turn.
        ///
        /// Turns of long ago are dropped.
        var turns: [String: Int] = [:]

        mutating func letIn(_ share: String) {
            taken += 1
            guard !share.isEmpty else { return }
            number += 1
            turns[share] = number
            if turns.count > Slots.mostShares { turns = turns.filter { $0.value > number - Slots.mostShares / 2 } }
        }

        /// Removes from the queue everyone for whom a slot is free, and returns their continuations.
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

    /// The number of callers that wait now.
    package var waiting: Int { state.withLock { $0.waiting.count } }

    /// Changes the number of slots.
    ///
    /// Callers that already hold a slot keep it.
    package func setCount(_ count: Int) {
        let next = state.withLock { state in
            state.count = max(1, count)
            return state.next()
        }
        for waiter in next { waiter.resume() }
    }

    /// Waits for a slot, which the caller must return with `give`.
    ///
    /// Throws `CancellationError` without taking a slot.
    package func take() async throws { _ = try await take(for: "", mostWaiting: .max) }

    /// Waits for a slot on behalf of `share`.
    ///
    /// Returns false, without a slot, if `mostWaiting` callers wait already.
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
                    // Checked under the lock, so that a later cancellation finds the waiter in the queue.
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

    /// Takes a slot if one is free; false without waiting.
    package func takeIfFree(for share: String) -> Bool {
        state.withLock { state in
            guard state.taken < state.count else { return false }
            state.letIn(share)
            return true
        }
    }

    package func give() {
        let next = state.withLock { state in
            state.taken -= 1
            return state.next()
        }
        for waiter in next { waiter.resume() }
    }
}
