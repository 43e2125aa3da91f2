import Testing

/// Prints how long a test took by itself; what the test runner prints includes the wait for its turn.
struct TimedTrait: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
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
    static var timed: Self { Self() }
}
