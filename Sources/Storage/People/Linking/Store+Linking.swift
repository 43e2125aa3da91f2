package import Foundation
import GRDB
package import NewsModel

extension Store {
    /// Makes a code with which another account can be linked with this profile, once.
    ///
    /// `lifetime` is in seconds.
    package func makeLinkCode(
        for profile: ProfileID,
        lifetime: TimeInterval = 600,
        at time: Date
    ) async throws -> String {
        try await makeCode(for: profile, action: Self.linkAction, length: 8, lifetime: lifetime, at: time)
    }

    /// The profile that a link code was made for; nil when the code is wrong, expired or used.
    ///
    /// The code cannot be used again.
    package func redeemLinkCode(_ code: String, at time: Date) async throws -> Profile? {
        try await write { db in
            let owner = try ProfileID.fetchOne(
                db,
                sql: """
                    DELETE FROM confirmationCode WHERE code = ? AND action = ? AND expiresAt > ? RETURNING profileID
                    """,
                arguments: [code.uppercased(), Self.linkAction, time.unixSeconds]
            )
            return try owner.flatMap { try Profile.find($0, in: db) }
        }
    }

    static var linkAction: String { "link" }

    /// Whether a profile has no data, so that merging it needs no confirmation.
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
                        AND NOT EXISTS (SELECT 1 FROM readMark WHERE profileID = :id)
                        AND NOT EXISTS (SELECT 1 FROM quizScore WHERE profileID = :id)
                        AND NOT EXISTS (SELECT 1 FROM puzzlePlay WHERE profileID = :id)
                        AND NOT EXISTS (SELECT 1 FROM gameScore WHERE profileID = :id)
                        AND (SELECT count(*) FROM identity WHERE profileID = :id) < 2
                    """,
                arguments: ["id": profile]
            ) ?? false
        }
    }

    /// Links an account without a profile with an existing profile, and records it as seen now.
    ///
    /// A dormant account of that profile is trusted again. False when the account belongs to another profile.
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
                    try MakerMark(of: identity, in: db), profile,
                ]
            )
            guard db.changesCount == 1 else { return false }
            if !isKnown { try NoticeQueue(linked: identity, at: time).add(for: profile, atAllExcept: identity, in: db) }
            let address = try AddressID.ensure(identity.address, for: profile.recipient, in: db)
            try db.execute(
                sql: "UPDATE address SET recipientID = ? WHERE id = ?",
                arguments: [profile, address]
            )
            return true
        }
        if isAttached { signals.send(.deliveries) }
        return isAttached
    }

    /// Merges a profile into another; false when one of them no longer exists.
    ///
    /// Subscriptions, alerts, schedules, reading history, saved articles and scores of both are kept; duplicates are
    /// merged. A story that was told to one counts as told to both. The settings of `other` take precedence. `identity`
    /// is the account that asked for it; the other accounts get a notice.
    package func merge(
        _ profile: ProfileID,
        of identity: Identity,
        into other: ProfileID,
        at time: Date
    ) async throws -> Bool {
        let isMerged = try await unrecorded.writeMuting { db, judge in
            guard profile != other, try Profile.find(profile, in: db) != nil, try Profile.find(other, in: db) != nil
            else { return false }
            try NoticeQueue(linked: identity, at: time).add(for: other, atAllExcept: identity, in: db)
            if let joined = try Identity.newest(of: other, in: db) {
                try NoticeQueue(linked: joined, at: time).add(for: profile, atAllExcept: identity, in: db)
            }
            try ProfileMerging(db: db, source: profile, target: other, time: time, judge: judge).merge()
            return true
        }
        signals.send(.feeds)
        signals.send(.deliveries)
        return isMerged
    }

    /// Unlinks an account from a profile, which keeps its others.
    ///
    /// Returns the account's new profile.
    ///
    /// With `movingSubscriptions` everything that was sent to the account moves to its new profile. Without, it is sent
    /// to `address` instead and nothing is queued for the account. Nil when it is the profile's only account or not one
    /// of its accounts.
    package func unlink(
        _ identity: Identity,
        from profile: ProfileID,
        movingSubscriptions: Bool,
        otherwiseAt address: Address,
        at time: Date
    ) async throws -> ProfileID? {
        let new: ProfileID? = try await unrecorded.write { db in
            let accounts = try Row.fetchAll(
                db,
                sql: "SELECT network, account FROM identity WHERE profileID = ?",
                arguments: [profile]
            ).map { Identity(network: $0[0], account: $0[1]) }
            guard accounts.count > 1, accounts.contains(identity) else { return nil }
            let splitting = ProfileSplitting(db: db, identity: identity, profile: profile, time: time)
            return try splitting.split(movingSubscriptions: movingSubscriptions, otherwiseAt: address)
        }
        signals.send(.deliveries)
        signals.send(.feeds)
        return new
    }
}

extension Identity {
    fileprivate static func newest(of profile: ProfileID, in db: Database) throws -> Identity? {
        try Row.fetchOne(
            db,
            sql: "SELECT network, account FROM identity WHERE profileID = ? ORDER BY lastSeenAt DESC LIMIT 1",
            arguments: [profile]
        ).map { Identity(network: $0[0], account: $0[1]) }
    }
}
