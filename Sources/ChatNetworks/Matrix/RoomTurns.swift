import Foundation
import NewsModel
import Synchronization

/// Whose turn it is when the homeserver has asked for slowness: all who wait come back at the same moment.
///
/// Whoever was sent the least lately comes then, the others a little later in that order, so that no crowd of answers
/// leaves a push to chance. A place is a room's id or a person's.
final class RoomTurns: Sendable {
    private struct State {
        /// Messages lately, and when they were so many.
        var sent = BoundedMap<String, (count: Double, at: Date)>(limit: 10_000)
        /// When a place was last told to wait.
        var waiting = BoundedMap<String, Date>(limit: 1_000)
    }

    /// Seconds after which half of what was sent is forgotten.
    private static let halfLife = 600.0
    /// Seconds after which a place that has not come again waits no more.
    private static let patience = 60.0
    /// How many take their turn in a second, and how many seconds it goes on.
    private static let (turnsPerSecond, longest) = (20.0, 10.0)

    private let state = Mutex(State())

    /// When a place's turn comes after the last pause, in whole seconds from its end; nil is now.
    func turn(of place: String, afterPause end: Date?, at now: Date) -> Date? {
        guard let end, now.timeIntervalSince(end) < Self.longest else { return nil }
        return state.withLock { state in
            let own = Self.count(state.sent[place], at: now)
            let before = state.waiting.keys.count { other in
                guard other != place, let since = state.waiting[other], now.timeIntervalSince(since) < Self.patience
                else { return false }
                return Self.count(state.sent[other], at: now) < own
            }
            let seconds = (Double(before) / Self.turnsPerSecond).rounded(.up)
            let turn = end.addingTimeInterval(min(seconds, Self.longest))
            state.waiting[place] = turn > now ? now : nil
            return turn > now ? turn : nil
        }
    }

    func noteSent(to place: String, at now: Date) {
        state.withLock { state in
            state.sent[place] = (Self.count(state.sent[place], at: now) + 1, now)
            state.waiting[place] = nil
        }
    }

    private static func count(_ sent: (count: Double, at: Date)?, at now: Date) -> Double {
        guard let sent else { return 0 }
        return sent.count * exp2(-max(0, now.timeIntervalSince(sent.at)) / halfLife)
    }
}
