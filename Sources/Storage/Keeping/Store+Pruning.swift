package import Foundation
import GRDB
import NewsModel

/// How long things are kept.
package enum Retention {
    package static let articleAge: TimeInterval = 90 * 86_400
    /// A feed's newest articles stay whatever their age.
    package static let articlesKept = 500
    package static let articlesAtMost = 5_000
    package static let sentAge: TimeInterval = 14 * 86_400
    /// Title keys join stories within three days; a late entry may carry an earlier date.
    static let titleKeyAge: TimeInterval = 14 * 86_400
    static let handledAge: TimeInterval = 30 * 86_400
}

extension Store {
    /// Removes what is past its time, feed by feed so that nobody waits long; how many articles went.
    ///
    /// Work that waits keeps its article. Told rows stay for ever. Keys by which entries are known again go only when
    /// the feed itself has not shown them for as long as articles are kept.
    @discardableResult
    package func prune(at time: Date) async throws -> Int {
        let feeds = try await read { db in
            try Int64.fetchAll(db, sql: "SELECT id FROM feed").map(FeedID.init(rawValue:))
        }
        var removed = 0
        for feed in feeds {
            removed += try await write { db in try ArticlePruning(feed: feed, time: time).prune(in: db) }
        }
        try await pruneSent(before: time - Retention.sentAge)
        try await write { db in
            try db.execute(
                sql: "DELETE FROM storyKey WHERE kind = 'title' AND publishedAt < ?",
                arguments: [(time - Retention.titleKeyAge).unixSeconds]
            )
            try db.execute(
                sql: "DELETE FROM handledInbound WHERE handledAt < ?",
                arguments: [(time - Retention.handledAge).unixSeconds]
            )
            try db.execute(
                sql: "DELETE FROM quizQuestionUsed WHERE usedAt < ?",
                arguments: [(time - Retention.articleAge).unixSeconds]
            )
            try db.execute(
                sql: "DELETE FROM confirmationCode WHERE expiresAt < ?",
                arguments: [time.unixSeconds]
            )
        }
        return removed
    }
}

private struct ArticlePruning {
    /// What keeps an article whatever its age; tables of saved articles add their line here.
    private static let isFree = """
        NOT EXISTS (SELECT 1 FROM delivery WHERE delivery.articleID = article.id AND state IN ('queued', 'frozen'))
        """

    let feed: FeedID
    let time: Date

    func prune(in db: Database) throws -> Int {
        let oldest = ArticleID.first(atSecond: (time - Retention.articleAge).unixSeconds)
        var removed = 0
        // Past 500 age decides; past 5,000 nothing does.
        for (kept, end) in [(Retention.articlesKept, oldest.rawValue), (Retention.articlesAtMost, Int64.max)] {
            let firstOut = try Int64.fetchOne(
                db,
                sql: "SELECT id FROM article WHERE feedID = ? ORDER BY id DESC LIMIT 1 OFFSET ?",
                arguments: [feed.rawValue, kept]
            )
            guard let firstOut else { break }
            let stories = try Int64.fetchAll(
                db,
                sql: "DELETE FROM article WHERE feedID = ? AND id <= ? AND id < ? AND \(Self.isFree) RETURNING storyID",
                arguments: [feed.rawValue, firstOut, end]
            )
            removed += stories.count
            try removeEmpty(Set(stories), in: db)
        }
        try db.execute(
            sql: """
                DELETE FROM articleKey WHERE feedID = :feed AND isShared = 0
                    AND lastSeenAt < (SELECT lastDocumentAt FROM feed WHERE id = :feed) - :age
                """,
            arguments: ["feed": feed.rawValue, "age": Int64(Retention.articleAge) + 86_400]
        )
        return removed
    }

    /// A root stays while another story is the same as it: by its number people were told.
    private func removeEmpty(_ stories: Set<Int64>, in db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                DELETE FROM story WHERE id = ? AND NOT EXISTS (SELECT 1 FROM article WHERE storyID = story.id)
                    AND NOT EXISTS (SELECT 1 FROM story AS other WHERE other.sameAs = story.id)
                """
        )
        for story in stories { try statement.execute(arguments: [story]) }
    }
}
