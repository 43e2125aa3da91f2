package import Foundation
import GRDB
package import NewsModel

extension Store {
    /// The profile an identity belongs to; nil when it has none yet.
    package func profile(for identity: Identity) async throws -> Profile? {
        try await read { db in try Profile.find(identity, in: db) }
    }

    package func profile(_ id: ProfileID) async throws -> Profile? {
        try await read { db in try Profile.find(id, in: db) }
    }

    /// The profile of an identity, made now if there is none; remembers when the identity was last seen, and as whom.
    package func ensureProfile(
        for identity: Identity,
        name: String,
        presence: String? = nil,
        at time: Date
    ) async throws -> Profile {
        try await write { db in
            if let profile = try Profile.find(identity, in: db) {
                try db.execute(
                    sql: "UPDATE identity SET displayName = ?, lastSeenAt = ? WHERE network = ? AND account = ?",
                    arguments: [name, time.unixSeconds, identity.network, identity.account]
                )
                return profile
            }
            // The recipient comes first: profiles and rooms share its numbers.
            try db.execute(
                sql: "INSERT INTO recipient (kind, createdAt) VALUES ('profile', ?)",
                arguments: [time.unixSeconds]
            )
            let id = ProfileID(rawValue: db.lastInsertedRowID)
            try db.execute(sql: "INSERT INTO profile (id, name) VALUES (?, ?)", arguments: [id.rawValue, name])
            try db.execute(
                sql: """
                    INSERT INTO identity (network, account, profileID, displayName, lastSeenAt, presence, mark)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    identity.network, identity.account, id.rawValue, name, time.unixSeconds, presence,
                    try MakerMark(of: identity, in: db).rawValue,
                ]
            )
            _ = try AddressID.ensure(identity.address, for: id.recipient, in: db)
            return Profile(id: id, name: name, settings: RecipientSettings(), createdAt: time.wholeSeconds)
        }
    }

    /// Every identity of a profile, the most recently seen first.
    package func identities(of profile: ProfileID) async throws -> [Identity] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT network, account FROM identity WHERE profileID = ? ORDER BY lastSeenAt DESC",
                arguments: [profile.rawValue]
            ).map { Identity(network: $0["network"], account: $0["account"]) }
        }
    }

    /// Seconds of silence after which a visit has ended.
    package static let visitSilence: Int64 = 30 * 60

    /// Remembers that a recipient looks at the news now, and says when their visit before this one ended.
    ///
    /// What came since is new to them; nil on their first visit. Looks at the news with less than half an hour between them are one visit.
    package func recordVisit(of recipient: RecipientID, at time: Date) async throws -> Date? {
        try await write { db in
            let before = try Int64.fetchOne(
                db,
                sql: """
                    UPDATE recipient SET lastVisitAt = max(:now, coalesce(lastVisitAt, 0)),
                        visitBeforeEndedAt = iif(lastVisitAt <= :now - :silence, lastVisitAt, visitBeforeEndedAt)
                    WHERE id = :recipient RETURNING visitBeforeEndedAt
                    """,
                arguments: [
                    "now": time.unixSeconds, "silence": Self.visitSilence, "recipient": recipient.rawValue,
                ]
            )
            return before.map(Date.init(unixSeconds:))
        }
    }
}

extension Date {
    /// As it comes back from the database.
    var wholeSeconds: Date { Date(unixSeconds: unixSeconds) }
}

extension Profile {
    static func find(_ identity: Identity, in db: Database) throws -> Profile? {
        try Row.fetchOne(
            db,
            sql: """
                SELECT recipient.*, profile.name FROM identity
                JOIN profile ON profile.id = identity.profileID JOIN recipient ON recipient.id = profile.id
                WHERE identity.network = ? AND identity.account = ?
                """,
            arguments: [identity.network, identity.account]
        ).map(Profile.init(row:))
    }

    static func find(_ id: ProfileID, in db: Database) throws -> Profile? {
        try Row.fetchOne(
            db,
            sql: """
                SELECT recipient.*, profile.name FROM profile JOIN recipient ON recipient.id = profile.id
                WHERE profile.id = ?
                """,
            arguments: [id.rawValue]
        ).map(Profile.init(row:))
    }

    private init(row: Row) {
        self.init(
            id: row.id("id"),
            name: row["name"],
            settings: RecipientSettings(row: row),
            createdAt: row.date("createdAt")
        )
    }
}
