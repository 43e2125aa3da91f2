import GRDB
import NewsModel

/// Counts the unread stories that are hidden by mutes and filters.
struct UnreadMuting {
    private let recipient: RecipientID
    private let filter: ReaderRules
    /// The most articles that are read, newest first, of each feed and in all; older ones count as not hidden.
    private let mostOfFeed: Int
    private var left: Int

    /// Nil for a recipient without mutes.
    init?(of recipient: RecipientID, in db: Database, _ judge: RuleCheck) throws {
        guard let filter = try ReaderRules(of: recipient, in: db, judge) else { return nil }
        self.filter = filter
        self.recipient = recipient
        // Filters may take out nearly everything.
        (mostOfFeed, left) = filter.hasFilters ? (500, 5_000) : (100, 2_000)
    }

    /// The number of muted stories among a feed's unread ones.
    mutating func count(in query: ArticleFilter.Query, of feed: FeedID, _ unread: Int, _ db: Database) throws -> Int {
        if filter.feeds.contains(feed) { return unread }
        guard unread > 0, filter.looksAtArticles, left > 0 else { return 0 }
        let most = min(mostOfFeed, left)
        let places = try FoundArticle.fetchAll(query, " ORDER BY 1 DESC LIMIT \(most)", in: db)
        left -= places.count
        var reader = try ListedArticleReader(.of(recipient), db)
        var muted: Set<StoryID> = []
        var shown: Set<StoryID> = []
        for listed in try reader.read(places.map(\.id)) {
            if filter.hidesContent(of: listed) {
                muted.insert(listed.article.storyID)
            } else {
                shown.insert(listed.article.storyID)
            }
        }
        return muted.subtracting(shown).count
    }
}
