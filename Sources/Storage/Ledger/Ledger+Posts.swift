import GRDB
import NewsModel

/// The event ids that networks gave to sent messages, and which posts may be edited.
extension Ledger {
    /// Seconds after which a post is no longer edited.
    static let editableAge: Int64 = 86_400
    /// The most edits of one post: a feed may change its headlines again and again.
    static let mostEdits = 3

    /// Records the event id that a network gave to a part of a message.
    ///
    /// A message about one article becomes editable if its room has edits switched on.
    /// A message about one feed may begin the feed's thread.
    static func recordPosted(
        _ message: MessageID,
        part: Int,
        network: String,
        eventID: String,
        in db: Database
    ) throws {
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO postedEvent (network, eventID, messageID, part)
                SELECT ?, ?, id, ? FROM message WHERE id = ?
                """,
            arguments: [network, eventID, part, message]
        )
        guard db.changesCount > 0 else { return }
        if part == 0 { try beginThread(message, eventID: eventID, in: db) }
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO editablePost (messageID, eventID, feedID, articleID, postedAt)
                SELECT message.id, ?, article.feedID, article.id, message.createdAt FROM message
                JOIN address ON address.id = message.addressID AND address.kind = 'room'
                JOIN room ON room.network = address.network AND room.name = address.target
                JOIN delivery ON delivery.messageID = message.id AND delivery.kind = 'news'
                JOIN article ON article.id = delivery.articleID AND \(Ledger.editsPosts(of: "article.feedID")) = 1
                WHERE message.id = ? AND message.partCount = 1
                    AND (SELECT count(*) FROM delivery WHERE messageID = message.id) = 1
                """,
            arguments: [eventID, message]
        )
    }

    /// SQL: whether posts of a feed are edited, as the follower says, else as the room has it.
    ///
    /// The tables `room` and `delivery` must be joined.
    static func editsPosts(of feed: String) -> String {
        """
        coalesce((SELECT subscription.editsPosts FROM subscription
            WHERE subscription.recipientID = delivery.recipientID AND subscription.feedID = \(feed)), room.editsPosts)
        """
    }

    /// Queues an edit of a post with the reasons of the original delivery.
    ///
    /// The edit is therefore worded the same way, and withdrawn when the last of its subscriptions and alerts is
    /// removed.
    func queueEdit(of message: MessageID, eventID: String, telling news: DeliveryID) throws {
        try db.execute(
            sql: """
                INSERT INTO delivery (recipientID, addressID, kind, storyID, articleID, payload, dueAt, createdAt)
                SELECT recipientID, addressID, 'edit', storyID, articleID, ?, ?, ? FROM delivery WHERE id = ?
                """,
            arguments: [try DeliveryPayload.edit(eventID: eventID).encoded(), seconds, seconds, news]
        )
        try db.execute(
            sql: """
                INSERT INTO deliveryReason (deliveryID, kind, reasonID)
                SELECT ?, kind, reasonID FROM deliveryReason WHERE deliveryID = ?
                """,
            arguments: [db.lastInsertedRowID, news]
        )
        try db.execute(
            sql: "UPDATE editablePost SET editCount = editCount + 1 WHERE messageID = ?",
            arguments: [message]
        )
    }

    /// Stops all edits of posts at an address, as when a room was replaced by another.
    static func cancelEdits(at address: AddressID, in db: Database) throws {
        try db.execute(
            sql: "DELETE FROM editablePost WHERE messageID IN (SELECT id FROM message WHERE addressID = ?)",
            arguments: [address]
        )
        try db.execute(
            sql: "DELETE FROM delivery WHERE addressID = ? AND kind = 'edit' AND state = 'queued'",
            arguments: [address]
        )
    }

    /// Corrects the feed of editable posts after their articles have moved to another feed.
    static func moveEditablePosts(to feed: FeedID, in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE editablePost SET feedID = :feed WHERE feedID <> :feed
                    AND (SELECT feedID FROM article WHERE id = articleID) = :feed
                """,
            arguments: ["feed": feed]
        )
    }
}
