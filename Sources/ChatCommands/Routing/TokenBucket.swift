internal import Foundation

/// A steady allowance with room for a burst; pure, told the time.
struct TokenBucket: Hashable {
    struct Rate: Hashable, Sendable {
        /// How many may come at once.
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
    private(set) var hasToldOverflow = false

    init(_ rate: Rate, at time: Date) {
        tokens = rate.burst
        filledAt = time
    }

    enum Verdict: Hashable {
        case pass
        /// Over the rate for the first time: say so once.
        case sayOnce
        case silence
    }

    mutating func take(_ rate: Rate, at time: Date) -> Verdict {
        fill(rate, at: time)
        if tokens >= 1 {
            tokens -= 1
            // The notice comes again only after a pause long enough to have been a pause.
            if tokens >= rate.burst / 2 { hasToldOverflow = false }
            return .pass
        }
        if hasToldOverflow { return .silence }
        hasToldOverflow = true
        return .sayOnce
    }

    /// What could be taken now.
    func level(_ rate: Rate, at time: Date) -> Double {
        var copy = self
        copy.fill(rate, at: time)
        return copy.tokens
    }

    /// Takes several at once, as far as they are there.
    mutating func spend(_ count: Double, _ rate: Rate, at time: Date) {
        fill(rate, at: time)
        tokens = max(0, tokens - count)
    }

    private mutating func fill(_ rate: Rate, at time: Date) {
        // A clock set back gives nothing and takes nothing.
        let passed = max(0, time.timeIntervalSince(filledAt))
        tokens = min(rate.burst, tokens + passed * rate.perMinute / 60)
        filledAt = time
    }
}
