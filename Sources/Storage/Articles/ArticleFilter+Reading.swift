import GRDB
import NewsModel

/// With few feeds each is queried for its newest articles through `articleByFeed`. With many feeds the newest articles
/// of all feeds are scanned first. So the cost depends on the number of results, not on the number of articles or
/// feeds.
extension ArticleFilter {
    private static let manyFeeds = 50
    private static let mostAtOnce = 100_000

    /// The newest articles, newest first.
    func newest(_ limit: Int, in db: Database) throws -> [FoundArticle] {
        let limit = min(limit, Self.mostAtOnce)
        guard limit > 0, !feeds.isEmpty else { return [] }
        guard feeds.count > Self.manyFeeds, !isNarrow else { return try queryEach(limit, in: db) }
        let wanted = Set(feeds)
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT article.id, \(StoryFamily.root(of: "article.storyID")), feedID FROM article
                    WHERE id >= ? AND id < ? ORDER BY id DESC LIMIT ?
                    """
            ),
            arguments: [numbers.lowerBound, numbers.upperBound, limit * 4 + 1_000]
        )
        var (newest, rest): ([FoundArticle], ArticleID) = ([], numbers.upperBound)
        while newest.count < limit, let row = try rows.next() {
            rest = row[0]
            let feed: FeedID = row[2]
            guard wanted.contains(feed), try !cleared.hides(rest, of: feed, in: db) else { continue }
            newest.append(FoundArticle(id: rest, story: row[1], feed: feed))
        }
        // Other feeds' articles filled the scan; older ones are queried feed by feed.
        if newest.count < limit { newest += try before(rest).queryEach(limit - newest.count, in: db) }
        return newest
    }

    private func queryEach(_ limit: Int, in db: Database) throws -> [FoundArticle] {
        var newest: [FoundArticle] = []
        var filter = self
        for feed in feeds {
            newest += try FoundArticle.fetchAll(filter.query(feed), " ORDER BY 1 DESC LIMIT \(limit)", in: db)
            guard newest.count >= limit * 4 else { continue }
            newest.sort { $0.id > $1.id }
            newest.removeLast(newest.count - limit)
            // With enough articles found, only newer ones than the oldest of them matter.
            filter = from(newest[limit - 1].id)
        }
        return Array(newest.sorted { $0.id > $1.id }.prefix(limit))
    }

    /// All articles, newest first.
    func all(in db: Database) throws -> [FoundArticle] {
        try feeds.flatMap { try FoundArticle.fetchAll(query($0), in: db) }.sorted { $0.id > $1.id }
    }

    func count(in db: Database) throws -> ArticleCount {
        var count = ArticleCount(articles: 0, stories: 0, feeds: 0)
        var stories: Set<StoryID> = []
        for feed in feeds {
            let found = try FoundArticle.fetchAll(query(feed), in: db)
            count.articles += found.count
            count.feeds += found.isEmpty ? 0 : 1
            for place in found { stories.insert(place.story) }
        }
        count.stories = stories.count
        return count
    }
}
