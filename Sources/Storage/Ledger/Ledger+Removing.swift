import GRDB
import NewsModel

extension Ledger {
    /// Deletes at most `limit` deliveries that ended before this time; returns how many.
    ///
    /// Told rows are never pruned. What was kept back stays longer, while its article is there
    /// (`Retention.keptBackAge`).
    func pruneWork(limit: Int) throws -> Int {
        let longer = Int64(Retention.keptBackAge - Retention.sentAge)
        try db.execute(
            sql: """
                DELETE FROM delivery WHERE id IN (SELECT id FROM delivery WHERE endedAt < :end
                    AND (repeatedStoryID IS NULL OR endedAt < :keptBackEnd
                        OR NOT EXISTS (SELECT 1 FROM article WHERE article.id = delivery.articleID)) LIMIT :limit)
                """,
            arguments: ["end": seconds, "keptBackEnd": seconds - longer, "limit": limit]
        )
        return db.changesCount
    }

    /// Deletes at most `limit` messages that ended before this time; returns how many.
    func pruneMessages(limit: Int) throws -> Int {
        try db.execute(
            sql: "DELETE FROM message WHERE id IN (SELECT id FROM message WHERE endedAt < ? LIMIT ?)",
            arguments: [seconds, limit]
        )
        return db.changesCount
    }

    /// Deletes records of posts that are too old to be edited.
    func pruneEditablePosts() throws {
        try db.execute(sql: "DELETE FROM editablePost WHERE postedAt <= ?", arguments: [seconds - Self.editableAge])
    }

    /// Deletes all deliveries and told rows of a recipient, and the messages that were for nobody else.
    static func erase(_ recipient: RecipientID, in db: Database) throws {
        // Their frozen messages may be at an address that is not theirs, such as a room.
        let steps = [
            """
            DELETE FROM message WHERE id IN (SELECT messageID FROM delivery WHERE recipientID = :recipient)
                AND NOT EXISTS (SELECT 1 FROM delivery WHERE messageID = message.id AND recipientID <> :recipient)
            """,
            "DELETE FROM delivery WHERE recipientID = :recipient",
            "DELETE FROM told WHERE recipientID = :recipient",
        ]
        for sql in steps { try db.execute(sql: sql, arguments: ["recipient": recipient]) }
    }
}
