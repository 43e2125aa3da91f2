import GRDB
import NewsModel

/// Selects the stored articles of a list, a count or an unread count.
///
/// Searches, places, the reports of a story and slots begin from indices of their own; they ask `Sight` for each
/// article.
///
/// Article ids are in order of publication time, so a time range is a range of ids. A story is identified by its root
/// (`StoryFamily`).
struct ArticleFilter {
    /// Feeds that the reader may see.
    let feeds: [FeedID]
    let sight: Sight
    /// Article ids, without the upper bound.
    private(set) var numbers: Range<ArticleID>
    /// Articles that the reader has cleared are left out.
    let cleared: ClearedFeeds
    /// If set, only unread articles are selected.
    private let unread: ReadMarks?
    /// Only articles with a picture are selected.
    ///
    /// Every article of the range is looked at for that, so the range must be short.
    private var isPictured = false

    /// Whether a condition must be asked of each article.
    var isNarrow: Bool { unread != nil || isPictured }

    init(
        _ selection: ArticleSelection,
        in sight: Sight,
        without mutes: ReaderRules? = nil,
        _ db: Database
    ) throws {
        self.sight = sight
        feeds = try selection.feedIDs(in: sight, db, without: mutes)
        numbers = Self.numbers(selection)
        cleared = try ClearedFeeds(of: sight.reader, in: db)
        unread = try selection.unreadAt.flatMap { time in
            try sight.reader.map { try ReadMarks(of: $0, at: time, in: db) }
        }
    }

    /// The unread articles of the feeds that a recipient follows.
    init(unreadIn feeds: [FeedID], _ marks: ReadMarks, of recipient: RecipientID, without cleared: ClearedFeeds) {
        sight = .of(recipient)
        self.feeds = feeds
        numbers = marks.oldest..<ArticleID.highest
        self.cleared = cleared
        unread = marks
    }

    /// The same filter, limited to articles before the given one.
    func before(_ article: ArticleID) -> ArticleFilter {
        var filter = self
        filter.numbers = numbers.lowerBound..<max(numbers.lowerBound, min(numbers.upperBound, article))
        return filter
    }

    /// The same filter, limited to the given article and later ones.
    func from(_ article: ArticleID) -> ArticleFilter {
        var filter = self
        filter.numbers = min(max(numbers.lowerBound, article), numbers.upperBound)..<numbers.upperBound
        return filter
    }

    /// The same filter, limited to articles with a picture.
    func pictured() -> ArticleFilter {
        var filter = self
        filter.isPictured = true
        return filter
    }

    static func numbers(_ selection: ArticleSelection) -> Range<ArticleID> {
        let first = ArticleID.first(atSecond: selection.from.unixSeconds)
        return first..<max(first, ArticleID.first(atSecond: selection.to.unixSeconds))
    }

    /// The articles of one feed, as rows of `FoundArticle`.
    func query(_ feed: FeedID) -> Query {
        var first = numbers.lowerBound
        var condition = ""
        var arguments: [String: (any DatabaseValueConvertible)?] = [
            "feed": feed, "end": numbers.upperBound,
        ]
        if let unread {
            arguments["reader"] = sight.reader
            if unread.hasUnmarked {
                arguments["readBefore"] = unread.readBefore(feed)
                condition = " AND \(ReadMarks.isUnmarked(Self.root, ":readBefore"))"
            } else {
                first = max(first, unread.readBefore(feed))
                condition = " AND NOT \(ReadMarks.isRead(Self.root, by: ":reader"))"
            }
        }
        arguments["first"] = first
        condition += pictureCondition
        let selecting = "SELECT article.id, \(Self.root) AS story, feedID FROM article"
        let chosen = "article.feedID = :feed AND article.id >= :first" + condition
        guard let mark = cleared.mark(feed), first < mark.before else {
            return Query(sql: "\(selecting) WHERE \(chosen) AND article.id < :end", arguments: arguments)
        }
        // Articles that arrived after the feed was cleared are listed, whatever their date.
        arguments["first"] = mark.before
        arguments["lateFirst"] = first
        arguments["lateEnd"] = min(mark.before, numbers.upperBound)
        arguments["clearedAt"] = mark.clearedAt
        return Query(
            sql: """
                \(selecting) WHERE \(chosen) AND article.id < :end
                UNION ALL \(selecting) INDEXED BY articleByArrival WHERE article.feedID = :feed
                    AND article.arrivedAt >= :clearedAt AND article.id >= :lateFirst AND article.id < :lateEnd\(condition)
                """,
            arguments: arguments
        )
    }

    /// SQL to be added to a condition.
    var pictureCondition: String { isPictured ? " AND article.imageURL IS NOT NULL" : "" }

    /// Some articles without those that the reader has read, where the filter leaves these out.
    func unread(among articles: [FoundArticle], in db: Database) throws -> [FoundArticle] {
        guard let unread, let reader = sight.reader else { return articles }
        let mark = try db.cachedStatement(sql: "SELECT isRead FROM readMark WHERE profileID = ? AND storyID = ?")
        return try articles.filter { article in
            let isRead = try Bool.fetchOne(mark, arguments: [reader, article.story])
            return !unread.isRead(article.id, of: article.feed, mark: isRead)
        }
    }

    /// Articles of one feed that arrived within a selection's time range but were published before it; rows of
    /// `FoundArticle`.
    ///
    /// Articles that arrived before the reader followed the feed or last cleared it are left out.
    static func lateQuery(_ feed: FeedID, of selection: ArticleSelection, for reader: RecipientID?) -> Query {
        Query(
            sql: """
                SELECT article.id, \(root), feedID FROM article INDEXED BY articleByArrival
                WHERE feedID = :feed AND arrivedAt < :to AND article.id < :published
                    AND arrivedAt >= max(:from, coalesce((SELECT max(createdAt, coalesce(clearedAt, 0)) FROM subscription
                        WHERE recipientID = :reader AND feedID = :feed), :from))
                """,
            arguments: [
                "feed": feed, "from": selection.from.unixSeconds, "to": selection.to.unixSeconds,
                "published": numbers(selection).lowerBound, "reader": reader,
            ]
        )
    }

    private static let root = StoryFamily.root(of: "article.storyID")

    /// A statement that selects an article's id, its story's root and its feed.
    struct Query {
        var sql: String
        var arguments: [String: (any DatabaseValueConvertible)?]
    }
}

/// An article whose content is not read yet.
struct FoundArticle: Hashable {
    var id: ArticleID
    /// The root of its story.
    var story: StoryID
    var feed: FeedID

    static func fetchAll(_ query: ArticleFilter.Query, _ suffix: String = "", in db: Database) throws -> [FoundArticle]
    {
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: query.sql + suffix),
            arguments: StatementArguments(query.arguments)
        )
        var found: [FoundArticle] = []
        while let row = try rows.next() { found.append(FoundArticle(id: row[0], story: row[1], feed: row[2])) }
        return found
    }
}
