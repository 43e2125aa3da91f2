package import Foundation
import GRDB
package import NewsModel

/// A numbered list that was shown to its owner.
package struct Listing: Hashable, Sendable {
    package var id: Int64
    /// The kind of its items: `article`, `feed` … as its maker named it.
    package var kind: String
    /// The first item has the number 1.
    package var items: [Int64]
    package var createdAt: Date

    /// The kind of a list that holds only the article an answer is about.
    ///
    /// It is found by that answer alone: numbers and pushed news pass it over.
    package static let subjectKind = "subject"
}

extension Store {
    /// Stores a numbered list for 24 hours.
    ///
    /// With an origin it can also be found by the message that shows it, for as long as that is stored.
    package func saveListing(
        owner: ListingOwner,
        place: String,
        kind: String,
        items: [Int64],
        origin: ListingOrigin? = nil,
        at time: Date
    ) async throws {
        let list = NewListing(owner: owner, place: place, kind: kind, items: items)
        try await writeLightly { db in try ListingWriting(db: db, seconds: time.unixSeconds).save(list, origin: origin)
        }
    }

    /// An owner's newest list at a destination, of one of the kinds; no kinds means any.
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
                    SELECT \(Listing.columns) FROM listing WHERE ownerKey = ? AND placeKey = ? AND createdAt >= ? \(condition)
                    ORDER BY id DESC LIMIT 1
                    """,
                arguments: [owner.key, place, time.unixSeconds - ListingWriting.lifetime] + StatementArguments(kinds)
            )
            return try row.map { try Listing(row: $0, in: db) }
        }
    }

    /// The newest list in a message posted at `place`, by the event id that its network gave it.
    ///
    /// The event id alone is not enough: strangers may know it. Lists in replies are found only for `owners`, because a
    /// room may contain a list that was for one person.
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
                    SELECT \(Listing.columns), shownCount FROM listing
                    WHERE origin IS NOT NULL AND kind IN (\(placeholders(kinds.count))) AND (origin = ?
                        OR (origin IN (\(placeholders(answers.count))) AND placeKey = ?
                            AND ownerKey IN (\(placeholders(owners.count)))))
                    ORDER BY id DESC LIMIT 1
                    """,
                arguments: StatementArguments(kinds) + [push] + StatementArguments(answers) + [place.listingPlace] + own
            )
            return try row.map { try Listing(row: $0, shownCount: $0[3], in: db) }
        }
    }

    private static func pushOrigin(of eventID: String, at place: Address, in db: Database) throws -> String? {
        try MessageID.fetchOne(
            db,
            sql: """
                SELECT message.id FROM postedEvent JOIN message ON message.id = messageID
                JOIN address ON address.id = message.addressID
                WHERE postedEvent.network = ? AND eventID = ?
                    AND address.network = postedEvent.network AND address.kind = ? AND address.target = ?
                """,
            arguments: [place.network, eventID, place.kind, place.target]
        ).map { ListingOrigin.push($0).key }
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
    /// The columns that `init(row:shownCount:in:)` reads, in its order.
    fileprivate static let columns = "id, kind, createdAt"

    fileprivate init(row: Row, shownCount: Int = .max, in db: Database) throws {
        let items = try Int64.fetchAll(
            db,
            sql: "SELECT itemID FROM listingItem WHERE listingID = ? ORDER BY number LIMIT ?",
            arguments: [row[0] as Int64, shownCount]
        )
        self.init(id: row[0], kind: row[1], items: items, createdAt: row.date(2))
    }
}
