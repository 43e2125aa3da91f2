internal import Foundation

/// A token bucket: a constant rate with bursts.
///
/// It is pure; callers pass the time.
struct TokenBucket: Hashable {
    struct Rate: Hashable, Sendable {
        /// How many may be taken at once.
        var burst: Double
        var perMinute: Double

        init(burst: Double, perMinute: Double) {
            self.burst = burst
            self.perMinute = perMinute
        }

        init(_ burst: Int, _ perMinute: Int, times share: Int = 1) {
            self.init(burst: Double(burst * share), perMinute: Double(perMinute * share))
        }
    }

    private var tokens: Double
    private var filledAt: Date
    private(set) var hasSentNotice = false

    init(_ rate: Rate, at time: Date) {
        tokens = rate.burst
        filledAt = time
    }

    enum Verdict: Hashable {
        case pass
        /// Over the limit for the first time: a notice is sent.
        case sayOnce
        case silence
    }

    mutating func take(_ rate: Rate, at time: Date) -> Verdict {
        fill(rate, at: time)
        if tokens >= 1 {
            tokens -= 1
            // After the bucket is half full again, the next overflow gets a new notice.
            if tokens >= rate.burst / 2 { hasSentNotice = false }
            return .pass
        }
        if hasSentNotice { return .silence }
        hasSentNotice = true
        return .sayOnce
    }

    /// The tokens available at a time.
    func level(_ rate: Rate, at time: Date) -> Double {
        var copy = self
        copy.fill(rate, at: time)
        return copy.tokens
    }

    /// Takes several tokens, as many as are available.
    mutating func spend(_ count: Double, _ rate: Rate, at time: Date) {
        fill(rate, at: time)
        tokens = max(0, tokens - count)
    }

    private mutating func fill(_ rate: Rate, at time: Date) {
        // A clock that was set back changes nothing.
        let passed = max(0, time.timeIntervalSince(filledAt))
        tokens = min(rate.burst, tokens + passed * rate.perMinute / 60)
        filledAt = time
    }
}
