package import Foundation
import GRDB
package import NewsModel

/// Whether an account can be trusted to belong to its profile's owner.
package enum IdentityStanding: Hashable, Sendable {
    /// It has no profile.
    case unknown
    case known(Profile)
    /// It was not seen for longer than its lifetime: a stranger may have taken over the account.
    case dormant(Profile, since: Date)
}

/// When an identity was last seen and in which presence.
private struct Sighting {
    var at: Date
    var presence: String?
}

extension Store {
    /// Seconds after a sighting in which a further one is not recorded.
    private static func seenAgain(_ lifetime: TimeInterval?) -> TimeInterval {
        min(86_400, (lifetime ?? .infinity) / 4)
    }

    /// The profile of an identity; a trusted identity is recorded as seen now.
    ///
    /// `lifetime` is how many seconds an identity is trusted after it was last seen; nil is for ever. `presence` names
    /// the unbroken time online, on networks where an identity is trusted no longer than that.
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

    /// Whether an identity was not seen for longer than its lifetime; false when it has no profile.
    ///
    /// With `isHere` it is recorded as seen now, unless it is dormant.
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

    /// Trusts a dormant identity again, after its user has claimed the profile.
    package func wake(_ identity: Identity, presence: String? = nil, at time: Date) async throws {
        try await write { db in
            try db.execute(
                sql: "UPDATE identity SET lastSeenAt = ?, presence = ? WHERE network = ? AND account = ?",
                arguments: [time.unixSeconds, presence, identity.network, identity.account]
            )
        }
        signals.send(.deliveries)
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
            db.cachedStatement(
                sql: "SELECT lastSeenAt, presence FROM identity WHERE network = ? AND account = ?"
            ),
            arguments: [network, account]
        ).map { Sighting(at: $0.date(0), presence: $0[1]) }
    }
}
