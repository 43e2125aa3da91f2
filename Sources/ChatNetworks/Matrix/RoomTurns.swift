import Foundation
import NewsModel
import Synchronization

/// Spreads messages after a rate limit of the homeserver, because all waiting messages would return at once.
///
/// Addresses with the fewest recent messages come first, the others a little later, so that pushes do not have to
/// compete with many answers. A target is a room id or a user id.
final class RoomTurns: Sendable {
    private struct State {
        /// A decaying count of recent messages, and the time of that count.
        var sent = BoundedMap<String, (count: Double, at: Date)>(limit: 10_000)
        /// When a target was last told to wait.
        var waiting = BoundedMap<String, Date>(limit: 1_000)
    }

    /// Seconds after which a count of messages is halved.
    private static let halfLife = 600.0
    /// Seconds after which a target that has not returned no longer counts as waiting.
    private static let waitingLifetime = 60.0
    /// Messages per second, and how many seconds the spreading lasts.
    private static let (turnsPerSecond, longest) = (20.0, 10.0)

    private let state = Mutex(State())

    /// When a target may send after the last pause, in whole seconds from its end; nil means now.
    func turn(of target: String, afterPause end: Date?, at now: Date) -> Date? {
        guard let end, now.timeIntervalSince(end) < Self.longest else { return nil }
        return state.withLock { state in
            let own = Self.count(state.sent[target], at: now)
            let before = state.waiting.keys.count { other in
                guard other != target, let since = state.waiting[other],
                    now.timeIntervalSince(since) < Self.waitingLifetime
                else { return false }
                return Self.count(state.sent[other], at: now) < own
            }
            let seconds = (Double(before) / Self.turnsPerSecond).rounded(.up)
            let turn = end.addingTimeInterval(min(seconds, Self.longest))
            state.waiting[target] = turn > now ? now : nil
            return turn > now ? turn : nil
        }
    }

    func noteSent(to target: String, at now: Date) {
        state.withLock { state in
            state.sent[target] = (Self.count(state.sent[target], at: now) + 1, now)
            state.waiting[target] = nil
        }
    }

    private static func count(_ sent: (count: Double, at: Date)?, at now: Date) -> Double {
        guard let sent else { return 0 }
        return sent.count * exp2(-max(0, now.timeIntervalSince(sent.at)) / halfLife)
    }
}
