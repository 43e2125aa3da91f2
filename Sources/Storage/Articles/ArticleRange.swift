import GRDB
import NewsModel

/// A span of publication times as a span of article numbers.
///
/// A few feeds are each asked for their newest, straight off `articleByFeed`; of many feeds the newest articles of all
/// are looked through first. So the cost is that of what is shown, however many articles or feeds there are.
struct ArticleRange {
    private static let manyFeeds = 50
    private static let mostAtOnce = 100_000

    let first: Int64
    private(set) var end: Int64
    private let cleared: ClearedFeeds

    /// - Parameter cleared: what its reader has emptied is left out.
    init(_ selection: ArticleSelection, without cleared: ClearedFeeds = ClearedFeeds()) {
        self.cleared = cleared
        first = ArticleID.first(atSecond: selection.from.unixSeconds).rawValue
        end = ArticleID.first(atSecond: selection.to.unixSeconds).rawValue
    }

    /// The same up to before an article.
    func before(_ article: ArticleID) -> ArticleRange {
        var range = self
        range.end = min(end, article.rawValue)
        return range
    }

    func newest(_ limit: Int, of feeds: [FeedID], in db: Database) throws -> [ArticleID] {
        let limit = min(limit, Self.mostAtOnce)
        guard limit > 0, !feeds.isEmpty else { return [] }
        guard feeds.count > Self.manyFeeds else {
            return try askEach(feeds, limit, before: end, in: db).map(ArticleID.init(rawValue:))
        }
        let wanted = Set(feeds.map(\.rawValue))
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: "SELECT id, feedID FROM article WHERE id >= ? AND id < ? ORDER BY id DESC LIMIT ?"),
            arguments: [first, end, limit * 4 + 1_000]
        )
        var (newest, rest): ([Int64], Int64) = ([], end)
        while newest.count < limit, let row = try rows.next() {
            rest = row[0]
            let feed: Int64 = row[1]
            if wanted.contains(feed), try !cleared.hides(rest, of: feed, in: db) { newest.append(rest) }
        }
        // Articles of others filled the look; what is older is asked of each feed.
        if newest.count < limit { newest += try askEach(feeds, limit - newest.count, before: rest, in: db) }
        return newest.map(ArticleID.init(rawValue:))
    }

    private func askEach(_ feeds: [FeedID], _ limit: Int, before end: Int64, in db: Database) throws -> [Int64] {
        var newest: [Int64] = []
        // Once there are enough, only what is newer than the oldest of them matters.
        var floor = first
        for feed in feeds {
            newest += try cleared.places(of: feed.rawValue, from: floor, to: end, limit: limit, in: db).map(\.id)
            guard newest.count >= limit * 4 else { continue }
            newest.sort(by: >)
            newest.removeLast(newest.count - limit)
            floor = newest[limit - 1]
        }
        return Array(newest.sorted(by: >).prefix(limit))
    }

    /// Every article of the feeds, the newest first.
    func all(of feeds: [FeedID], in db: Database) throws -> [ArticlePlace] {
        try feeds.flatMap { try cleared.places(of: $0.rawValue, from: first, to: end, in: db) }.sorted { $0.id > $1.id }
    }

    func count(of feeds: [FeedID], in db: Database) throws -> ArticleCount {
        var count = ArticleCount(articles: 0, stories: 0, feeds: 0)
        var stories: Set<Int64> = []
        for feed in feeds {
            let found = try cleared.places(of: feed.rawValue, from: first, to: end, in: db)
            count.articles += found.count
            count.feeds += found.isEmpty ? 0 : 1
            stories.formUnion(found.map(\.story))
        }
        count.stories = stories.count
        return count
    }
}
