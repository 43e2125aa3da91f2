package import Foundation
import GRDB
package import NewsModel

/// A reader's read and unread marks of the last month: the one definition of what counts as read.
///
/// They are separate from the reading history (`Reading`).
///
/// A whole feed is marked by a time on its subscription: articles published before it are read. A new subscription has
/// the time at which it was made, so what a feed had before counts as read. So does what is older than a month. The
/// mark of a story takes precedence over both: it says read or unread.
struct ReadMarks {
    private static let longestAge: Int64 = 30 * 86_400

    /// The first possible article id of the last month.
    let oldest: ArticleID
    /// A story was marked unread although its feed is marked read, so older articles must be searched too.
    let hasUnmarked: Bool
    private var before: [FeedID: ArticleID] = [:]

    init(of reader: RecipientID, at time: Date, in db: Database) throws {
        oldest = ArticleID.first(atSecond: time.unixSeconds - Self.longestAge)
        let unmarked = try db.cachedStatement(sql: "SELECT 1 FROM readMark WHERE profileID = ? AND isRead = 0 LIMIT 1")
        hasUnmarked = try Row.fetchOne(unmarked, arguments: [reader]) != nil
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: "SELECT feedID, unreadSince FROM subscription WHERE recipientID = ?"),
            arguments: [reader]
        )
        while let row = try rows.next() { before[row[0]] = ArticleID.first(atSecond: row[1]) }
    }

    /// The first article of a feed after the feed's own mark, and of the last month.
    func readBefore(_ feed: FeedID) -> ArticleID { max(before[feed] ?? oldest, oldest) }

    /// Whether an article counts as read.
    ///
    /// `isUnmarked` says the same in SQL.
    ///
    /// - Parameter mark: what the mark of its story says; nil if it has none.
    func isRead(_ article: ArticleID, of feed: FeedID, mark: Bool?) -> Bool { mark ?? (article < readBefore(feed)) }

    /// The feeds that the reader follows.
    var feeds: [FeedID] { before.keys.sorted() }

    /// Whether a story without a mark of its own is unread: a followed feed has an article of it after the feed's mark.
    func isNew(_ family: StoryFamily, in db: Database) throws -> Bool {
        let articles = try db.cachedStatement(sql: "SELECT id, feedID FROM article WHERE storyID = ?")
        return try family.stories.contains { story in
            try Row.fetchAll(articles, arguments: [story]).contains { row in
                let (article, feed): (ArticleID, FeedID) = (row[0], row[1])
                return before[feed] != nil && article >= readBefore(feed)
            }
        }
    }

    /// SQL: whether the story with this root is marked as read.
    static func isRead(_ root: String, by reader: String = ":recipient") -> String {
        "EXISTS (SELECT 1 FROM readMark WHERE profileID = \(reader) AND readMark.storyID = \(root) AND isRead = 1)"
    }

    /// SQL: whether a story is unread, by its own mark or else by its feed's mark.
    static func isUnmarked(_ root: String, _ readBefore: String) -> String {
        """
        coalesce((SELECT NOT isRead FROM readMark WHERE profileID = :reader AND readMark.storyID = \(root)),
            article.id >= \(readBefore))
        """
    }

    /// The roots of the stories of a feed that were marked unread.
    static func unmarked(by reader: RecipientID, in feed: FeedID, _ db: Database) throws -> [StoryID] {
        try StoryID.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT storyID FROM readMark WHERE profileID = ?1 AND isRead = 0
                        AND EXISTS (SELECT 1 FROM article
                            WHERE article.storyID IN \(StoryFamily.members(of: "readMark.storyID")) AND feedID = ?2)
                    """
            ),
            arguments: [reader, feed]
        )
    }

    /// Deletes the mark of a story, so that its feed's mark applies again.
    static func remove(_ story: StoryID, of reader: RecipientID, in db: Database) throws {
        try db.executeCached(
            sql: "DELETE FROM readMark WHERE profileID = ? AND storyID = ?",
            arguments: [reader, story]
        )
    }

    /// Deletes the marks of all stories that were marked unread.
    static func removeUnmarked(of reader: RecipientID, in db: Database) throws {
        try db.executeCached(sql: "DELETE FROM readMark WHERE profileID = ? AND isRead = 0", arguments: [reader])
    }

    static func set(_ story: StoryID, isRead: Bool, by profile: ProfileID, at time: Date, in db: Database) throws {
        try db.executeCached(
            sql: """
                INSERT INTO readMark (profileID, storyID, isRead, markedAt)
                SELECT ?1, \(StoryFamily.root(of: "story.id")), ?3, ?4 FROM story WHERE id = ?2
                ON CONFLICT DO UPDATE SET isRead = excluded.isRead, markedAt = excluded.markedAt
                """,
            arguments: [profile, story, isRead, time.unixSeconds]
        )
    }
}

extension Store {
    /// Marks a story as unread, even if its whole feed is marked read.
    ///
    /// The reading history is not changed.
    ///
    /// False, with nothing changed, when the story is unread already.
    @discardableResult
    package func markUnread(
        _ story: StoryID,
        by profile: ProfileID,
        at time: Date
    ) async throws -> Bool {
        try await write { db in
            let reader = profile.recipient
            let family = try StoryFamily(of: story, in: db)
            let mark = try Row.fetchOne(
                db.cachedStatement(sql: "SELECT isRead FROM readMark WHERE profileID = ? AND storyID = ?"),
                arguments: [profile, family.root]
            )
            let isRead =
                try mark.map { $0[0] as Bool }
                ?? !ReadMarks(of: reader, at: time, in: db).isNew(family, in: db)
            guard isRead else { return false }
            try ReadMarks.set(story, isRead: false, by: profile, at: time, in: db)
            return true
        }
    }
}
