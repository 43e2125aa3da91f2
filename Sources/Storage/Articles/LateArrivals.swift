import GRDB
import NewsModel

/// Articles that arrived within a selection's time range but were published before it, so that no earlier range
/// contained them.
///
/// Two kinds are left out: articles that were not news when they arrived (`RefreshTransaction`), and articles of a
/// story that another feed had before the range. `ArticleFilter.lateQuery` leaves out more.
struct LateArrivals {
    let selection: ArticleSelection
    let reader: RecipientID?

    /// Newest first.
    func find(in feeds: [FeedID], _ db: Database) throws -> [FoundArticle] {
        let found = try feeds.flatMap { feed in
            try FoundArticle.fetchAll(ArticleFilter.lateQuery(feed, of: selection, for: reader), in: db)
        }
        guard !found.isEmpty else { return [] }
        let own = Set(feeds)
        return try found.filter { try !hasAppeared($0.story, in: own, db) }.sorted { $0.id > $1.id }
    }

    /// Whether one of the feeds had the story as news before the time range.
    private func hasAppeared(_ story: StoryID, in feeds: Set<FeedID>, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                SELECT feedID FROM article
                WHERE storyID IN \(StoryFamily.members(of: "?1")) AND firstSeenAt < ?2
                    AND (arrivedAt IS NOT NULL OR firstSeenAt <= publishedAt)
                    AND NOT EXISTS (SELECT 1 FROM subscription
                        WHERE recipientID = ?3 AND feedID = article.feedID AND createdAt > article.firstSeenAt)
                """
        )
        return try FeedID.fetchAll(statement, arguments: [story, selection.from.unixSeconds, reader])
            .contains(where: feeds.contains)
    }
}
