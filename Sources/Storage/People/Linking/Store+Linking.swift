package import Foundation
import GRDB
package import NewsModel

extension Store {
    /// A code by which another account becomes one with this profile, once.
    ///
    /// `lifetime` is in seconds.
    package func makeLinkCode(
        for profile: ProfileID,
        lifetime: TimeInterval = 600,
        at time: Date
    ) async throws -> String {
        try await makeCode(for: profile, action: Self.linkAction, length: 8, lifetime: lifetime, at: time)
    }

    /// The profile that a link code was made for; nil when it is wrong, old or used.
    ///
    /// The code is used up by this.
    package func redeemLinkCode(_ code: String, at time: Date) async throws -> Profile? {
        try await write { db in
            let owner = try Int64.fetchOne(
                db,
                sql: """
                    DELETE FROM confirmationCode WHERE code = ? AND action = ? AND expiresAt > ? RETURNING profileID
                    """,
                arguments: [code.uppercased(), Self.linkAction, time.unixSeconds]
            )
            return try owner.flatMap { try Profile.find(ProfileID(rawValue: $0), in: db) }
        }
    }

    static var linkAction: String { "link" }

    /// Whether nothing would be shown or changed by making a profile one with another: it has been used for nothing.
    package func isBlank(_ profile: ProfileID) async throws -> Bool {
        try await read { db in
            try Bool.fetchOne(
                db,
                sql: """
                    SELECT NOT EXISTS (SELECT 1 FROM subscription WHERE recipientID = :id)
                        AND NOT EXISTS (SELECT 1 FROM alert WHERE recipientID = :id)
                        AND NOT EXISTS (SELECT 1 FROM schedule WHERE recipientID = :id)
                        AND NOT EXISTS (SELECT 1 FROM mute WHERE recipientID = :id)
                        AND NOT EXISTS (SELECT 1 FROM savedArticle WHERE profileID = :id)
                        AND NOT EXISTS (SELECT 1 FROM reading WHERE profileID = :id)
                        AND NOT EXISTS (SELECT 1 FROM quizScore WHERE profileID = :id)
                        AND (SELECT count(*) FROM identity WHERE profileID = :id) < 2
                    """,
                arguments: ["id": profile.rawValue]
            ) ?? false
        }
    }

    /// Gives an account that has no profile to one that is there, and takes it as seen now.
    ///
    /// An account of that profile is believed again; false when it belongs to another.
    package func attach(
        _ identity: Identity,
        name: String,
        presence: String? = nil,
        to profile: ProfileID,
        at time: Date
    ) async throws -> Bool {
        let isAttached = try await write { db in
            let isKnown = try Profile.find(identity, in: db) != nil
            try db.execute(
                sql: """
                    INSERT INTO identity (network, account, profileID, displayName, lastSeenAt, presence, mark)
                    SELECT ?, ?, id, ?, ?, ?, ? FROM profile WHERE id = ?
                    ON CONFLICT DO UPDATE SET lastSeenAt = max(lastSeenAt, excluded.lastSeenAt),
                        displayName = excluded.displayName, presence = excluded.presence
                    WHERE profileID = excluded.profileID
                    """,
                arguments: [
                    identity.network, identity.account, name, time.unixSeconds, presence,
                    try MakerMark(of: identity, in: db).rawValue, profile.rawValue,
                ]
            )
            guard db.changesCount == 1 else { return false }
            if !isKnown { try NoticeQueue(linked: identity, at: time).add(for: profile, atAllBut: identity, in: db) }
            let address = try AddressID.ensure(identity.address, for: profile.recipient, in: db)
            try db.execute(
                sql: "UPDATE address SET recipientID = ? WHERE id = ?",
                arguments: [profile.rawValue, address.rawValue]
            )
            return true
        }
        if isAttached { nudges.nudge(.deliveries) }
        return isAttached
    }

    /// Makes a profile one with another; false when one of them is not there any more.
    ///
    /// Nothing is lost: wishes, readings, saved articles and scores of both are kept, and of a wish both had, one.
    /// Nothing is told twice: what one was told, both were. Settings are those of `other` where it has any.
    /// `identity` is who asked for it, of which the other's accounts are told.
    package func merge(
        _ profile: ProfileID,
        of identity: Identity,
        into other: ProfileID,
        at time: Date
    ) async throws -> Bool {
        let isMerged = try await writeMuting { db, judge in
            guard profile != other, try Profile.find(profile, in: db) != nil, try Profile.find(other, in: db) != nil
            else { return false }
            try NoticeQueue(linked: identity, at: time).add(for: other, atAllBut: identity, in: db)
            if let joined = try Identity.newest(of: other, in: db) {
                try NoticeQueue(linked: joined, at: time).add(for: profile, atAllBut: identity, in: db)
            }
            try ProfileMerging(db: db, goes: profile, stays: other, time: time, judge: judge).merge()
            return true
        }
        nudges.nudge(.feeds)
        nudges.nudge(.deliveries)
        return isMerged
    }

    /// Takes an account out of a profile, which keeps its others; the account's own profile, made now.
    ///
    /// With `takingWishes` what was told on the account goes on there. Without, it is told at `address` instead and
    /// nothing waits for the account. Nil when it is the profile's only account or not one of its accounts.
    package func unlink(
        _ identity: Identity,
        from profile: ProfileID,
        takingWishes: Bool,
        otherwiseAt address: Address,
        at time: Date
    ) async throws -> ProfileID? {
        let new: ProfileID? = try await write { db in
            let accounts = try Row.fetchAll(
                db,
                sql: "SELECT network, account FROM identity WHERE profileID = ?",
                arguments: [profile.rawValue]
            ).map { Identity(network: $0["network"], account: $0["account"]) }
            guard accounts.count > 1, accounts.contains(identity) else { return nil }
            let parting = ProfileParting(db: db, identity: identity, profile: profile, time: time)
            return try parting.part(takingWishes: takingWishes, otherwiseAt: address)
        }
        nudges.nudge(.deliveries)
        nudges.nudge(.feeds)
        return new
    }
}

extension Identity {
    fileprivate static func newest(of profile: ProfileID, in db: Database) throws -> Identity? {
        try Row.fetchOne(
            db,
            sql: "SELECT network, account FROM identity WHERE profileID = ? ORDER BY lastSeenAt DESC LIMIT 1",
            arguments: [profile.rawValue]
        ).map { Identity(network: $0["network"], account: $0["account"]) }
    }
}
