import GRDB
package import NewsModel

extension Store {
    package func recordPosted(network: String, eventID: String, key: String) async throws {
        // Replies have keys of another kind and leave nothing in the ledger.
        guard let message = key.split(separator: "-").first.flatMap({ Int64($0) }) else { return }
        try await write { db in
            try db.execute(
                sql: """
                    INSERT OR IGNORE INTO postedEvent (network, eventID, messageID)
                    SELECT ?, ?, id FROM message WHERE id = ?
                    """,
                arguments: [network, eventID, message]
            )
        }
    }

    package func isPosted(network: String, eventID: String) async throws -> Bool {
        try await read { db in
            try Bool.fetchOne(
                db,
                sql: "SELECT EXISTS (SELECT 1 FROM postedEvent WHERE network = ? AND eventID = ?)",
                arguments: [network, eventID]
            ) ?? false
        }
    }

    /// The one article that a posted message told; nil when it told several, or none.
    package func postedArticle(network: String, eventID: String) async throws -> ArticleID? {
        try await read { db in
            let ids = try Int64.fetchAll(
                db,
                sql: """
                    SELECT DISTINCT articleID FROM postedEvent
                    JOIN delivery ON delivery.messageID = postedEvent.messageID
                    WHERE network = ? AND eventID = ? AND articleID IS NOT NULL LIMIT 2
                    """,
                arguments: [network, eventID]
            )
            return ids.count == 1 ? ids.first.map(ArticleID.init(rawValue:)) : nil
        }
    }
}
