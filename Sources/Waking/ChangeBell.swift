internal import Synchronization

/// Wakes the tasks that wait for something to become true.
package final class ChangeBell: Sendable {
    private struct State {
        var last = 0
        var waiting: [Int: AsyncStream<Void>.Continuation] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// Makes everybody who waits look again.
    package func ring() {
        let waiting = state.withLock { Array($0.waiting.values) }
        for bell in waiting { bell.yield() }
    }

    /// Returns when the condition is true.
    ///
    /// It is asked at once and after every ring. Throws `CancellationError` when the task is cancelled before.
    package func wait(until isTrue: @Sendable () async -> Bool) async throws {
        let (rings, bell) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        // Before the condition is asked, so that no ring is missed.
        let number = state.withLock { state in
            state.last += 1
            state.waiting[state.last] = bell
            return state.last
        }
        defer { state.withLock { _ = $0.waiting.removeValue(forKey: number) } }
        var iterator = rings.makeAsyncIterator()
        while await !isTrue() {
            guard await iterator.next() != nil else { throw CancellationError() }
        }
    }
}
