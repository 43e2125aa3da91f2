import Foundation
import NewsModel
import Synchronization
import TestSupport
import Testing
import Waking

@Suite(.timed) struct ChangeBellTests {
    private final class Value: Sendable {
        private let state = Mutex((number: 0, asked: 0))

        var asked: Int { state.withLock { $0.asked } }

        func set(_ number: Int) { state.withLock { $0.number = number } }

        func isAtLeast(_ least: Int) -> Bool {
            state.withLock { state in
                state.asked += 1
                return state.number >= least
            }
        }
    }

    @Test func `all who wait are woken, and only those go on whose condition is true`() async throws {
        let bell = ChangeBell()
        let value = Value()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for least in 1...3 {
                group.addTask {
                    try await bell.wait { value.isAtLeast(least) }
                    return least
                }
            }
            try await waitUntil("all wait") { value.asked >= 3 }
            for least in 1...3 {
                value.set(least)
                bell.ring()
                let woken = try await group.next()
                #expect(woken == least)
            }
        }
    }

    @Test func `what is true already is not waited for`() async throws {
        try await ChangeBell().wait { true }
    }

    @Test func `a wait ends with its task`() async throws {
        let bell = ChangeBell()
        let value = Value()
        let isCancelled = await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await bell.wait { value.isAtLeast(1) } }
            group.cancelAll()
            do {
                try await group.waitForAll()
                return false
            } catch {
                return error is CancellationError
            }
        }
        #expect(isCancelled)
    }
}
