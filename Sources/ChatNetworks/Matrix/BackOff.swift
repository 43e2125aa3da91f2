/// Waits that double, so that a server that is down is not asked all the time.
struct BackOff: Hashable, Sendable {
    var first = 1.0
    var longest = 60.0
    private(set) var count = 0

    /// Seconds until the next try; `jitter` in 0..<1 spreads those who failed together.
    mutating func next(jitter: Double) -> Double {
        defer { count += 1 }
        return min(longest, first * Double(1 << min(count, 10))) * (0.75 + 0.5 * jitter)
    }

    mutating func succeeded() { count = 0 }
}
