import GRDB
package import NewsModel

extension Sight {
    /// The feed with the name that the reader gave it; unchanged when they gave it none.
    func named(_ feed: Feed, in db: Database) throws -> Feed {
        guard let reader else { return feed }
        let statement = try db.cachedStatement(
            sql: "SELECT name FROM subscription WHERE recipientID = ? AND feedID = ? AND name IS NOT NULL"
        )
        guard let name = try String.fetchOne(statement, arguments: [reader, feed.id]) else { return feed }
        var named = feed
        named.name = name
        return named
    }
}

extension Store {
    /// Sets a follower's own name for a feed; nil restores the feed's.
    ///
    /// False when the feed is not followed.
    package func setOwnName(_ name: String?, of recipient: RecipientID, on feed: FeedID) async throws -> Bool {
        try await set("name", to: name, of: recipient, on: feed)
    }

    /// Sets a follower's own category for a feed; nil restores the feed's.
    ///
    /// False when the feed is not followed.
    package func setOwnCategory(_ category: String?, of recipient: RecipientID, on feed: FeedID) async throws -> Bool {
        try await set("category", to: category, of: recipient, on: feed)
    }

    /// Sets a follower's own wording for the stories of a feed (`PushTemplate`); nil restores the usual one.
    ///
    /// False when the feed is not followed.
    package func setTemplate(_ template: String?, of recipient: RecipientID, on feed: FeedID) async throws -> Bool {
        try await set("template", to: template, of: recipient, on: feed)
    }

    /// Sets a column of a subscription; false when the feed is not followed.
    private func set(
        _ column: String,
        to value: (any DatabaseValueConvertible & Sendable)?,
        of recipient: RecipientID,
        on feed: FeedID
    ) async throws -> Bool {
        try await write { db in
            try db.execute(
                sql: "UPDATE subscription SET \(column) = ? WHERE recipientID = ? AND feedID = ?",
                arguments: [value, recipient, feed]
            )
            return db.changesCount > 0
        }
    }

    /// A follower's own wordings, by feed.
    package func templates(of recipient: RecipientID) async throws -> [FeedID: String] {
        try await read { db in
            let rows = try Row.fetchAll(
                db.cachedStatement(
                    sql: "SELECT feedID, template FROM subscription WHERE recipientID = ? AND template IS NOT NULL"
                ),
                arguments: [recipient]
            )
            return Dictionary(rows.map { ($0[0] as FeedID, $0[1] as String) }, uniquingKeysWith: { first, _ in first })
        }
    }

    /// Sets whether posts of a feed are edited when its headlines change; nil leaves it to the room.
    ///
    /// False when the feed is not followed.
    package func setEditsPosts(_ isOn: Bool?, of recipient: RecipientID, on feed: FeedID) async throws -> Bool {
        try await set("editsPosts", to: isOn, of: recipient, on: feed)
    }

    /// Sets whether a follower is sent every report of the same news by a feed.
    ///
    /// False when the feed is not followed.
    package func setAllowsRepeats(_ isOn: Bool, of recipient: RecipientID, on feed: FeedID) async throws -> Bool {
        try await set("allowsRepeats", to: isOn, of: recipient, on: feed)
    }

    /// The names, as the follower knows them, of the feeds that send every report of the same news.
    package func feedsAllowingRepeats(of recipient: RecipientID) async throws -> [String] {
        try await read { db in
            try String.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT coalesce(subscription.name, feed.name) AS shown
                        FROM subscription JOIN feed ON feed.id = subscription.feedID
                        WHERE recipientID = ? AND allowsRepeats ORDER BY shown
                        """
                ),
                arguments: [recipient]
            )
        }
    }
}
