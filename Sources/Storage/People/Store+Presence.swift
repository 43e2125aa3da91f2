package import Foundation
import GRDB
package import NewsModel

/// Whose profile an identity's is, as far as time lets us believe it.
package enum IdentityStanding: Hashable, Sendable {
    /// It has none.
    case unknown
    case known(Profile)
    /// Not seen for longer than it is believed: a stranger may have taken the account over.
    case dormant(Profile, since: Date)
}

extension Store {
    /// Seconds within which an identity is not noted as seen again.
    private static let seenAgain: TimeInterval = 86_400

    /// The profile an identity belongs to; one that is believed is noted as seen now.
    ///
    /// `lifetime` is how many seconds an identity is believed after it was last seen; nil is for ever.
    package func standing(
        of identity: Identity,
        lifetime: TimeInterval?,
        at time: Date
    ) async throws -> IdentityStanding {
        let found = try await read { db in
            try Profile.find(identity, in: db).map { profile in
                (profile: profile, seenAt: try identity.lastSeen(in: db) ?? time)
            }
        }
        guard let found else { return .unknown }
        let absence = time.timeIntervalSince(found.seenAt)
        if let lifetime, absence > lifetime { return .dormant(found.profile, since: found.seenAt) }
        if absence > Self.seenAgain { try await noteSeen(identity, at: time) }
        return .known(found.profile)
    }

    /// Whether an identity has not been seen for longer than it is believed; false when it has no profile.
    ///
    /// With `isHere` it is noted as seen now, unless it is dormant.
    package func isDormant(
        _ identity: Identity,
        lifetime: TimeInterval?,
        at time: Date,
        isHere: Bool = false
    ) async throws -> Bool {
        guard let seenAt = try await read({ db in try identity.lastSeen(in: db) }) else { return false }
        let absence = time.timeIntervalSince(seenAt)
        if let lifetime, absence > lifetime { return true }
        if isHere, absence > Self.seenAgain { try await noteSeen(identity, at: time) }
        return false
    }

    /// Believes a dormant identity again: whoever has the account says that the profile is theirs.
    package func wake(_ identity: Identity, at time: Date) async throws {
        try await noteSeen(identity, at: time)
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
    fileprivate func lastSeen(in db: Database) throws -> Date? {
        try Int64.fetchOne(
            db,
            sql: "SELECT lastSeenAt FROM identity WHERE network = ? AND account = ?",
            arguments: [network, account]
        ).map(Date.init(unixSeconds:))
    }
}
