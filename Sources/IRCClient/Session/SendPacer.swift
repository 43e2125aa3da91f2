/// A token bucket for lines, with a penalty for length.
struct SendPacer: Sendable {
    private let burst: Double
    private let refillPerSecond: Double
    private var tokens: Double
    private var updated: ContinuousClock.Instant

    init(burst: Double, refillPerSecond: Double, now: ContinuousClock.Instant) {
        self.burst = max(1, burst)
        self.refillPerSecond = max(0.01, refillPerSecond)
        tokens = self.burst
        updated = now
    }

    /// A short line costs 1, a full one 2: servers count bytes as well as lines.
    static func cost(bytes: Int) -> Double {
        min(2, 1 + Double(max(0, bytes - 50)) / 400)
    }

    mutating func canSend(at now: ContinuousClock.Instant) -> Bool {
        refill(now)
        // Rounding must not make a timer fire a hair too early again and again.
        return tokens >= 1 - 1e-6
    }

    /// May go below zero; the debt is waited for.
    mutating func spend(_ cost: Double) { tokens -= cost }

    /// When `canSend` will be true.
    var nextSend: ContinuousClock.Instant {
        updated.advanced(by: .seconds(max(0, (1 - tokens) / refillPerSecond)))
    }

    private mutating func refill(_ now: ContinuousClock.Instant) {
        guard now > updated else { return }
        let elapsed = updated.duration(to: now) / .seconds(1)
        tokens = min(burst, tokens + elapsed * refillPerSecond)
        updated = now
    }
}
