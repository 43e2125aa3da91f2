import GRDB
import NewsModel

/// Articles that came within a selection's span and were published before it: no earlier span could hold them.
///
/// What was never news when it came (`RefreshTransaction`) is none of them, nor what came before its reader followed
/// the feed or last emptied it, nor another feed's word of a story that appeared before the span.
struct LateArrivals {
    let selection: ArticleSelection
    let reader: RecipientID?

    /// Read by `articleByArrival` alone.
    static let query = """
        SELECT id, storyID FROM article INDEXED BY articleByArrival
        WHERE feedID = :feed AND arrivedAt < :to AND id < :published AND arrivedAt >= max(:from, coalesce(
            (SELECT max(createdAt, coalesce(clearedAt, 0)) FROM subscription
                WHERE recipientID = :reader AND feedID = :feed), :from))
        """

    /// The newest first.
    func find(in feeds: [FeedID], _ db: Database) throws -> [ArticlePlace] {
        let statement = try db.cachedStatement(sql: Self.query)
        var found: [ArticlePlace] = []
        for feed in feeds {
            let arguments: StatementArguments = [
                "feed": feed.rawValue, "from": selection.from.unixSeconds, "to": selection.to.unixSeconds,
                "published": ArticleRange(selection).first, "reader": reader?.rawValue,
            ]
            found += try ArticlePlace.fetchAll(statement, arguments: arguments)
        }
        guard !found.isEmpty else { return [] }
        let own = Set(feeds)
        return try found.filter { try !hasAppeared($0.story, in: own, db) }.sorted { $0.id > $1.id }
    }

    /// Whether one of the feeds had the story as news before the span.
    private func hasAppeared(_ story: Int64, in feeds: Set<FeedID>, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                SELECT feedID FROM article
                WHERE storyID = ? AND firstSeenAt < ? AND (arrivedAt IS NOT NULL OR firstSeenAt <= publishedAt)
                    AND NOT EXISTS (SELECT 1 FROM subscription
                        WHERE recipientID = ? AND feedID = article.feedID AND createdAt > article.firstSeenAt)
                """
        )
        return try Int64.fetchAll(statement, arguments: [story, selection.from.unixSeconds, reader?.rawValue])
            .contains { feeds.contains(FeedID(rawValue: $0)) }
    }
}

/// An article among others, before anything of it is read.
struct ArticlePlace: Hashable {
    var id: Int64
    var story: Int64

    /// Of rows that begin with an article's number and its story's.
    static func fetchAll(_ statement: Statement, arguments: StatementArguments) throws -> [ArticlePlace] {
        let rows = try Row.fetchCursor(statement, arguments: arguments)
        var places: [ArticlePlace] = []
        while let row = try rows.next() { places.append(ArticlePlace(id: row[0], story: row[1])) }
        return places
    }
}
