package import Testing

/// Prints how long a test took by itself; what the test runner prints includes the wait for its turn.
package struct TimedTrait: SuiteTrait, TestTrait, TestScoping {
    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let start = ContinuousClock.now
        defer {
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            print("Took \((seconds * 10).rounded() / 10) s: \(test.displayName ?? test.name)")
        }
        try await function()
    }
}

extension Trait where Self == TimedTrait {
    package static var timed: Self { Self() }
}
