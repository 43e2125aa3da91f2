import Foundation
import GRDB
import NewsModel

/// What somebody follows and has not read: since they follow it, last marked it as read or emptied it, of a month.
struct UnreadStories {
    private static let longestAge: Int64 = 30 * 86_400

    private let recipient: RecipientID
    private let monthAgo: Int64

    init(of recipient: RecipientID, at time: Date) {
        self.recipient = recipient
        monthAgo = time.unixSeconds - Self.longestAge
    }

    /// What of a subscription's feed can be unread; the row is the subscription's.
    func span(_ row: Row) -> UnreadSpan {
        UnreadSpan(
            feed: row["feedID"],
            first: ArticleID.first(atSecond: max(row["unreadSince"], monthAgo)).rawValue,
            clearedBefore: row["clearedBefore"] ?? 0,
            clearedAt: row["clearedAt"]
        )
    }

    /// The unread stories of some of the feeds, or of all: each once, in however many feeds it stands.
    func count(in feeds: [FeedID]?, _ db: Database, _ judge: MuteJudge) throws -> Int {
        let wanted = feeds.map(Set.init)
        let rows = try Row.fetchAll(
            db,
            sql: "SELECT feedID, unreadSince, clearedBefore, clearedAt FROM subscription WHERE recipientID = ?",
            arguments: [recipient.rawValue]
        )
        let query = "SELECT DISTINCT storyID FROM article WHERE " + UnreadSpan.condition
        let statement = try db.cachedStatement(sql: query)
        var muting = try UnreadMuting(of: recipient, in: db, judge)
        var stories: Set<Int64> = []
        var muted = 0
        for row in rows {
            let feed: FeedID = row.id("feedID")
            guard wanted?.contains(feed) ?? true else { continue }
            let span = span(row)
            let found = try Int64.fetchAll(statement, arguments: span.arguments(of: recipient))
            let hidden = try muting?.count(in: span, of: found.count, db) ?? 0
            // Of a feed that is muted whole nothing counts.
            guard hidden < found.count else { continue }
            stories.formUnion(found)
            muted += hidden
        }
        return max(0, stories.count - muted)
    }
}

/// The articles of one feed that are unread for who follows it.
struct UnreadSpan {
    let feed: Int64
    fileprivate let first: Int64
    fileprivate let clearedBefore: Int64
    fileprivate let clearedAt: Int64?

    fileprivate init(feed: Int64, first: Int64, clearedBefore: Int64, clearedAt: Int64?) {
        (self.feed, self.first, self.clearedBefore, self.clearedAt) = (feed, first, clearedBefore, clearedAt)
    }

    /// Of `article`; what came late after the feed was emptied counts, as it is listed (`ClearedFeeds`).
    static let condition = """
        feedID = :feed AND id >= :first
            AND (id >= :clearedBefore OR id IN (SELECT late.id FROM article AS late INDEXED BY articleByArrival
                WHERE late.feedID = :feed AND late.arrivedAt >= :clearedAt))
            AND NOT EXISTS (SELECT 1 FROM reading
                WHERE reading.profileID = :reader AND reading.storyID = article.storyID)
        """

    func arguments(of reader: RecipientID) -> StatementArguments {
        [
            "feed": feed, "first": first, "clearedBefore": clearedBefore, "clearedAt": clearedAt,
            "reader": reader.rawValue,
        ]
    }
}
