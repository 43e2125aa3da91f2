import GRDB
import NewsModel

/// Finds the story an entry belongs to, or begins one.
///
/// The same page, or the same telling title within three days, from another feed. A story never takes a second entry
/// of one feed, so that a column with a constant title stays many stories. What only a stranger's feed has said joins an
/// entry to articles of which all say the same, so that nobody can make one story of two.
struct StoryFinder {
    static let titleWindow: Int64 = 3 * 86_400
    /// Of a key that many entries share only so many of the newest are looked at, of public feeds and of all others: it is
    /// a column's name, no headline.
    static let mostLookedAt = 64
    /// Of each feed so many of the newest are known by one key, so that nobody's flood covers what others say.
    static let mostOfFeed = 8
    /// Rows of one key that are passed on the way.
    private static let mostPassed = 4_000

    let db: Database
    let feed: FeedID
    let sharedLinks: Set<String>

    func story(of entry: NewArticle, published: Int64, firstSeen: Int64) throws -> StoryID {
        let story =
            try find("link", link(of: entry), from: 0, to: .max, firstSeen)
            ?? find(
                "title",
                entry.titleKey,
                from: published - Self.titleWindow,
                to: published + Self.titleWindow,
                firstSeen
            )
            ?? begin(at: firstSeen)
        try remember(entry, story, published: published)
        return story
    }

    /// Records by what other feeds' entries are known as the same story.
    func remember(_ entry: NewArticle, _ story: StoryID, published: Int64) throws {
        try remember("link", link(of: entry), story, published)
        try remember("title", entry.titleKey, story, published)
    }

    private func link(of entry: NewArticle) -> String? {
        entry.canonicalURL.flatMap { sharedLinks.contains($0) ? nil : $0 }
    }

    private func find(
        _ kind: String,
        _ key: String?,
        from: Int64,
        to: Int64,
        _ firstSeen: Int64
    ) throws -> StoryID? {
        guard let key, try !isWornOut(kind, key, firstSeen) else { return nil }
        func newest(_ tellers: String) -> String {
            """
            SELECT storyID FROM (
                SELECT storyID, feedID, publishedAt FROM storyKey WHERE kind = :kind AND key = :key
                ORDER BY storyID DESC LIMIT \(Self.mostPassed)
            ) AS known JOIN feed AS teller ON teller.id = known.feedID
            WHERE known.feedID <> :feed AND known.publishedAt BETWEEN :from AND :to AND \(tellers)
            ORDER BY storyID DESC LIMIT \(Self.mostLookedAt)
            """
        }
        let isPublic = Sight.isPublic("teller")
        let statement = try db.cachedStatement(
            sql: """
                SELECT min(coalesce(story.sameAs, story.id)) FROM (
                    SELECT storyID, 1 AS isPublic FROM (\(newest(isPublic)))
                    UNION ALL SELECT storyID, 0 FROM (\(newest("NOT " + isPublic)))
                ) AS known JOIN story ON story.id = known.storyID
                WHERE (known.isPublic OR NOT EXISTS (SELECT 1 FROM article AS other
                        WHERE other.storyID = story.id AND NOT EXISTS (SELECT 1 FROM storyKey AS shared
                            WHERE shared.kind = :kind AND shared.key = :key AND shared.storyID = other.storyID
                                AND shared.feedID = other.feedID)))
                    AND NOT EXISTS (SELECT 1 FROM article
                        WHERE article.storyID = coalesce(story.sameAs, story.id) AND article.feedID = :feed)
                """
        )
        return try Int64.fetchOne(
            statement,
            arguments: ["kind": kind, "key": key, "feed": feed.rawValue, "from": from, "to": to]
        ).map(StoryID.init(rawValue:))
    }

    /// Whether the feed has just begun so many stories under the key that it says nothing: each look may pass many rows.
    private func isWornOut(_ kind: String, _ key: String, _ firstSeen: Int64) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                SELECT count(*) FROM storyKey JOIN story ON story.id = storyKey.storyID
                WHERE storyKey.feedID = ? AND storyKey.kind = ? AND storyKey.key = ? AND story.firstSeenAt > ?
                """
        )
        let recent = firstSeen - Self.titleWindow
        return try Int.fetchOne(statement, arguments: [feed.rawValue, kind, key, recent]) ?? 0 >= Self.mostOfFeed
    }

    private func begin(at firstSeen: Int64) throws -> StoryID {
        try db.cachedStatement(sql: "INSERT INTO story (firstSeenAt) VALUES (?)").execute(arguments: [firstSeen])
        return StoryID(rawValue: db.lastInsertedRowID)
    }

    private func remember(_ kind: String, _ key: String?, _ story: StoryID, _ published: Int64) throws {
        guard let key else { return }
        let statement = try db.cachedStatement(
            sql: "INSERT OR IGNORE INTO storyKey (kind, key, storyID, feedID, publishedAt) VALUES (?, ?, ?, ?, ?)"
        )
        try statement.execute(arguments: [kind, key, story.rawValue, feed.rawValue, published])
        guard db.changesCount > 0 else { return }
        // What others joined stays: it says that all of the story is known by the key.
        try db.executeCached(
            sql: """
                DELETE FROM storyKey WHERE feedID = :feed AND kind = :kind AND key = :key AND storyID <=
                    (SELECT storyID FROM storyKey WHERE feedID = :feed AND kind = :kind AND key = :key
                        ORDER BY storyID DESC LIMIT 1 OFFSET \(Self.mostOfFeed))
                    AND NOT EXISTS (SELECT 1 FROM storyKey AS other WHERE other.kind = :kind AND other.key = :key
                        AND other.storyID = storyKey.storyID AND other.feedID <> :feed)
                """,
            arguments: ["feed": feed.rawValue, "kind": kind, "key": key]
        )
    }
}
