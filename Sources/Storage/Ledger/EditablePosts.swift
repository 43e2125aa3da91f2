import GRDB
import NewsModel

/// Posts in rooms that want them changed when their article's headline changes.
struct EditablePosts {
    /// Seconds after which a post is left alone.
    static let age: Int64 = 86_400
    /// Changes of one post, so that a feed that cannot make up its mind is no clock.
    static let mostEdits = 3

    let db: Database
    let seconds: Int64
    let judge: MuteJudge

    /// Takes a message that the network has as a post to be changed, if it tells one article in a room that wants that.
    static func add(_ message: Int64, eventID: String, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO editablePost (messageID, eventID, feedID, articleID, postedAt)
                SELECT message.id, ?, article.feedID, article.id, message.createdAt FROM message
                JOIN address ON address.id = message.addressID AND address.kind = 'room'
                JOIN room ON room.network = address.network AND room.name = address.target AND room.editsPosts = 1
                JOIN delivery ON delivery.messageID = message.id AND delivery.kind = 'news'
                JOIN article ON article.id = delivery.articleID
                WHERE message.id = ? AND message.partCount = 1
                    AND (SELECT count(*) FROM delivery WHERE messageID = message.id) = 1
                """,
            arguments: [eventID, message]
        )
    }

    /// Stores changed headlines of posted articles and queues a change of each post; `entries` are known ones of the feed.
    func note(_ entries: [NewArticle], of feed: FeedID) throws {
        let posted = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT DISTINCT article.id, article.title, article.url FROM editablePost
                    JOIN article ON article.id = editablePost.articleID
                    WHERE editablePost.feedID = ? AND postedAt > ? AND editCount < ? AND article.url IS NOT NULL
                    """
            ),
            arguments: [feed.rawValue, seconds - Self.age, Self.mostEdits]
        )
        guard !posted.isEmpty else { return }
        let byURL = Dictionary(grouping: entries) { $0.url ?? "" }
        for row in posted {
            let (article, url): (Int64, String) = (row["id"], row["url"])
            // A link that several have is no identity.
            guard let entry = byURL[url]?.first, byURL[url]?.count == 1, !entry.title.isEmpty,
                entry.title != row["title"] as String, try isOnlyArticle(at: url, of: feed)
            else { continue }
            try db.execute(sql: "UPDATE article SET title = ? WHERE id = ?", arguments: [entry.title, article])
            try queueEdits(of: article)
        }
    }

    private func isOnlyArticle(at url: String, of feed: FeedID) throws -> Bool {
        try Int.fetchOne(
            db,
            sql: "SELECT count(*) FROM article WHERE feedID = ? AND url = ?",
            arguments: [feed.rawValue, url]
        ) == 1
    }

    /// One for each post that has none waiting already, for the words are made last.
    private func queueEdits(of article: Int64) throws {
        let posts = try Row.fetchAll(
            db,
            sql: """
                SELECT messageID, eventID, delivery.id AS delivery, delivery.recipientID FROM editablePost
                JOIN delivery USING (messageID)
                JOIN address ON address.id = delivery.addressID
                JOIN room ON room.network = address.network AND room.name = address.target AND room.editsPosts = 1
                WHERE editablePost.articleID = ? AND postedAt > ? AND editCount < ?
                """,
            arguments: [article, seconds - Self.age, Self.mostEdits]
        )
        let waiting = try waitingEdits(of: article)
        for post in posts {
            let (message, event, news): (Int64, String, Int64) = (post["messageID"], post["eventID"], post["delivery"])
            if waiting.contains(.edit(eventID: event)) { continue }
            let reader: RecipientID = post.id("recipientID")
            if let mutes = try MuteFilter(of: reader, in: db, judge),
                let listed = try ListedArticle.find(ArticleID(rawValue: article), in: .shown(to: reader), db),
                mutes.hides(listed)
            {
                continue
            }
            try db.execute(
                sql: """
                    INSERT INTO delivery (recipientID, addressID, kind, storyID, articleID, payload, dueAt, createdAt)
                    SELECT recipientID, addressID, 'update', storyID, articleID, ?, ?, ? FROM delivery WHERE id = ?
                    """,
                arguments: [try DeliveryPayload.edit(eventID: event).encoded(), seconds, seconds, news]
            )
            // With its reasons, so that it is worded alike and goes when nobody wants it any more.
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
    }

    private func waitingEdits(of article: Int64) throws -> Set<DeliveryPayload> {
        let rows = try Row.fetchAll(
            db,
            sql: "SELECT kind, payload FROM delivery WHERE articleID = ? AND kind = 'update' AND state = 'queued'",
            arguments: [article]
        )
        return Set(rows.compactMap(DeliveryPayload.init(row:)))
    }

    /// What was posted in a room that goes on elsewhere is not there.
    static func forget(in place: Address, _ db: Database) throws {
        guard let address = try AddressID.find(place, in: db) else { return }
        try db.execute(
            sql: "DELETE FROM editablePost WHERE messageID IN (SELECT id FROM message WHERE addressID = ?)",
            arguments: [address.rawValue]
        )
        try db.execute(
            sql: "DELETE FROM delivery WHERE addressID = ? AND kind = 'update' AND state = 'queued'",
            arguments: [address.rawValue]
        )
    }

    static func prune(before seconds: Int64, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM editablePost WHERE postedAt <= ?", arguments: [seconds - age])
    }
}
