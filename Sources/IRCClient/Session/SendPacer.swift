/// A token bucket for lines; long lines cost more.
struct SendPacer: Sendable {
    private let burst: Double
    private let refillPerSecond: Double
    /// The share of burst and refill at the beginning.
    private let share: Double
    private let begun: ContinuousClock.Instant
    private var tokens: Double
    private var updated: ContinuousClock.Instant

    /// With a `share` below 1 it starts slower by this factor and recovers its full pace as `IRCPace` does.
    init(burst: Double, refillPerSecond: Double, share: Double = 1, now: ContinuousClock.Instant) {
        self.burst = burst
        self.refillPerSecond = max(0.01, refillPerSecond)
        self.share = share
        begun = now
        tokens = max(1, burst * share)
        updated = now
    }

    private var shareNow: Double { IRCPace.grown(share, by: begun.duration(to: updated) / .seconds(1)) }
    private var tokensPerSecond: Double { refillPerSecond * shareNow }

    /// A short line costs 1, a full one 2, because servers count bytes as well as lines.
    static func cost(bytes: Int) -> Double {
        min(2, 1 + Double(max(0, bytes - 50)) / 400)
    }

    mutating func canSend(at now: ContinuousClock.Instant) -> Bool {
        refill(now)
        // Tolerates rounding errors, so that a timer does not fire slightly too early again and again.
        return tokens >= 1 - 1e-6
    }

    /// The balance may become negative; sending then waits until it has recovered.
    mutating func spend(_ cost: Double) { tokens -= cost }

    /// When `canSend` will be true.
    var nextSend: ContinuousClock.Instant {
        updated.advanced(by: .seconds(max(0, (1 - tokens) / tokensPerSecond)))
    }

    /// How long it takes to send this many short lines.
    func time(for lines: Double) -> Duration { .seconds(lines / tokensPerSecond) }

    private mutating func refill(_ now: ContinuousClock.Instant) {
        guard now > updated else { return }
        let elapsed = updated.duration(to: now) / .seconds(1)
        updated = now
        tokens = min(max(1, burst * shareNow), tokens + elapsed * tokensPerSecond)
    }
}
