import GRDB
import NewsModel

/// The threads of feeds: in rooms that want them, the post below which later posts about the same feed are put.
extension Ledger {
    /// Seconds after which a thread is forgotten; no reader's day is longer.
    static let threadAge: Int64 = 2 * 86_400

    /// Makes a post the first of its feed's thread; it replaces the thread of an earlier day.
    ///
    /// Nothing happens if the post is itself in a thread, or tells of anything but news of one feed.
    static func beginThread(_ message: MessageID, eventID: String, in db: Database) throws {
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO feedThread (addressID, feedID, eventID, beganAt)
                SELECT message.addressID, min(article.feedID), ?, message.createdAt FROM message
                JOIN address ON address.id = message.addressID AND address.kind = 'room'
                JOIN room ON room.network = address.network AND room.name = address.target AND room.threadsFeeds = 1
                JOIN delivery ON delivery.messageID = message.id
                LEFT JOIN article ON article.id = delivery.articleID
                WHERE message.id = ? AND instr(message.parts, 'm.thread') = 0
                GROUP BY message.id
                HAVING min(delivery.kind = 'news') = 1 AND count(article.feedID) = count(*)
                    AND min(article.feedID) = max(article.feedID)
                """,
            arguments: [eventID, message]
        )
    }

    /// Forgets the thread that begins with a post, because the network refuses it.
    static func endThread(_ eventID: String, at address: AddressID, in db: Database) throws {
        try db.execute(
            sql: "DELETE FROM feedThread WHERE addressID = ? AND eventID = ?",
            arguments: [address, eventID]
        )
    }

    /// Forgets all threads at an address, as when a room was replaced by another.
    static func endThreads(at address: AddressID, in db: Database) throws {
        try db.execute(sql: "DELETE FROM feedThread WHERE addressID = ?", arguments: [address])
    }

    /// The threads of a feed go on below the feed that it is merged into, where that has none.
    static func mergeThreads(of feed: FeedID, into other: FeedID, in db: Database) throws {
        try db.execute(
            sql: "UPDATE OR IGNORE feedThread SET feedID = ? WHERE feedID = ?",
            arguments: [other, feed]
        )
    }

    /// Deletes the threads of past days.
    func pruneThreads() throws {
        try db.execute(sql: "DELETE FROM feedThread WHERE beganAt <= ?", arguments: [seconds - Self.threadAge])
    }
}
