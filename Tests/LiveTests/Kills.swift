import Foundation

/// How often, and when, the tests of loss kill the bot.
enum Kills {
    /// All of them together: few for each push, thousands by `make soak`.
    private static let all = max(60, ProcessInfo.processInfo.environment["CRIER_KILLS"].flatMap { Int($0) } ?? 60)

    /// One test's share; the shares of all tests are 60 sixtieths.
    static func share(_ sixtieths: Int) -> Int { all * sixtieths / 60 }

    /// Waits for a random moment within so many milliseconds from now.
    static func moment(within milliseconds: ClosedRange<Int>) async throws {
        try await Task.sleep(for: .milliseconds(Int.random(in: milliseconds)))
    }
}
