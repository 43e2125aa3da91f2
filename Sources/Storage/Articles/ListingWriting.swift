import GRDB

/// Keeps numbered lists within the transaction that shows them.
struct ListingWriting {
    /// Seconds that a list is found by its owner and place.
    static let lifetime: Int64 = 86_400

    let db: Database
    let seconds: Int64

    func save(_ list: NewListing, origin: ListingOrigin?) throws {
        if list.extendsNewest {
            _ = try extend(list)
            return
        }
        try db.execute(
            sql: "DELETE FROM listing WHERE origin IS NULL AND createdAt < ?",
            arguments: [seconds - Self.lifetime]
        )
        let items = list.items.prefix(1_000)
        try insert(try begin(list, origin: origin, count: items.count), after: 0, items)
    }

    /// The numbers that the items got.
    ///
    /// A list that is older than 24 hours, or of another kind, is left alone and a new one begins.
    func extend(_ list: NewListing) throws -> [Int] {
        let row = try Row.fetchOne(
            db,
            sql: "SELECT * FROM listing WHERE ownerKey = ? AND placeKey = ? ORDER BY id DESC LIMIT 1",
            arguments: [list.owner.key, list.place]
        )
        let newest: Int64? = row.flatMap { row in
            row["kind"] == list.kind && row["createdAt"] >= seconds - Self.lifetime ? row["id"] : nil
        }
        let id = try newest ?? begin(list, origin: nil, count: 0)
        let last = try Int.fetchOne(
            db,
            sql: "SELECT coalesce(max(number), 0) FROM listingItem WHERE listingID = ?",
            arguments: [id]
        )
        let first = last ?? 0
        try insert(id, after: first, list.items[...])
        return list.items.indices.map { first + $0 + 1 }
    }

    /// `count` is how many its message shows: what is added later is no part of that.
    private func begin(_ list: NewListing, origin: ListingOrigin?, count: Int) throws -> Int64 {
        try db.execute(
            sql: """
                INSERT INTO listing (ownerKey, placeKey, kind, createdAt, origin, shownCount) VALUES (?, ?, ?, ?, ?, ?)
                """,
            arguments: [list.owner.key, list.place, list.kind, seconds, origin?.key, count]
        )
        return db.lastInsertedRowID
    }

    private func insert(_ listing: Int64, after last: Int, _ items: ArraySlice<Int64>) throws {
        let statement = try db.cachedStatement(
            sql: "INSERT INTO listingItem (listingID, number, itemID) VALUES (?, ?, ?)"
        )
        for (offset, item) in items.enumerated() {
            try statement.execute(arguments: [listing, last + offset + 1, item])
        }
    }
}
