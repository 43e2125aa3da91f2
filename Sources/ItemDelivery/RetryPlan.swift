package import Foundation

/// When to try again after an attempt that did not succeed.
package struct RetryPlan: Hashable, Sendable {
    /// Seconds after the first failure.
    package var first: TimeInterval
    /// Seconds, however many attempts failed.
    package var longest: TimeInterval

    package init(first: TimeInterval = 5, longest: TimeInterval = 300) {
        self.first = first
        self.longest = longest
    }

    /// Doubles with every attempt; `jitter` in 0..<1 spreads lanes that failed together over half of the wait.
    ///
    /// A time the server asked for is kept, up to a day.
    package func nextAttempt(after attempts: Int, at now: Date, retryAt: Date? = nil, jitter: Double) -> Date {
        let doublings = min(max(attempts - 1, 0), 30)
        let wait = min(longest, first * Double(1 << doublings))
        let own = now.addingTimeInterval(max(1, wait * (0.75 + 0.5 * jitter)))
        guard let retryAt else { return own }
        return min(max(retryAt, now.addingTimeInterval(1)), now.addingTimeInterval(86400))
    }
}
