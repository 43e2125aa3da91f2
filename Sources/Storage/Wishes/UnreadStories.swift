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

    /// The first article of a subscription's feed that can be unread; the row is the subscription's.
    func first(_ row: Row) -> ArticleID {
        let since = ArticleID.first(atSecond: max(row["unreadSince"], monthAgo))
        return ArticleID(rawValue: max(since.rawValue, row["clearedBefore"] ?? 0))
    }

    /// The unread stories of some of the feeds, or of all: each once, in however many feeds it stands.
    func count(in feeds: [FeedID]?, _ db: Database, _ judge: MuteJudge) throws -> Int {
        let wanted = feeds.map(Set.init)
        let rows = try Row.fetchAll(
            db,
            sql: "SELECT feedID, unreadSince, clearedBefore FROM subscription WHERE recipientID = ?",
            arguments: [recipient.rawValue]
        )
        let statement = try db.cachedStatement(
            sql: """
                SELECT DISTINCT storyID FROM article
                WHERE feedID = ? AND id >= ? AND NOT EXISTS (SELECT 1 FROM reading
                    WHERE reading.profileID = ? AND reading.storyID = article.storyID)
                """
        )
        var muting = try UnreadMuting(of: recipient, in: db, judge)
        var stories: Set<Int64> = []
        var muted = 0
        for row in rows {
            let feed: FeedID = row.id("feedID")
            guard wanted?.contains(feed) ?? true else { continue }
            let first = first(row)
            let found = try Int64.fetchAll(statement, arguments: [feed.rawValue, first.rawValue, recipient.rawValue])
            let hidden = try muting?.count(in: feed, from: first, of: found.count, db) ?? 0
            // Of a feed that is muted whole nothing counts.
            guard hidden < found.count else { continue }
            stories.formUnion(found)
            muted += hidden
        }
        return max(0, stories.count - muted)
    }
}
