import Foundation
import GRDB
import NewsModel

/// An article as one reader sees it, without the data of its feed.
struct ListedRow {
    /// The query for `init(row:)`.
    ///
    /// `:recipient` is the reader; `:articles` is a JSON list of article ids.
    ///
    /// CROSS JOIN makes SQLite start from the reader's few alerts,
    /// because an article may match a hundred thousand alerts of others.
    static let query = """
        SELECT \(Article.columns), \(root), \(event), \(otherSourceCount),
            EXISTS (SELECT 1 FROM alert CROSS JOIN alertMatch ON alertMatch.alertID = alert.id
                WHERE alert.recipientID = :recipient AND alertMatch.articleID = article.id),
            \(ReadMarks.isRead(root)), \(ListedPlace.column), \(ArticleFacts.columns)
        FROM json_each(:articles) AS wanted CROSS JOIN article ON article.id = wanted.value
            CROSS JOIN story ON story.id = article.storyID
            LEFT JOIN articleAnalysis ON articleAnalysis.articleID = article.id
        """
    private static let root = "coalesce(story.sameAs, story.id)"
    /// SQL: the event of the article's story.
    static let event = "coalesce(story.eventID, story.id)"
    /// SQL: how many further feeds report the event (`StoryEvents`) that `:recipient` may see.
    static let otherSourceCount = """
        CASE WHEN EXISTS (SELECT 1 FROM article AS other
                WHERE other.storyID = article.storyID AND other.feedID <> article.feedID)
            OR story.eventID IS NOT NULL OR EXISTS (SELECT 1 FROM story AS member WHERE member.eventID = story.id)
        THEN (SELECT count(DISTINCT other.feedID) FROM article AS other JOIN feed AS theirs ON theirs.id = other.feedID
            WHERE other.storyID IN \(StoryEvents.members(of: event)) AND other.feedID <> article.feedID
                AND \(Sight.isSeen("theirs")))
        ELSE 0 END
        """

    /// Its `storyID` is the story it was stored with, not the root.
    var article: Article
    var root: StoryID
    var event: StoryID
    var otherSourceCount: Int
    var isAlerted: Bool
    var isRead: Bool
    var places: [ListedPlace]
    var facts: ArticleFacts

    init(row: Row) {
        article = Article(row: row)
        root = row[Article.columnCount]
        event = row[Article.columnCount + 1]
        otherSourceCount = row[Article.columnCount + 2]
        isAlerted = row[Article.columnCount + 3]
        isRead = row[Article.columnCount + 4]
        places = ListedPlace.all(row[Article.columnCount + 5])
        facts = ArticleFacts(row: row, at: Article.columnCount + 6)
    }
}

extension ListedArticle {
    fileprivate init(_ row: ListedRow, _ feed: NamedFeed, _ naming: StoryNaming) {
        var article = row.article
        article.storyID = row.root
        article.language = row.facts.language ?? article.language
        if feed.isTitlesOnly {
            // Content that may not be shown is removed here, so that it cannot leave the store.
            article.summary = ""
            article.imageURL = nil
            article.attachment = nil
        }
        self.init(
            article: article,
            feedName: feed.name,
            category: feed.category,
            event: row.event,
            otherSourceCount: row.otherSourceCount,
            isAlerted: row.isAlerted,
            isRead: row.isRead,
            isTitlesOnly: feed.isTitlesOnly,
            places: feed.isTitlesOnly ? [] : row.places,
            facts: feed.isTitlesOnly ? ArticleFacts() : row.facts,
            storyName: naming.name(for: row.root)
        )
    }

    /// Nil when the article is gone or the reader may not see it.
    static func find(_ id: ArticleID, in sight: Sight, _ db: Database) throws -> ListedArticle? {
        var reader = try ListedArticleReader(sight, db)
        return try reader.read([id]).first
    }
}

/// A feed with the reader's name for it, and whether its content may be shown.
struct NamedFeed {
    /// The query for `init(row:)`.
    ///
    /// `:recipient` is the reader; `:feeds` is a JSON list of feed ids.
    static let query = """
        SELECT feed.id, coalesce(subscription.name, feed.name),
            nullif(coalesce(subscription.category, feed.category), ''),
            subscription.id IS NOT NULL OR \(Sight.isPublic("feed")),
            EXISTS (SELECT 1 FROM titlesOnlyHost WHERE titlesOnlyHost.host = feed.host)
        FROM json_each(:feeds) AS wanted CROSS JOIN feed ON feed.id = wanted.value
        LEFT JOIN subscription ON subscription.recipientID = :recipient AND subscription.feedID = feed.id
        """

    var id: FeedID
    var name: String
    var category: String?
    /// The reader may see the feed: it is public, or the reader follows it.
    var isOpen: Bool
    var isTitlesOnly: Bool

    init(row: Row) {
        (id, name, category, isOpen, isTitlesOnly) = (row[0], row[1], row[2], row[3], row[4])
    }

    /// Feeds that are gone are left out.
    static func all(_ ids: Set<FeedID>, for reader: RecipientID?, in db: Database) throws -> [FeedID: NamedFeed] {
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: query),
            arguments: ["recipient": reader, "feeds": ids.jsonList]
        )
        var feeds: [FeedID: NamedFeed] = [:]
        while let row = try rows.next() { feeds[row[0]] = NamedFeed(row: row) }
        return feeds
    }

    /// Nil when the feed is gone.
    static func find(_ id: FeedID, for reader: RecipientID, in db: Database) throws -> NamedFeed? {
        try Row.fetchOne(db.cachedStatement(sql: query), arguments: ["recipient": reader, "feeds": [id].jsonList])
            .map(NamedFeed.init(row:))
    }
}

/// Reads articles for lists, many at once.
///
/// The data of each feed is read once.
struct ListedArticleReader {
    /// The number of articles that are read together when a list is read one by one.
    private static let stride = 64

    private let sight: Sight
    private let db: Database
    private let naming: StoryNaming
    private var feeds: [FeedID: NamedFeed] = [:]
    private var prefetched: [ArticleID: ListedArticle] = [:]
    private var prefetchedRange = 0..<0

    init(_ sight: Sight, _ db: Database) throws {
        self.sight = sight
        self.db = db
        let secret = try Data.fetchOne(db.cachedStatement(sql: "SELECT secret FROM storyNaming"))
        naming = StoryNaming(secret: secret ?? Data())
    }

    /// In the requested order; articles that are gone or not visible are left out.
    mutating func read(_ ids: [ArticleID]) throws -> [ListedArticle] {
        let found = try find(ids)
        return ids.compactMap { found[$0] }
    }

    /// The first `limit` visible articles of a list.
    static func first(_ ids: [ArticleID], _ limit: Int, in sight: Sight, _ db: Database) throws -> [ListedArticle] {
        var reader = try ListedArticleReader(sight, db)
        var articles: [ListedArticle] = []
        for start in Swift.stride(from: 0, to: ids.count, by: stride) where articles.count < limit {
            articles += try reader.read(Array(ids[start..<min(start + stride, ids.count)]))
        }
        return Array(articles.prefix(limit))
    }

    /// The article at an index of a list that is read from its beginning; nil when it is not visible.
    ///
    /// - Parameter places: the same list each time.
    mutating func read(_ index: Int, of places: [FoundArticle]) throws -> ListedArticle? {
        if !prefetchedRange.contains(index) {
            prefetchedRange = index..<min(index + Self.stride, places.count)
            prefetched = try find(places[prefetchedRange].map(\.id))
        }
        return prefetched[places[index].id]
    }

    /// By id; articles that are gone or not visible are left out.
    mutating func find(_ ids: [ArticleID]) throws -> [ArticleID: ListedArticle] {
        guard !ids.isEmpty else { return [:] }
        let cursor = try Row.fetchCursor(
            db.cachedStatement(sql: ListedRow.query),
            arguments: ["recipient": sight.reader, "articles": ids.jsonList]
        )
        var rows: [ListedRow] = []
        rows.reserveCapacity(ids.count)
        while let row = try cursor.next() { rows.append(ListedRow(row: row)) }
        try loadFeeds(Set(rows.map(\.article.feedID)))
        var found: [ArticleID: ListedArticle] = [:]
        found.reserveCapacity(rows.count)
        for row in rows {
            guard let feed = feeds[row.article.feedID],
                try feed.isOpen || sight.sees(row.article, isOpen: false, in: db)
            else { continue }
            found[row.article.id] = ListedArticle(row, feed, naming)
        }
        return found
    }

    private mutating func loadFeeds(_ wanted: Set<FeedID>) throws {
        let new = wanted.filter { feeds[$0] == nil }
        guard !new.isEmpty else { return }
        feeds.merge(try NamedFeed.all(new, for: sight.reader, in: db)) { $1 }
    }
}
