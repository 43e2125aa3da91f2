import Foundation
import GRDB
import NewsModel

/// The feed that keeps the articles and keys of an old address after its followers have moved.
///
/// It is not fetched, unless a user undoes the move and it gets its address back.
struct LeftFeed {
    let id: FeedID
    let db: Database

    /// Creates an empty copy of the feed that has moved.
    ///
    /// If the host changes, it is named by the old host.
    static func make(
        of feed: FeedID,
        at old: String,
        before target: String,
        db: Database,
        time: Date
    ) throws -> LeftFeed {
        let host = FeedKey.host(of: old)
        let site = FeedKey.site(host)
        let names =
            FeedKey.host(of: target) == host
            ? "name, nameKey" : "iif(isNameFixed, name, :site), iif(isNameFixed, nameKey, :key)"
        try db.execute(
            sql: """
                INSERT INTO feed (url, host, name, nameKey, isNameFixed, title, titleKey, homePageURL, category, language,
                    iconURL, nextCheckAt, firstFetchedAt, paidBy, createdAt)
                SELECT :old || '#moved-' || (SELECT coalesce(max(id), 0) + 1 FROM feed), :host,
                    \(names), isNameFixed, title, titleKey, homePageURL, category, language, iconURL, :never,
                    firstFetchedAt, paidBy, :now
                FROM feed WHERE id = :feed
                """,
            arguments: [
                "old": old, "host": host, "site": site, "key": FeedKey.fold(site), "never": FeedTroubles.never,
                "now": time.unixSeconds, "feed": feed,
            ]
        )
        return LeftFeed(id: FeedID(rawValue: db.lastInsertedRowID), db: db)
    }

    /// Moves all articles and keys of a feed here.
    func moveAll(from feed: FeedID) throws {
        for table in ["articleKey", "storyKey", "article", "reading"] {
            try db.execute(
                sql: "UPDATE OR IGNORE \(table) SET feedID = ? WHERE feedID = ?",
                arguments: [id, feed]
            )
        }
        try Ledger.moveEditablePosts(to: id, in: db)
        // Keys that both feeds had.
        for table in ["articleKey", "storyKey"] {
            try db.execute(sql: "DELETE FROM \(table) WHERE feedID = ?", arguments: [feed])
        }
    }

    /// Moves articles first seen since a time back, except those of stories that the feed already has; keys are not
    /// moved.
    ///
    /// An article that is no longer in the short document may still be needed for a digest.
    func returnArticles(to feed: FeedID, seenSince since: Int64) throws {
        try db.execute(
            sql: """
                UPDATE article SET feedID = :feed WHERE feedID = :left AND firstSeenAt >= :since
                    AND storyID NOT IN (SELECT storyID FROM article WHERE feedID = :feed)
                """,
            arguments: ["feed": feed, "left": id, "since": since]
        )
        try Ledger.moveEditablePosts(to: feed, in: db)
        try db.execute(
            sql: """
                UPDATE reading SET feedID = :feed WHERE feedID = :left
                    AND articleID IN (SELECT id FROM article WHERE feedID = :feed)
                """,
            arguments: ["feed": feed, "left": id]
        )
    }

    /// Moves all articles and keys back that the feed does not have: it is the same publisher.
    func returnAll(to feed: FeedID) throws {
        try returnArticles(to: feed, seenSince: 0)
        for table in ["articleKey", "storyKey"] {
            try db.execute(
                sql: "UPDATE OR IGNORE \(table) SET feedID = ? WHERE feedID = ?",
                arguments: [feed, id]
            )
        }
    }
}
