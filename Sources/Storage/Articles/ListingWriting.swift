import GRDB

/// Stores numbered lists in the transaction that stores their message.
struct ListingWriting {
    /// Seconds for which a list can be found by its owner and destination.
    static let lifetime: Int64 = 86_400

    let db: Database
    let seconds: Int64

    func save(_ list: NewListing, origin: ListingOrigin?) throws {
        if list.extendsNewest {
            _ = try extend(list)
            return
        }
        try db.executeCached(
            sql: "DELETE FROM listing WHERE origin IS NULL AND createdAt < ?",
            arguments: [seconds - Self.lifetime]
        )
        let items = list.items.prefix(1_000)
        try insert(try begin(list, origin: origin, count: items.count), after: 0, items)
    }

    /// Adds items to the newest list and returns their numbers.
    ///
    /// The newest is that of the same kind; a list of articles and one of saved articles are one kind, because the same
    /// commands read their numbers. A new list begins if it is older than 24 hours.
    func extend(_ list: NewListing) throws -> [Int] {
        let other = list.kind == "article" ? "saved" : list.kind
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT id, createdAt FROM listing WHERE ownerKey = ? AND placeKey = ? AND kind IN (?, ?)
                    ORDER BY id DESC LIMIT 1
                    """
            ),
            arguments: [list.owner.key, list.place, list.kind, other]
        )
        let newest: Int64? = row.flatMap { (($0[1] as Int64) >= seconds - Self.lifetime) ? $0[0] : nil }
        let id = try newest ?? begin(list, origin: nil, count: 0)
        let last = try Int.fetchOne(
            db.cachedStatement(sql: "SELECT coalesce(max(number), 0) FROM listingItem WHERE listingID = ?"),
            arguments: [id]
        )
        let first = last ?? 0
        try insert(id, after: first, list.items[...])
        return list.items.indices.map { first + $0 + 1 }
    }

    /// `count` is the number of items that the message shows, without items that are added later.
    private func begin(_ list: NewListing, origin: ListingOrigin?, count: Int) throws -> Int64 {
        try db.executeCached(
            sql: """
                INSERT INTO listing (ownerKey, placeKey, kind, createdAt, origin, shownCount) VALUES (?, ?, ?, ?, ?, ?)
                """,
            arguments: [list.owner.key, list.place, list.kind, seconds, origin?.key, count]
        )
        return db.lastInsertedRowID
    }

    private func insert(_ listing: Int64, after last: Int, _ items: ArraySlice<Int64>) throws {
        try db.executeCached(
            sql: """
                INSERT INTO listingItem (listingID, number, itemID)
                SELECT ?1, ?2 + item.key + 1, item.value FROM json_each(?3) AS item
                """,
            arguments: [listing, last, "[" + items.map(String.init).joined(separator: ",") + "]"]
        )
    }
}
