import Foundation
import GRDB
import NewsModel

/// Selects and deletes expired articles and keys of one feed.
struct ArticlePruning: Sendable {
    /// Articles of the feed with ids up to `last` and below `end`.
    struct Span: Sendable {
        var last: ArticleID
        var end: ArticleID
    }

    let feed: FeedID
    let time: Date
    let retention: Retention

    /// Articles that are queued, frozen or saved are kept at any age.
    ///
    /// The database would refuse to delete saved ones.
    private static let isDeletable = """
        NOT EXISTS (SELECT 1 FROM delivery WHERE delivery.articleID = article.id AND state IN ('queued', 'frozen'))
            AND NOT EXISTS (SELECT 1 FROM savedArticle WHERE savedArticle.articleID = article.id)
        """

    private static let some = """
        SELECT id FROM article WHERE feedID = :feed AND id <= :last AND id < :end AND \(isDeletable)
        """

    private func arguments(_ span: Span) -> StatementArguments {
        ["feed": feed, "last": span.last, "end": span.end]
    }

    /// The spans that contain articles to delete.
    ///
    /// Beyond `articlesKept` old articles are deleted; beyond `articlesAtMost` all are.
    func spans(in db: Database) throws -> [Span] {
        let oldest = ArticleID.first(atSecond: (time - retention.articleAge).unixSeconds)
        let rules = [(retention.articlesKept, oldest), (retention.articlesAtMost, ArticleID.highest)]
        return try rules.compactMap { kept, end in
            let last = try ArticleID.fetchOne(
                db.cachedStatement(
                    sql: "SELECT id FROM article WHERE feedID = ? ORDER BY id DESC LIMIT 1 OFFSET ?"
                ),
                arguments: [feed, max(0, kept)]
            )
            guard let last else { return nil }
            let span = Span(last: last, end: end)
            let some = try db.cachedStatement(sql: Self.some + " LIMIT 1")
            return try ArticleID.fetchOne(some, arguments: arguments(span)) == nil ? nil : span
        }
    }

    /// Deletes a chunk of articles with their dependent rows; returns how many.
    func removeSome(_ span: Span, in db: Database) throws -> Int {
        let stories = try StoryID.fetchAll(
            db.cachedStatement(
                sql: """
                    DELETE FROM article WHERE id IN (\(Self.some) ORDER BY id LIMIT \(Store.chunk)) RETURNING storyID
                    """
            ),
            arguments: arguments(span)
        )
        try removeEmpty(Set(stories), in: db)
        return stories.count
    }

    /// Keys that the feed has not shown since this time may be deleted; nil when there are none.
    ///
    /// A key is kept longer than its article: it must be older than the feed's oldest article, which was published at
    /// most a day after it was first seen.
    func keysEnd(in db: Database) throws -> Int64? {
        let last = try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT lastDocumentAt FROM feed WHERE id = ?"),
            arguments: [feed]
        )
        guard let last else { return nil }
        let oldest = try Int64.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT publishedAt FROM article WHERE feedID = ?
                        AND NOT EXISTS (SELECT 1 FROM savedArticle WHERE savedArticle.articleID = article.id)
                    ORDER BY id LIMIT 1
                    """
            ),
            arguments: [feed]
        )
        let end = min(last - Int64(Retention.keyAge), oldest.map { $0 - 86_400 } ?? .max)
        let first = try Bool.fetchOne(
            db.cachedStatement(
                sql: "SELECT 1 FROM articleKey WHERE feedID = ? AND isShared = 0 AND lastSeenAt < ? LIMIT 1"
            ),
            arguments: [feed, end]
        )
        return first == nil ? nil : end
    }

    func removeKeys(before end: Int64, in db: Database) throws -> Int {
        try db.execute(
            sql: """
                DELETE FROM articleKey WHERE feedID = :feed AND key IN (SELECT key FROM articleKey
                    WHERE feedID = :feed AND isShared = 0 AND lastSeenAt < :end LIMIT \(Store.chunk))
                """,
            arguments: ["feed": feed, "end": end]
        )
        return db.changesCount
    }

    /// A root is kept while other stories are merged into it, because told rows use its id; an event's oldest story,
    /// while the event has others.
    private func removeEmpty(_ stories: Set<StoryID>, in db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                DELETE FROM story WHERE id = ? AND NOT EXISTS (SELECT 1 FROM article WHERE storyID = story.id)
                    AND NOT EXISTS (SELECT 1 FROM story AS other WHERE other.sameAs = story.id)
                    AND NOT EXISTS (SELECT 1 FROM story AS other WHERE other.eventID = story.id)
                RETURNING sameAs, eventID
                """
        )
        var waiting = stories
        while let story = waiting.popFirst() {
            // With its last story, a root or an event ends.
            guard let removed = try Row.fetchOne(statement, arguments: [story]) else { continue }
            waiting.formUnion([removed[0] as StoryID?, removed[1]].compactMap(\.self))
        }
    }
}
