package import Foundation
import GRDB
import NewsModel

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
    private static let lifetime: Int64 = 86_400

    /// Keeps a numbered list for 24 hours; its numbers count from 1.
    package func saveListing(
        owner: ListingOwner,
        place: String,
        kind: String,
        items: [Int64],
        at time: Date
    ) async throws {
        try await write { db in
            try db.execute(
                sql: "DELETE FROM listing WHERE createdAt < ?",
                arguments: [time.unixSeconds - Self.lifetime]
            )
            try db.execute(
                sql: "INSERT INTO listing (ownerKey, placeKey, kind, createdAt) VALUES (?, ?, ?, ?)",
                arguments: [owner.key, place, kind, time.unixSeconds]
            )
            let id = db.lastInsertedRowID
            let insert = try db.cachedStatement(
                sql: "INSERT INTO listingItem (listingID, number, itemID) VALUES (?, ?, ?)"
            )
            for (index, item) in items.prefix(1_000).enumerated() {
                try insert.execute(arguments: [id, index + 1, item])
            }
        }
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
                arguments: [owner.key, place, time.unixSeconds - Self.lifetime] + StatementArguments(kinds)
            )
            guard let row else { return nil }
            let items = try Int64.fetchAll(
                db,
                sql: "SELECT itemID FROM listingItem WHERE listingID = ? ORDER BY number",
                arguments: [row["id"] as Int64]
            )
            return Listing(id: row["id"], kind: row["kind"], items: items, createdAt: row.date("createdAt"))
        }
    }

    /// Adds one item to the newest list, as pushed news form one; its number.
    ///
    /// A list that is older than 24 hours, or of another kind, is left alone and a new one begins.
    package func extendListing(
        owner: ListingOwner,
        place: String,
        kind: String,
        with items: [Int64],
        at time: Date
    ) async throws -> [Int] {
        try await write { db in
            let row = try Row.fetchOne(
                db,
                sql: "SELECT * FROM listing WHERE ownerKey = ? AND placeKey = ? ORDER BY id DESC LIMIT 1",
                arguments: [owner.key, place]
            )
            var listing: Int64?
            if let row, row["kind"] == kind, row["createdAt"] >= time.unixSeconds - Self.lifetime {
                listing = row["id"]
            }
            if listing == nil {
                try db.execute(
                    sql: "INSERT INTO listing (ownerKey, placeKey, kind, createdAt) VALUES (?, ?, ?, ?)",
                    arguments: [owner.key, place, kind, time.unixSeconds]
                )
                listing = db.lastInsertedRowID
            }
            let last = try Int.fetchOne(
                db,
                sql: "SELECT max(number) FROM listingItem WHERE listingID = ?",
                arguments: [listing]
            )
            var numbers: [Int] = []
            for (offset, item) in items.enumerated() {
                let number = (last ?? 0) + offset + 1
                try db.execute(
                    sql: "INSERT INTO listingItem (listingID, number, itemID) VALUES (?, ?, ?)",
                    arguments: [listing, number, item]
                )
                numbers.append(number)
            }
            return numbers
        }
    }
}
