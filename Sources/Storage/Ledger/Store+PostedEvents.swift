import GRDB
package import NewsModel

extension Store {
    package func recordPosted(network: String, eventID: String, key: PartKey) async throws {
        switch key {
        case .message(let id, let part): try await recordPostedMessage(id, part: part, network, eventID)
        case .reply(let inboundID, _): try await recordPostedReply(to: inboundID, network: network, eventID: eventID)
        // Nobody refers to the others later.
        case .quiz, .scheduledQuiz, .ownerHint, .welcome, .unreadable, .directRoom: break
        }
    }

    private func recordPostedMessage(
        _ message: MessageID,
        part: Int,
        _ network: String,
        _ eventID: String
    ) async throws {
        try await write { db in
            try db.execute(
                sql: """
                    INSERT OR IGNORE INTO postedEvent (network, eventID, messageID, part)
                    SELECT ?, ?, id, ? FROM message WHERE id = ?
                    """,
                arguments: [network, eventID, part, message.rawValue]
            )
            if db.changesCount > 0 { try EditablePosts.add(message.rawValue, eventID: eventID, db) }
        }
    }

    /// An answer is remembered for the numbered lists in it, and as long as they are.
    private func recordPostedReply(to inboundID: String, network: String, eventID: String) async throws {
        let origin = ListingOrigin.answer(network: network, inboundID: inboundID)
        try await write { db in
            try db.execute(
                sql: """
                    INSERT OR IGNORE INTO postedReply (network, eventID, inboundID, postedAt)
                    SELECT ?, ?, ?, createdAt FROM listing WHERE origin = ? LIMIT 1
                    """,
                arguments: [network, eventID, inboundID, origin.key]
            )
        }
    }

    package func postedEvent(network: String, key: PartKey) async throws -> String? {
        guard case .message(let message, let part) = key else { return nil }
        return try await read { db in
            try String.fetchOne(
                db,
                sql: "SELECT eventID FROM postedEvent WHERE messageID = ? AND part = ? AND network = ?",
                arguments: [message.rawValue, part, network]
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
