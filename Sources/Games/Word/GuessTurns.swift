package import Foundation

/// Whose turn it is where several people guess at one word: nobody guesses twice in a row while others play.
///
/// Players are numbers, so that nothing stored names them.
package struct GuessTurns: Hashable, Sendable, Codable {
    /// After their own guess somebody who plays alone waits so long for others, in seconds.
    package static let alone = 30.0
    /// After their own guess somebody waits so long for the others who play, in seconds.
    package static let amongOthers = 600.0
    /// Others play if one of them has guessed in so many seconds.
    package static let presence = 1_800.0

    private var last: UInt64?
    private var lastAt: Date?
    /// When somebody else than `last` guessed.
    private var othersAt: Date?

    package init() {}

    /// When a player may guess; nil if now.
    package func opening(for player: UInt64, at now: Date) -> Date? {
        guard player == last, let lastAt else { return nil }
        let othersPlay = othersAt.map { now.timeIntervalSince($0) < Self.presence } ?? false
        let opening = lastAt.addingTimeInterval(othersPlay ? Self.amongOthers : Self.alone)
        return opening > now ? opening : nil
    }

    /// Notes a guess that counted.
    package mutating func take(_ player: UInt64, at now: Date) {
        if let last, last != player { othersAt = lastAt }
        (last, lastAt) = (player, now)
    }
}
