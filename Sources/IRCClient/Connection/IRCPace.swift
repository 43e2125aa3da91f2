package import Foundation

/// How much of the configured pace a network bears: less after it has thrown us out for flooding.
///
/// What was taken away comes back by itself, twice as fast a day later, so that one bad evening does not last for ever.
package struct IRCPace: Sendable, Equatable {
    private static let least = 0.25
    private static let doubling: Double = 86_400

    /// Above 0, at most 1, at the time `since`.
    package private(set) var share: Double
    package private(set) var since: Date

    package static let full = IRCPace(share: 1, since: .distantPast)

    /// A share that cannot be is brought within the bounds.
    package init(share: Double, since: Date) {
        self.share = share.isFinite ? max(Self.least, min(1, share)) : 1
        self.since = since
    }

    package func share(at time: Date) -> Double { Self.grown(share, by: time.timeIntervalSince(since)) }

    /// The server has thrown us out for talking too fast.
    mutating func noteFlood(at time: Date) {
        self = IRCPace(share: share(at: time) / 2, since: time)
    }

    /// A share after so many seconds without a flood.
    static func grown(_ share: Double, by seconds: Double) -> Double {
        share >= 1 ? 1 : min(1, share * exp2(max(0, seconds) / doubling))
    }
}
