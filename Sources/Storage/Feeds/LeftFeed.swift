import Foundation
import GRDB
import NewsModel

/// The feed that keeps what an address has shown before its followers went elsewhere.
///
/// It is never checked, until somebody undoes the move and it gets its address back.
struct LeftFeed {
    let id: FeedID
    let db: Database

    /// An empty feed beside the one that has moved; at another host it is named by its own.
    static func make(
        of feed: FeedID,
        at old: String,
        before target: String,
        db: Database,
        time: Date
    ) throws -> LeftFeed {
        let host = FeedKey.host(of: old)
        let site = FeedKey.site(host)
        try db.execute(
            sql: """
                INSERT INTO feed (url, host, name, nameKey, isNameFixed, title, titleKey, homePageURL, category, language,
                    iconURL, nextCheckAt, firstFetchedAt, paidBy, createdAt)
                SELECT :old || '#moved-' || (SELECT coalesce(max(id), 0) + 1 FROM feed), :host,
                    iif(isNameFixed OR :stays, name, :site), iif(isNameFixed OR :stays, nameKey, :key), isNameFixed, title, titleKey,
                    homePageURL, category, language, iconURL, :never, firstFetchedAt, paidBy, :now
                FROM feed WHERE id = :feed
                """,
            arguments: [
                "old": old, "host": host, "site": site, "key": FeedKey.fold(site), "never": FeedTroubles.never,
                "stays": FeedKey.host(of: target) == host,
                "now": time.unixSeconds, "feed": feed.rawValue,
            ]
        )
        return LeftFeed(id: FeedID(rawValue: db.lastInsertedRowID), db: db)
    }

    /// Takes all articles and keys of a feed.
    func takeAll(of feed: FeedID) throws {
        for table in ["articleKey", "storyKey", "article", "editablePost", "reading"] {
            try db.execute(
                sql: "UPDATE OR IGNORE \(table) SET feedID = ? WHERE feedID = ?",
                arguments: [id.rawValue, feed.rawValue]
            )
        }
        // A key that both had.
        for table in ["articleKey", "storyKey"] {
            try db.execute(sql: "DELETE FROM \(table) WHERE feedID = ?", arguments: [feed.rawValue])
        }
    }

    /// Gives articles back that came since a time, but for stories that the feed has; keys stay here.
    ///
    /// What a short document has passed over by now may still wait for somebody's digest.
    func giveBack(to feed: FeedID, seenSince since: Int64) throws {
        try db.execute(
            sql: """
                UPDATE article SET feedID = :feed WHERE feedID = :left AND firstSeenAt >= :since
                    AND storyID NOT IN (SELECT storyID FROM article WHERE feedID = :feed)
                """,
            arguments: ["feed": feed.rawValue, "left": id.rawValue, "since": since]
        )
        for table in ["editablePost", "reading"] {
            try db.execute(
                sql: """
                    UPDATE \(table) SET feedID = :feed WHERE feedID = :left
                        AND articleID IN (SELECT id FROM article WHERE feedID = :feed)
                    """,
                arguments: ["feed": feed.rawValue, "left": id.rawValue]
            )
        }
    }

    /// Gives everything back that is not there already: the feed is the same.
    func giveBackAll(to feed: FeedID) throws {
        try giveBack(to: feed, seenSince: 0)
        for table in ["articleKey", "storyKey"] {
            try db.execute(
                sql: "UPDATE OR IGNORE \(table) SET feedID = ? WHERE feedID = ?",
                arguments: [feed.rawValue, id.rawValue]
            )
        }
    }
}
