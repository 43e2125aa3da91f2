package import Foundation
import GRDB
package import NewsModel

extension Store {
    /// Marks all subscriptions of a recipient, or some feeds, as read; returns how many stories were unread.
    @discardableResult
    package func markAllRead(
        of recipient: RecipientID,
        feeds: [FeedID]? = nil,
        at time: Date
    ) async throws -> Int {
        let unread = try await readMuting { db, judge in
            var unread = try UnreadStories(of: recipient, at: time, in: db, judge)
            return try unread.count(in: feeds, db)
        }
        // Where nothing visible changes, there is nothing to undo.
        let store = unread > 0 ? self : unrecorded
        try await store.write { db in
            guard let feeds else {
                try db.executeCached(
                    sql: "UPDATE subscription SET unreadSince = ? WHERE recipientID = ?",
                    arguments: [time.unixSeconds + 1, recipient]
                )
                try ReadMarks.removeUnmarked(of: recipient, in: db)
                return
            }
            for mark in try SubscriptionMarks.all(of: recipient, in: feeds, db) {
                try db.executeCached(
                    sql: "UPDATE subscription SET unreadSince = ? WHERE id = ?",
                    arguments: [time.unixSeconds + 1, mark.id]
                )
                for story in try ReadMarks.unmarked(by: recipient, in: mark.feed, db) {
                    try ReadMarks.remove(story, of: recipient, in: db)
                }
            }
        }
        return unread
    }

    /// Clears a feed for one recipient: its present articles are neither listed nor counted as unread any more.
    ///
    /// Deliveries that are queued only for it are withdrawn; saved articles are kept. Returns how many stories
    /// disappeared from their lists; nil when the feed is not followed.
    package func clearFeed(
        _ feed: FeedID,
        of recipient: RecipientID,
        at time: Date
    ) async throws -> Int? {
        try await write { db in
            guard let marks = try SubscriptionMarks.all(of: recipient, in: [feed], db).first else { return nil }
            // Up to now only: an article with a future date would hide everything until that date.
            let end = ArticleID.first(atSecond: time.unixSeconds + 1)
            let all = ArticleSelection(feeds: .some([feed]), from: .distantPast, to: .distantFuture)
            let listed = try ArticleFilter(all, in: .of(recipient), db).before(end).all(in: db)
            guard let newest = listed.map(\.id).max() else { return 0 }
            try db.execute(
                sql: "UPDATE subscription SET clearedAt = ?, clearedBefore = ? WHERE id = ?",
                arguments: [time.unixSeconds + 1, max(newest.rawValue + 1, marks.clearedBefore ?? 0), marks.id]
            )
            try Ledger(db: db, time: time).withdraw(.subscription(marks.id))
            return Set(listed.map(\.story)).count
        }
    }

    /// Marks stories as read.
    ///
    /// The reading history is not changed.
    package func markRead(_ stories: [StoryID], by profile: ProfileID, at time: Date) async throws {
        try await write { db in
            for story in stories { try ReadMarks.set(story, isRead: true, by: profile, at: time, in: db) }
        }
    }
}

/// A subscription whose articles are marked.
private struct SubscriptionMarks {
    var id: SubscriptionID
    var feed: FeedID
    var clearedBefore: Int64?

    static func all(of recipient: RecipientID, in feeds: [FeedID], _ db: Database) throws -> [SubscriptionMarks] {
        let wanted = Set(feeds)
        let rows = try Row.fetchAll(
            db,
            sql: "SELECT id, feedID, clearedBefore FROM subscription WHERE recipientID = ? ORDER BY id",
            arguments: [recipient]
        )
        return rows.map { SubscriptionMarks(id: $0[0], feed: $0[1], clearedBefore: $0[2]) }
            .filter { wanted.contains($0.feed) }
    }
}
