internal import Foundation

/// How many lines each reader was sent or has asked for lately.
///
/// The count decays with a half-life.
struct RecentUse: Sendable {
    /// By reader: log2 of the count, plus the half-lives from `begun` to the time of that count.
    ///
    /// In this form two values can be compared at any time without applying the decay.
    private var levels = RecentMap<Double>(limit: 2_000)
    private let begun: ContinuousClock.Instant
    private let halfLife: Duration

    init(halfLife: Duration, now: ContinuousClock.Instant) {
        self.halfLife = halfLife
        begun = now
    }

    /// Higher for more use; only comparisons are meaningful.
    func level(of reader: String) -> Double { levels[reader] ?? -.infinity }

    /// `lines` is above 0.
    mutating func note(_ reader: String, lines: Double, at now: ContinuousClock.Instant) {
        let age = begun.duration(to: now) / halfLife
        levels.set(reader, to: age + log2(exp2(level(of: reader) - age) + lines))
    }
}
