package import Foundation
import GRDB
package import NewsModel

/// A numbered list that somebody was shown.
package struct Listing: Hashable, Sendable {
    package var id: Int64
    /// What its numbers mean: `article`, `feed` … as its maker named it.
    package var kind: String
    /// Number 1 first.
    package var items: [Int64]
    package var createdAt: Date
}

extension Store {
    /// Keeps a numbered list for 24 hours; its numbers count from 1.
    ///
    /// With an origin it is also found by the message that shows it, as long as that is remembered.
    package func saveListing(
        owner: ListingOwner,
        place: String,
        kind: String,
        items: [Int64],
        origin: ListingOrigin? = nil,
        at time: Date
    ) async throws {
        let list = NewListing(owner: owner, place: place, kind: kind, items: items)
        try await write { db in try ListingWriting(db: db, seconds: time.unixSeconds).save(list, origin: origin) }
    }

    /// The newest list of an owner in a place, of one of the kinds (none given: of any).
    package func newestListing(
        owner: ListingOwner,
        place: String,
        kinds: [String] = [],
        at time: Date
    ) async throws -> Listing? {
        try await read { db in
            let condition = kinds.isEmpty ? "" : "AND kind IN (\(placeholders(kinds.count)))"
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT * FROM listing WHERE ownerKey = ? AND placeKey = ? AND createdAt >= ? \(condition)
                    ORDER BY id DESC LIMIT 1
                    """,
                arguments: [owner.key, place, time.unixSeconds - ListingWriting.lifetime] + StatementArguments(kinds)
            )
            return try row.map { try Listing(row: $0, in: db) }
        }
    }

    /// Adds items to the newest list, as pushed news form one; their numbers.
    ///
    /// A list that is older than 24 hours, or of another kind, is left alone and a new one begins.
    package func extendListing(
        owner: ListingOwner,
        place: String,
        kind: String,
        with items: [Int64],
        at time: Date
    ) async throws -> [Int] {
        let list = NewListing(owner: owner, place: place, kind: kind, items: items, extendsNewest: true)
        return try await write { db in try ListingWriting(db: db, seconds: time.unixSeconds).extend(list) }
    }

    /// The newest list of the kinds that a message posted there shows, by what its network calls the message.
    ///
    /// Of a message posted elsewhere nothing is said: its id may have been handed on to strangers. Of answers only the
    /// lists of `owners` are found: a room may hold what was shown to one person alone.
    package func listing(
        ofPosted eventID: String,
        at place: Address,
        owners: [ListingOwner],
        kinds: [String]
    ) async throws -> Listing? {
        try await read { db in
            let push = try Self.pushOrigin(of: eventID, at: place, in: db)
            let answers = try Self.answerOrigins(of: eventID, at: place, in: db)
            let own = StatementArguments(owners.map(\.key))
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT * FROM listing
                    WHERE origin IS NOT NULL AND kind IN (\(placeholders(kinds.count))) AND (origin = ?
                        OR (origin IN (\(placeholders(answers.count))) AND placeKey = ?
                            AND ownerKey IN (\(placeholders(owners.count)))))
                    ORDER BY id DESC LIMIT 1
                    """,
                arguments: StatementArguments(kinds) + [push] + StatementArguments(answers) + [place.listingPlace] + own
            )
            return try row.map { try Listing(row: $0, shownCount: $0["shownCount"], in: db) }
        }
    }

    private static func pushOrigin(of eventID: String, at place: Address, in db: Database) throws -> String? {
        try Int64.fetchOne(
            db,
            sql: """
                SELECT message.id FROM postedEvent JOIN message ON message.id = messageID
                JOIN address ON address.id = message.addressID
                WHERE postedEvent.network = ? AND eventID = ?
                    AND address.network = postedEvent.network AND address.kind = ? AND address.target = ?
                """,
            arguments: [place.network, eventID, place.kind.rawValue, place.target]
        ).map { ListingOrigin.push(MessageID(rawValue: $0)).key }
    }

    private static func answerOrigins(of eventID: String, at place: Address, in db: Database) throws -> [String] {
        try String.fetchAll(
            db,
            sql: "SELECT inboundID FROM postedReply WHERE network = ? AND eventID = ? LIMIT 50",
            arguments: [place.network, eventID]
        ).map { ListingOrigin.answer(network: place.network, inboundID: $0).key }
    }
}

extension Listing {
    fileprivate init(row: Row, shownCount: Int = .max, in db: Database) throws {
        let items = try Int64.fetchAll(
            db,
            sql: "SELECT itemID FROM listingItem WHERE listingID = ? ORDER BY number LIMIT ?",
            arguments: [row["id"] as Int64, shownCount]
        )
        self.init(id: row["id"], kind: row["kind"], items: items, createdAt: row.date("createdAt"))
    }
}
