import GRDB
import NewsModel

/// Finds the story of an entry, or creates one.
///
/// Two entries of different feeds belong to one story if they have the same link, or the same distinctive title within
/// three days. A story contains at most one entry of a feed, so that a column with a constant title stays several
/// stories. A private feed's key matches only if all articles of the story have that key: a private feed must not merge
/// two stories.
struct StoryFinder {
    static let titleWindow: Int64 = 3 * 86_400
    /// The number of newest stories with a key that are checked, for public and for private feeds each.
    ///
    /// A key with more entries is a column's name, not a headline.
    static let mostLookedAt = 64
    /// The number of a feed's newest stories that are stored for one key, so that a flood of one feed cannot hide the
    /// others.
    static let mostOfFeed = 8
    /// The most rows of one key that are scanned.
    private static let mostScanned = 4_000

    let db: Database
    let feed: FeedID
    let sharedLinks: Set<String>

    func story(of entry: NewArticle, published: Int64, firstSeen: Int64) throws -> StoryID {
        let keys = try keys(of: entry)
        let known = try keys.compactMap { try find($0, published, firstSeen) }
        let story = try known.first ?? createStory(at: firstSeen)
        if let other = known.last, other != story { try mergeIfSame(story, other, entry) }
        for key in keys { try remember(key, story, published) }
        return story
    }

    /// Records the keys by which entries of other feeds join the story.
    func remember(_ entry: NewArticle, _ story: StoryID, published: Int64) throws {
        for key in try keys(of: entry) { try remember(key, story, published) }
    }

    /// A link or title by which an entry is matched with a story.
    private struct Key {
        var kind: String
        var key: String
        /// Another entry has it already.
        ///
        /// Most keys are new, and then no search is needed.
        var isKnown: Bool
    }

    /// The link first: it is more reliable than the title.
    private func keys(of entry: NewArticle) throws -> [Key] {
        let statement = try DirectStatement("SELECT 1 FROM storyKey WHERE kind = ? AND key = ? LIMIT 1", in: db)
        func key(_ kind: String, _ key: String?) throws -> Key? {
            try key.map { key in
                let isKnown = try statement.returnsRow {
                    $0.bind(kind)
                    $0.bind(key)
                }
                return Key(kind: kind, key: key, isKnown: isKnown)
            }
        }
        return try [key("link", link(of: entry)), key("title", entry.titleKey)].compactMap(\.self)
    }

    private func link(of entry: NewArticle) -> String? {
        entry.canonicalURL.flatMap { sharedLinks.contains($0) ? nil : $0 }
    }

    private static func newestSQL(_ tellers: String) -> String {
        """
        SELECT storyID FROM (
            SELECT storyID, feedID, publishedAt FROM storyKey WHERE kind = :kind AND key = :key
            ORDER BY storyID DESC LIMIT \(mostScanned)
        ) AS known JOIN feed AS teller ON teller.id = known.feedID
        WHERE known.feedID <> :feed AND known.publishedAt BETWEEN :from AND :to AND \(tellers)
        ORDER BY storyID DESC LIMIT \(mostLookedAt)
        """
    }

    private static let findSQL = """
        SELECT min(coalesce(story.sameAs, story.id)) FROM (
            SELECT storyID, 1 AS isPublic FROM (\(newestSQL(Sight.isPublic("teller"))))
            UNION ALL SELECT storyID, 0 FROM (\(newestSQL("NOT " + Sight.isPublic("teller"))))
        ) AS known JOIN story ON story.id = known.storyID
        WHERE (known.isPublic OR NOT EXISTS (SELECT 1 FROM article AS other
                WHERE other.storyID = story.id AND NOT EXISTS (SELECT 1 FROM storyKey AS shared
                    WHERE shared.kind = :kind AND shared.key = :key AND shared.storyID = other.storyID
                        AND shared.feedID = other.feedID)))
            AND NOT EXISTS (SELECT 1 FROM article
                WHERE article.storyID = coalesce(story.sameAs, story.id) AND article.feedID = :feed)
        """

    private func find(_ key: Key, _ published: Int64, _ firstSeen: Int64) throws -> StoryID? {
        guard key.isKnown, try !isOverused(key.kind, key.key, firstSeen) else { return nil }
        let isTitle = key.kind == "title"
        return try StoryID.fetchOne(
            db.cachedStatement(sql: Self.findSQL),
            arguments: [
                "kind": key.kind, "key": key.key, "feed": feed,
                "from": isTitle ? published - Self.titleWindow : 0,
                "to": isTitle ? published + Self.titleWindow : .max,
            ]
        )
    }

    /// Whether the feed has recently created so many stories with the key that the key identifies nothing: each search
    /// could scan many rows.
    private func isOverused(_ kind: String, _ key: String, _ firstSeen: Int64) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                SELECT count(*) FROM storyKey JOIN story ON story.id = storyKey.storyID
                WHERE storyKey.feedID = ? AND storyKey.kind = ? AND storyKey.key = ? AND story.firstSeenAt > ?
                """
        )
        let recent = firstSeen - Self.titleWindow
        return try Int.fetchOne(statement, arguments: [feed, kind, key, recent]) ?? 0 >= Self.mostOfFeed
    }

    /// An entry with the link of one story and the title of another shows that both are the same.
    ///
    /// Only a publisher's entry of its own page proves it; an entry of another public feed makes them one event. A private
    /// feed proves nothing. No story may then contain two entries of one feed.
    private func mergeIfSame(_ story: StoryID, _ other: StoryID, _ entry: NewArticle) throws {
        let mayMerge = try db.cachedStatement(
            sql: """
                SELECT :link LIKE '%://' || host || '/%' OR :link LIKE host || '/%' FROM feed
                WHERE id = :feed AND \(Sight.isPublic("feed"))
                    AND NOT EXISTS (SELECT 1 FROM article JOIN article AS theirs ON theirs.feedID = article.feedID
                        WHERE article.storyID IN \(StoryFamily.members(of: ":story"))
                            AND theirs.storyID IN \(StoryFamily.members(of: ":other")))
                """
        )
        let arguments: StatementArguments = ["feed": feed, "story": story, "other": other, "link": entry.url]
        guard let row = try Row.fetchOne(mayMerge, arguments: arguments) else { return }
        if row[0] as Bool? == true {
            try StoryFamily.merge(story, other, in: db)
        } else {
            try StoryEvents(db: db).join(story, other)
        }
    }

    private func createStory(at firstSeen: Int64) throws -> StoryID {
        try DirectStatement("INSERT INTO story (firstSeenAt) VALUES (?)", in: db).execute { $0.bind(firstSeen) }
        return StoryID(rawValue: db.lastInsertedRowID)
    }

    private func remember(_ key: Key, _ story: StoryID, _ published: Int64) throws {
        let statement = try DirectStatement(
            "INSERT OR IGNORE INTO storyKey (kind, key, storyID, feedID, publishedAt) VALUES (?, ?, ?, ?, ?)",
            in: db
        )
        try statement.execute {
            $0.bind(key.kind)
            $0.bind(key.key)
            $0.bind(story.rawValue)
            $0.bind(feed.rawValue)
            $0.bind(published)
        }
        guard key.isKnown, db.changesCount > 0 else { return }
        try db.executeCached(
            sql: Self.pruneSQL,
            arguments: ["feed": feed, "kind": key.kind, "key": key.key]
        )
    }

    /// Stories that other feeds joined are kept: every article of them must keep the key.
    private static let pruneSQL = """
        DELETE FROM storyKey WHERE feedID = :feed AND kind = :kind AND key = :key AND storyID <=
            (SELECT storyID FROM storyKey WHERE feedID = :feed AND kind = :kind AND key = :key
                ORDER BY storyID DESC LIMIT 1 OFFSET \(mostOfFeed))
            AND NOT EXISTS (SELECT 1 FROM storyKey AS other WHERE other.kind = :kind AND other.key = :key
                AND other.storyID = storyKey.storyID AND other.feedID <> :feed)
        """
}
