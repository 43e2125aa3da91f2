package import Foundation
internal import TimeArithmetic

/// Computes the next attempt after one that did not succeed.
package struct RetryPlan: Hashable, Sendable {
    /// The wait in seconds after the first failure.
    package var first: TimeInterval
    /// The longest wait in seconds.
    package var longest: TimeInterval

    package init(first: TimeInterval = 5, longest: TimeInterval = 300) {
        self.first = first
        self.longest = longest
    }

    /// The wait doubles with every attempt; `jitter` in 0..<1 spreads lanes that failed together over half of the wait.
    ///
    /// A time that the server asked for is used instead, at most a day from now.
    package func nextAttempt(after attempts: Int, at now: Date, retryAt: Date? = nil, jitter: Double) -> Date {
        let wait = BackOff(first: first, longest: longest).wait(after: attempts)
        let own = now.addingTimeInterval(max(1, wait * BackOff.spread(jitter)))
        guard let retryAt else { return own }
        return min(max(retryAt, now.addingTimeInterval(1)), now.addingTimeInterval(86400))
    }
}
