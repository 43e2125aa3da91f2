/// Waiting times that double after every failure, so that a server that is down is not asked too often.
package struct BackOff: Hashable, Sendable {
    /// Seconds after the first failure.
    package let first: Double
    /// The longest wait in seconds.
    package let longest: Double
    /// Failures since the last success.
    package private(set) var count = 0

    package init(first: Double = 1, longest: Double = 60) {
        self.first = first
        self.longest = longest
    }

    /// Seconds to wait after this many failures in a row, without jitter.
    ///
    /// Each wait is `factor` times as long as the one before.
    package func wait(after failures: Int, factor: Double = 2) -> Double {
        var wait = first
        for _ in 0..<min(max(failures - 1, 0), 30) where wait < longest { wait *= factor }
        return min(longest, wait)
    }

    /// Counts a failure and returns the seconds until the next attempt.
    ///
    /// `jitter` in 0..<1 varies the wait by a quarter up or down, so that clients that failed together do not retry
    /// together.
    package mutating func next(jitter: Double) -> Double {
        count += 1
        return wait(after: count) * Self.spread(jitter)
    }

    package mutating func succeeded() { count = 0 }

    /// A factor from 0.75 to 1.25.
    package static func spread(_ jitter: Double) -> Double { 0.75 + 0.5 * jitter }
}
