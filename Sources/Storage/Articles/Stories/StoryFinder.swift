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

    private let db: Database
    private let feed: FeedID
    private let sharedLinks: Set<String>
    private let hashes: KeyHashes
    private let findsKey: DirectStatement
    private let addsKey: DirectStatement
    private let addsStory: DirectStatement

    init(db: Database, feed: FeedID, sharedLinks: Set<String>) throws {
        (self.db, self.feed, self.sharedLinks) = (db, feed, sharedLinks)
        hashes = try KeyHashes(in: db)
        findsKey = try DirectStatement("SELECT 1 FROM storyKey WHERE key = ? LIMIT 1", in: db)
        addsKey = try DirectStatement(
            "INSERT OR IGNORE INTO storyKey (key, storyID, feedID, isTitle, publishedAt) VALUES (?, ?, ?, ?, ?)",
            in: db
        )
        addsStory = try DirectStatement("INSERT INTO story (firstSeenAt) VALUES (?)", in: db)
    }

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
        var hash: Int64
        var isTitle: Bool
        /// Another entry has it already.
        ///
        /// Most keys are new, and then no search is needed.
        var isKnown: Bool
    }

    /// The link first: it is more reliable than the title.
    private func keys(of entry: NewArticle) throws -> [Key] {
        func key(_ text: String?, _ kind: KeyHashes.Kind) throws -> Key? {
            try text.map { text in
                let hash = hashes.hash(text, kind)
                let isKnown = try findsKey.returnsRow { $0.bind(hash) }
                return Key(hash: hash, isTitle: kind == .title, isKnown: isKnown)
            }
        }
        return try [key(link(of: entry), .link), key(entry.titleKey, .title)].compactMap(\.self)
    }

    private func link(of entry: NewArticle) -> String? {
        entry.canonicalURL.flatMap { sharedLinks.contains($0) ? nil : $0 }
    }

    private static func newestSQL(_ tellers: String) -> String {
        """
        SELECT storyID FROM (
            SELECT storyID, feedID, publishedAt FROM storyKey WHERE key = :key ORDER BY storyID DESC LIMIT \(mostScanned)
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
                    WHERE shared.key = :key AND shared.storyID = other.storyID AND shared.feedID = other.feedID)))
            AND NOT EXISTS (SELECT 1 FROM article
                WHERE article.storyID = coalesce(story.sameAs, story.id) AND article.feedID = :feed)
        """

    private func find(_ key: Key, _ published: Int64, _ firstSeen: Int64) throws -> StoryID? {
        guard key.isKnown, try !isOverused(key, firstSeen) else { return nil }
        return try StoryID.fetchOne(
            db.cachedStatement(sql: Self.findSQL),
            arguments: [
                "key": key.hash, "feed": feed,
                "from": key.isTitle ? published - Self.titleWindow : 0,
                "to": key.isTitle ? published + Self.titleWindow : .max,
            ]
        )
    }

    /// Whether the feed has recently created so many stories with the key that the key identifies nothing: each search
    /// could scan many rows.
    private func isOverused(_ key: Key, _ firstSeen: Int64) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                SELECT count(*) FROM storyKey JOIN story ON story.id = storyKey.storyID
                WHERE storyKey.feedID = ? AND storyKey.key = ? AND story.firstSeenAt > ?
                """
        )
        let recent = firstSeen - Self.titleWindow
        return try Int.fetchOne(statement, arguments: [feed, key.hash, recent]) ?? 0 >= Self.mostOfFeed
    }

    /// An entry with the link of one story and the title of another shows that both are the same.
    ///
    /// Only a publisher's entry of its own page proves it; an entry of another public feed makes them one event. A
    /// private feed proves nothing. No story may then contain two entries of one feed.
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
        try addsStory.execute { $0.bind(firstSeen) }
        return StoryID(rawValue: db.lastInsertedRowID)
    }

    private func remember(_ key: Key, _ story: StoryID, _ published: Int64) throws {
        try addsKey.execute {
            $0.bind(key.hash)
            $0.bind(story)
            $0.bind(feed)
            $0.bind(key.isTitle ? 1 : 0)
            $0.bind(published)
        }
        guard key.isKnown, db.changesCount > 0 else { return }
        try db.executeCached(sql: Self.pruneSQL, arguments: ["feed": feed, "key": key.hash])
    }

    /// Stories that other feeds joined are kept: every article of them must keep the key.
    private static let pruneSQL = """
        DELETE FROM storyKey WHERE feedID = :feed AND key = :key AND storyID <=
            (SELECT storyID FROM storyKey WHERE feedID = :feed AND key = :key
                ORDER BY storyID DESC LIMIT 1 OFFSET \(mostOfFeed))
            AND NOT EXISTS (SELECT 1 FROM storyKey AS other WHERE other.key = :key
                AND other.storyID = storyKey.storyID AND other.feedID <> :feed)
        """
}
