internal import Foundation

/// How much each reader was sent, and has asked, lately: a count of lines that fades.
struct RecentUse: Sendable {
    /// By reader the binary logarithm of the count, plus the half-lives from the beginning to the time it was right.
    ///
    /// So two of them compare alike at any time.
    private var levels = RecentMap<Double>(limit: 2_000)
    private let begun: ContinuousClock.Instant
    private let halfLife: Duration

    init(halfLife: Duration, now: ContinuousClock.Instant) {
        self.halfLife = halfLife
        begun = now
    }

    /// Higher for whoever took more; has no other meaning.
    func level(of reader: String) -> Double { levels[reader] ?? -.infinity }

    /// `lines` is above 0.
    mutating func note(_ reader: String, lines: Double, at now: ContinuousClock.Instant) {
        let age = begun.duration(to: now) / halfLife
        levels.set(reader, to: age + log2(exp2(level(of: reader) - age) + lines))
    }
}
