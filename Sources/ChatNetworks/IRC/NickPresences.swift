import Foundation
import NewsModel
import Synchronization

/// Guesses how long each nick has been the same person, for networks where a profile belongs to a nick.
///
/// A presence begins when a person speaks. It ends when they quit, change their nick or were out of sight too long.
final class NickPresences: Sendable {
    private struct Presence {
        var name: String
        var userHost: String
        var heardAt: Date
        /// The server does not report when this nick leaves, so somebody else may have it by now.
        var isUnseen: Bool
    }

    private let presences = Mutex(BoundedMap<String, Presence>(limit: 20_000))
    /// An unseen nick counts as the same person for an hour, if the host is the same.
    private static let remembered: TimeInterval = 3_600
    /// An unseen nick counts as reachable for ten minutes.
    private static let present: TimeInterval = 600

    /// Records that a nick has spoken; returns its presence and whether that is new.
    func hear(
        _ nick: String,
        _ userHost: String,
        isInSight: Bool,
        at time: Date
    ) -> (presence: String, isNew: Bool) {
        presences.withLock { known in
            if var presence = known[nick],
                (!presence.isUnseen && isInSight)
                    || (presence.userHost == userHost && time.timeIntervalSince(presence.heardAt) < Self.remembered)
            {
                presence.userHost = userHost
                presence.heardAt = time
                presence.isUnseen = !isInSight
                known[nick] = presence
                return (presence.name, false)
            }
            let presence = Presence(name: UUID().uuidString, userHost: userHost, heardAt: time, isUnseen: !isInSight)
            known[nick] = presence
            return (presence.name, true)
        }
    }

    /// The presence of the nick's current holder; nil when none is known.
    func current(of nick: String, at time: Date) -> String? {
        presences.withLock { known in
            guard let presence = known[nick],
                !presence.isUnseen || time.timeIntervalSince(presence.heardAt) < Self.present
            else { return nil }
            return presence.name
        }
    }

    /// From now on the server does not report when this nick leaves.
    func markUnseen(_ nick: String) { presences.withLock { $0[nick]?.isUnseen = true } }
    func markAllUnseen() { presences.withLock { known in for nick in known.keys { known[nick]?.isUnseen = true } } }

    func end(_ nick: String) { presences.withLock { $0[nick] = nil } }
    func endAll() { presences.withLock { $0.removeAll() } }
}
