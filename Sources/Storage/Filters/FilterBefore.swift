import GRDB
import NewsModel

/// A row of `newsFilter` without its owner and number.
struct StoredFilter: Codable {
    var feed: FeedID?
    var category: String?
    var isOnly: Bool
    var query: String
    var isOn: Bool
    var createdBy: ProfileID?
    var madeBy: Int64?
    var createdAt: Int64

    /// Nothing is inserted if its feed is gone.
    func insert(_ number: Int, of recipient: RecipientID, in db: Database) throws {
        if let feed {
            let statement = try db.cachedStatement(sql: "SELECT 1 FROM feed WHERE id = ?")
            guard try Row.fetchOne(statement, arguments: [feed]) != nil else { return }
        }
        try db.executeCached(
            sql: """
                INSERT INTO newsFilter (recipientID, number, feedID, category, isOnly, query, isOn, createdBy, madeBy,
                    createdAt)
                VALUES (:recipient, :number, :feed, :category, :isOnly, :query, :isOn,
                    (SELECT id FROM profile WHERE id = :createdBy), :madeBy, :createdAt)
                """,
            arguments: [
                "recipient": recipient, "number": number, "feed": feed, "category": category, "isOnly": isOnly,
                "query": query, "isOn": isOn, "createdBy": createdBy, "madeBy": madeBy, "createdAt": createdAt,
            ]
        )
    }
}

/// A filter before a change, so that `undo` can restore it; `filter` is nil when it was added by the change.
struct FilterBefore: Codable {
    var number: Int
    var filter: StoredFilter?

    init(number: Int) { self.number = number }

    init(number: Int, of recipient: RecipientID, in db: Database) throws {
        self.number = number
        let statement = try db.cachedStatement(
            sql: """
                SELECT feedID, category, isOnly, query, isOn, createdBy, madeBy, createdAt FROM newsFilter
                WHERE recipientID = ? AND number = ?
                """
        )
        filter = try Row.fetchOne(statement, arguments: [recipient, number]).map { row in
            StoredFilter(
                feed: row[0],
                category: row[1],
                isOnly: row[2],
                query: row[3],
                isOn: row[4],
                createdBy: row[5],
                madeBy: row[6],
                createdAt: row[7]
            )
        }
    }

    /// Whether there is something to restore: a filter that was added may have been removed since.
    func isStillChanged(of recipient: RecipientID, in db: Database) throws -> Bool {
        try filter != nil || NewsFilter.find(number, of: recipient, in: db) != nil
    }

    func restore(for recipient: RecipientID, in db: Database) throws -> Bool {
        try db.executeCached(
            sql: "DELETE FROM newsFilter WHERE recipientID = ? AND number = ?",
            arguments: [recipient, number]
        )
        let wasThere = db.changesCount > 0
        try filter?.insert(number, of: recipient, in: db)
        return wasThere || filter != nil
    }
}

extension UndoLog {
    func record(_ before: FilterBefore, named name: String, of owner: RecipientID) throws {
        try record(.filter, named: name, before: try StoredJSON.text(before), of: owner)
    }
}
