import GRDB
package import NewsModel

extension Store {
    /// A follower's own name for a feed; nil goes back to the feed's.
    ///
    /// False when it is not followed.
    package func setOwnName(_ name: String?, of recipient: RecipientID, on feed: FeedID) async throws -> Bool {
        try await write { db in
            try db.execute(
                sql: "UPDATE subscription SET name = ? WHERE recipientID = ? AND feedID = ?",
                arguments: [name, recipient.rawValue, feed.rawValue]
            )
            return db.changesCount > 0
        }
    }

    /// A follower's own category for a feed; nil goes back to the feed's.
    ///
    /// False when it is not followed.
    package func setOwnCategory(_ category: String?, of recipient: RecipientID, on feed: FeedID) async throws -> Bool {
        try await write { db in
            try db.execute(
                sql: "UPDATE subscription SET category = ? WHERE recipientID = ? AND feedID = ?",
                arguments: [category, recipient.rawValue, feed.rawValue]
            )
            return db.changesCount > 0
        }
    }
}
