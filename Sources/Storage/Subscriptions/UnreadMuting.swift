import GRDB
import NewsModel

/// How many unread stories somebody never sees, because they have muted them.
struct UnreadMuting {
    /// Articles that are looked at for their words, the newest of each feed and of all feeds; older ones count as unread.
    private static let mostOfFeed = 100
    private static let mostOfAll = 2_000

    private let recipient: RecipientID
    private let filter: MuteFilter
    private var left = UnreadMuting.mostOfAll

    /// Nil for who mutes nothing.
    init?(of recipient: RecipientID, in db: Database, _ judge: MuteJudge) throws {
        guard let filter = try MuteFilter(of: recipient, in: db, judge) else { return nil }
        self.filter = filter
        self.recipient = recipient
    }

    /// The muted stories among so many unread ones of a feed.
    mutating func count(in span: UnreadSpan, of unread: Int, _ db: Database) throws -> Int {
        if filter.feeds.contains(FeedID(rawValue: span.feed)) { return unread }
        guard unread > 0, filter.looksAtArticles, left > 0 else { return 0 }
        let ids = try Int64.fetchAll(
            db,
            sql: "SELECT id FROM article WHERE \(UnreadSpan.condition) ORDER BY id DESC LIMIT :most",
            arguments: span.arguments(of: recipient) + ["most": min(Self.mostOfFeed, left)]
        )
        left -= ids.count
        var muted: Set<StoryID> = []
        var shown: Set<StoryID> = []
        for id in ids {
            guard let listed = try ListedArticle.find(ArticleID(rawValue: id), in: .of(recipient), db) else { continue }
            if filter.hidesContent(of: listed) {
                muted.insert(listed.article.storyID)
            } else {
                shown.insert(listed.article.storyID)
            }
        }
        return muted.subtracting(shown).count
    }
}
