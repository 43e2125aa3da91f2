import Foundation
import NewsModel
import Synchronization

/// Since when each nick has been the same person, as far as can be seen: where a profile is a nick's.
///
/// A presence begins when somebody speaks, and ends when they quit, change their nick or go out of sight.
final class NickPresences: Sendable {
    private struct Presence {
        var name: String
        var userHost: String
        var heardAt: Date
        /// They may have left since then without our seeing it, and somebody else have come.
        var isUnseen: Bool
    }

    private let presences = Mutex(BoundedMap<String, Presence>(limit: 20_000))
    /// Who was out of sight is the same for an hour, from the same host.
    private static let remembered: TimeInterval = 3_600
    /// And is there to be told things for some minutes.
    private static let present: TimeInterval = 600

    /// Somebody speaks: the presence in which they do.
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

    /// The presence of whoever has a nick now; nil when nobody has been heard under it.
    func current(of nick: String, at time: Date) -> String? {
        presences.withLock { known in
            guard let presence = known[nick],
                !presence.isUnseen || time.timeIntervalSince(presence.heardAt) < Self.present
            else { return nil }
            return presence.name
        }
    }

    /// Nobody would see them leave now.
    func loseSight(of nick: String) { presences.withLock { $0[nick]?.isUnseen = true } }
    func loseSightOfAll() { presences.withLock { known in for nick in known.keys { known[nick]?.isUnseen = true } } }

    func end(_ nick: String) { presences.withLock { $0[nick] = nil } }
    func endAll() { presences.withLock { $0.removeAll() } }
}
