package import Foundation
import GRDB
package import NewsModel

extension Store {
    /// The profile of an identity; nil when it has none.
    package func profile(for identity: Identity) async throws -> Profile? {
        try await read { db in try Profile.find(identity, in: db) }
    }

    package func profile(_ id: ProfileID) async throws -> Profile? {
        try await read { db in try Profile.find(id, in: db) }
    }

    /// The profile of an identity, created if there is none.
    ///
    /// Records when the identity was last seen, and its name.
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
            // The recipient row comes first: profiles and rooms share its ids.
            try db.execute(
                sql: "INSERT INTO recipient (kind, createdAt) VALUES ('profile', ?)",
                arguments: [time.unixSeconds]
            )
            let id = ProfileID(rawValue: db.lastInsertedRowID)
            try db.execute(sql: "INSERT INTO profile (id, name) VALUES (?, ?)", arguments: [id, name])
            try db.execute(
                sql: """
                    INSERT INTO identity (network, account, profileID, displayName, lastSeenAt, presence, mark)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    identity.network, identity.account, id, name, time.unixSeconds, presence,
                    try MakerMark(of: identity, in: db),
                ]
            )
            _ = try AddressID.ensure(identity.address, for: id.recipient, in: db)
            return Profile(id: id, name: name, settings: RecipientSettings(), createdAt: time.wholeSeconds)
        }
    }

    /// The identities of a profile, most recently seen first.
    package func identities(of profile: ProfileID) async throws -> [Identity] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT network, account FROM identity WHERE profileID = ? ORDER BY lastSeenAt DESC",
                arguments: [profile]
            ).map { Identity(network: $0[0], account: $0[1]) }
        }
    }

    /// Seconds without a request after which a visit has ended.
    package static let visitSilence: Int64 = 30 * 60

    /// Records that a recipient looks at the news now, and returns when their previous visit ended.
    ///
    /// News since then is new to them; nil on their first visit. Requests with less than half an hour between them are
    /// one visit.
    package func recordVisit(of recipient: RecipientID, at time: Date) async throws -> Date? {
        try await writeLightly { db in
            let before = try Int64.fetchOne(
                db.cachedStatement(
                    sql: """
                        UPDATE recipient SET lastVisitAt = max(:now, coalesce(lastVisitAt, 0)),
                            visitBeforeEndedAt = iif(lastVisitAt <= :now - :silence, lastVisitAt, visitBeforeEndedAt)
                        WHERE id = :recipient RETURNING visitBeforeEndedAt
                        """
                ),
                arguments: [
                    "now": time.unixSeconds, "silence": Self.visitSilence, "recipient": recipient,
                ]
            )
            return before.map(Date.init(unixSeconds:))
        }
    }
}

extension Date {
    /// Rounded down to whole seconds, as the database stores it.
    var wholeSeconds: Date { Date(unixSeconds: unixSeconds) }
}

extension Profile {
    static func find(_ identity: Identity, in db: Database) throws -> Profile? {
        try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT \(columns) FROM identity
                    JOIN profile ON profile.id = identity.profileID JOIN recipient ON recipient.id = profile.id
                    WHERE identity.network = ? AND identity.account = ?
                    """
            ),
            arguments: [identity.network, identity.account]
        ).map(Profile.init(row:))
    }

    static func find(_ id: ProfileID, in db: Database) throws -> Profile? {
        try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT \(columns) FROM profile JOIN recipient ON recipient.id = profile.id
                    WHERE profile.id = ?
                    """
            ),
            arguments: [id]
        ).map(Profile.init(row:))
    }

    /// The columns that `init(row:)` reads, in its order.
    private static let columns = "profile.id, profile.name, recipient.createdAt, \(RecipientSettings.columns)"

    private init(row: Row) {
        self.init(
            id: row[0],
            name: row[1],
            settings: RecipientSettings(row: row, at: 3),
            createdAt: row.date(2)
        )
    }
}
