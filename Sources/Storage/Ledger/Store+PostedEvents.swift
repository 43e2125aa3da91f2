import GRDB
package import NewsModel

extension Store {
    package func recordPosted(network: String, eventID: String, key: String) async throws {
        // Replies have keys of another kind and leave nothing in the ledger.
        guard let (message, part) = Self.messageAndPart(key) else { return }
        try await write { db in
            try db.execute(
                sql: """
                    INSERT OR IGNORE INTO postedEvent (network, eventID, messageID, part)
                    SELECT ?, ?, id, ? FROM message WHERE id = ?
                    """,
                arguments: [network, eventID, part, message]
            )
            if db.changesCount > 0 { try EditablePosts.add(message, eventID: eventID, db) }
        }
    }

    package func postedEvent(network: String, key: String) async throws -> String? {
        guard let (message, part) = Self.messageAndPart(key) else { return nil }
        return try await read { db in
            try String.fetchOne(
                db,
                sql: "SELECT eventID FROM postedEvent WHERE messageID = ? AND part = ? AND network = ?",
                arguments: [message, part, network]
            )
        }
    }

    /// Nil for a key that is none of a message's.
    private static func messageAndPart(_ key: String) -> (message: Int64, part: Int64)? {
        let numbers = key.split(separator: "-").map { Int64($0) }
        guard numbers.count == 2, let message = numbers[0], let part = numbers[1] else { return nil }
        return (message, part)
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

    /// The one article that a message posted there told; nil when it told several, or none.
    ///
    /// Of a message posted elsewhere nothing is said: its id may have been handed on to strangers.
    package func postedArticle(eventID: String, at place: Address) async throws -> ArticleID? {
        try await read { db in
            let ids = try Int64.fetchAll(
                db,
                sql: """
                    SELECT DISTINCT articleID FROM postedEvent
                    JOIN delivery ON delivery.messageID = postedEvent.messageID
                    JOIN message ON message.id = postedEvent.messageID
                    JOIN address ON address.id = message.addressID
                    WHERE postedEvent.network = ? AND eventID = ? AND articleID IS NOT NULL
                        AND address.network = postedEvent.network AND address.kind = ? AND address.target = ? LIMIT 2
                    """,
                arguments: [place.network, eventID, place.kind.rawValue, place.target]
            )
            return ids.count == 1 ? ids.first.map(ArticleID.init(rawValue:)) : nil
        }
    }
}
