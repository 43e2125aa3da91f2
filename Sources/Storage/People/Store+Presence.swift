package import Foundation
import GRDB
package import NewsModel

/// Whose profile an identity's is, as far as time lets us believe it.
package enum IdentityStanding: Hashable, Sendable {
    /// It has none.
    case unknown
    case known(Profile)
    /// Out of sight for longer than it is believed: a stranger may have taken the account over.
    case dormant(Profile, since: Date)
}

/// When an identity was last seen, and in which unbroken time in sight it was believed.
private struct Sighting {
    var at: Date
    var presence: String?
}

extension Store {
    /// Seconds within which an identity is not noted as seen again.
    private static func seenAgain(_ lifetime: TimeInterval?) -> TimeInterval {
        min(86_400, (lifetime ?? .infinity) / 4)
    }

    /// The profile an identity belongs to; one that is believed is noted as seen now.
    ///
    /// `lifetime` is how many seconds an identity is believed after it was last seen; nil is for ever.
    /// `presence` names the unbroken time in sight, where an identity is believed no longer than that.
    package func standing(
        of identity: Identity,
        presence: String? = nil,
        lifetime: TimeInterval?,
        at time: Date
    ) async throws -> IdentityStanding {
        let found = try await read { db in
            try Profile.find(identity, in: db).map { profile in
                (profile: profile, sight: try identity.lastSight(in: db) ?? Sighting(at: time, presence: presence))
            }
        }
        guard let found else { return .unknown }
        let absence = time.timeIntervalSince(found.sight.at)
        if found.sight.presence != presence || absence > lifetime ?? .infinity {
            return .dormant(found.profile, since: found.sight.at)
        }
        if absence > Self.seenAgain(lifetime) { try await noteSeen(identity, at: time) }
        return .known(found.profile)
    }

    /// Whether an identity has been out of sight for longer than it is believed; false when it has no profile.
    ///
    /// With `isHere` it is noted as seen now, unless it is dormant.
    package func isDormant(
        _ identity: Identity,
        presence: String? = nil,
        lifetime: TimeInterval?,
        at time: Date,
        isHere: Bool = false
    ) async throws -> Bool {
        guard let sight = try await read({ db in try identity.lastSight(in: db) }) else { return false }
        let absence = time.timeIntervalSince(sight.at)
        if sight.presence != presence || absence > lifetime ?? .infinity { return true }
        if isHere, absence > Self.seenAgain(lifetime) { try await noteSeen(identity, at: time) }
        return false
    }

    /// Believes a dormant identity again: whoever has the account says that the profile is theirs.
    package func wake(_ identity: Identity, presence: String? = nil, at time: Date) async throws {
        try await write { db in
            try db.execute(
                sql: "UPDATE identity SET lastSeenAt = ?, presence = ? WHERE network = ? AND account = ?",
                arguments: [time.unixSeconds, presence, identity.network, identity.account]
            )
        }
        nudges.nudge(.deliveries)
    }

    private func noteSeen(_ identity: Identity, at time: Date) async throws {
        try await write { db in
            try db.execute(
                sql: "UPDATE identity SET lastSeenAt = max(lastSeenAt, ?) WHERE network = ? AND account = ?",
                arguments: [time.unixSeconds, identity.network, identity.account]
            )
        }
    }
}

extension Identity {
    fileprivate func lastSight(in db: Database) throws -> Sighting? {
        try Row.fetchOne(
            db,
            sql: "SELECT lastSeenAt, presence FROM identity WHERE network = ? AND account = ?",
            arguments: [network, account]
        ).map { Sighting(at: $0.date("lastSeenAt"), presence: $0["presence"]) }
    }
}
