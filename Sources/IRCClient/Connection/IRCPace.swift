package import Foundation

/// The share of the configured sending pace that a network allows.
///
/// It is halved after each flood disconnect.
///
/// The share recovers by itself: it doubles every day until it is 1 again.
package struct IRCPace: Sendable, Equatable {
    private static let least = 0.25
    private static let doubling: Double = 86_400

    /// Above 0, at most 1, at the time `since`.
    package private(set) var share: Double
    package private(set) var since: Date

    package static let full = IRCPace(share: 1, since: .distantPast)

    /// Limits `share` to the valid range.
    package init(share: Double, since: Date) {
        self.share = share.isFinite ? max(Self.least, min(1, share)) : 1
        self.since = since
    }

    package func share(at time: Date) -> Double { Self.grown(share, by: time.timeIntervalSince(since)) }

    /// Records that the server disconnected us for flooding.
    mutating func noteFlood(at time: Date) {
        self = IRCPace(share: share(at: time) / 2, since: time)
    }

    /// A share after this many seconds without a flood disconnect.
    static func grown(_ share: Double, by seconds: Double) -> Double {
        share >= 1 ? 1 : min(1, share * exp2(max(0, seconds) / doubling))
    }
}
