package import Foundation
import GRDB
package import NewsModel

/// A change that a recipient made within the last day.
package struct OwnChange: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        /// Marked feeds as read.
        case readAll
        /// Cleared a feed.
        case clear
        case mute
        /// Added, removed or switched a filter.
        case filter
        /// Added, renamed, switched or removed a smart feed, or began, paused or ended following it.
        case smart
        /// Marked one story as unread.
        case unread
        /// Moved a schedule to another time of day.
        case schedule
        /// Added, renamed, coloured, ordered, hid or deleted categories.
        case categories
        /// Anything else, which `undo(_:of:at:)` cannot undo.
        case other
    }

    package var id: Int64
    package var kind: Kind
    /// The name of what was changed; empty for all subscriptions; for `other` the typed command.
    package var name: String
    /// The changed feeds that are still followed.
    package var feeds: [FeedID] = []
    /// For `schedule` the time of day before, in minutes since midnight.
    package var minuteBefore: Int?
    /// For `other` the command that undoes the change, if there is one.
    package var reverse: String?
    package var madeAt: Date
}

extension Store {
    /// Hours within which a change can be undone.
    package static let undoHours = 24

    /// A recipient's changes of the last day that can still be undone, newest first.
    package func ownChanges(of recipient: RecipientID, at time: Date) async throws -> [OwnChange] {
        try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: "SELECT \(OwnChange.columns) FROM ownChange WHERE recipientID = ? AND madeAt > ? ORDER BY id DESC",
                arguments: [recipient, UndoLog.oldest(at: time)]
            )
            return try rows.compactMap { try OwnChange(row: $0, of: recipient, at: time, in: db) }
        }
    }

    /// Records a change that `undo(_:of:at:)` cannot undo.
    ///
    /// `line` is the typed command without secrets; `reverse` is the command that undoes it.
    package func recordChange(
        _ line: String,
        reverse: String? = nil,
        of recipient: RecipientID,
        at time: Date
    ) async throws {
        try await write { db in
            try UndoLog(db: db, time: time).record(.other, named: line, before: reverse ?? "", of: recipient)
        }
    }

    /// Restores the state before a change; false when it was undone before, or none of its feeds are followed.
    ///
    /// Only the data of this kind of change is restored. Withdrawn deliveries are not queued again, but the articles
    /// are listed.
    ///
    /// - Parameter limit: how many smart feeds the recipient may have.
    package func undo(
        _ change: OwnChange,
        of recipient: RecipientID,
        smartFeeds limit: Int = .max,
        at time: Date
    ) async throws -> Bool {
        let isUndone = try await write { db in
            let stored = try String.fetchOne(
                db,
                sql: "DELETE FROM ownChange WHERE id = ? AND recipientID = ? RETURNING before",
                arguments: [change.id, recipient]
            )
            switch change.kind {
            case .mute: return try change.unmute(Int64(stored ?? ""), of: recipient, in: db)
            case .unread:
                let mark = StoredJSON.value(StoryMarkBefore.self, from: stored)
                return try mark?.restore(for: recipient, in: db) ?? false
            case .schedule:
                let before = StoredJSON.value(ScheduleTimeBefore.self, from: stored)
                return try before?.restore(for: recipient, at: time, in: db) ?? false
            case .filter:
                let before = StoredJSON.value(FilterBefore.self, from: stored)
                return try before?.restore(for: recipient, in: db) ?? false
            case .smart:
                let before = StoredJSON.value(SmartFeedBefore.self, from: stored)
                return try before?.restore(for: recipient, limit: limit, at: time, in: db) ?? false
            case .categories:
                let before = StoredJSON.value(CategoriesBefore.self, from: stored)
                return try before?.restore(for: recipient, in: db) ?? false
            case .readAll, .clear, .other: break
            }
            let before = StoredJSON.value([SubscriptionMarks].self, from: stored) ?? []
            var restored = 0
            for mark in before { restored += try mark.restore(change.kind, of: recipient, in: db) }
            try change.replaceInLaterChanges(before, of: recipient, in: db)
            return restored > 0
        }
        // The schedule clock sleeps until the next slot that it knows.
        if isUndone, change.kind == .schedule { nudges.nudge(.deliveries) }
        return isUndone
    }

    /// Marks all subscriptions of a recipient, or some feeds, as read; returns how many stories were unread.
    ///
    /// `name` describes the change in `undo`.
    @discardableResult
    package func markAllRead(
        of recipient: RecipientID,
        feeds: [FeedID]? = nil,
        named name: String = "",
        at time: Date
    ) async throws -> Int {
        let unread = try await readMuting { db, judge in
            var unread = try UnreadStories(of: recipient, at: time, in: db, judge)
            return try unread.count(in: feeds, db)
        }
        try await write { db in
            let marks = try SubscriptionMarks.all(of: recipient, in: feeds, db)
            // Nothing visible has changed, so there is nothing to undo.
            if unread > 0 {
                let before = try StoredJSON.text(marks)
                try UndoLog(db: db, time: time).record(.readAll, named: name, before: before, of: recipient)
            }
            for mark in marks {
                try db.executeCached(
                    sql: "UPDATE subscription SET unreadSince = ? WHERE id = ?",
                    arguments: [time.unixSeconds + 1, mark.id]
                )
                for story in mark.unmarked ?? [] { try ReadMarks.remove(story, of: recipient, in: db) }
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
        named name: String,
        at time: Date
    ) async throws -> Int? {
        try await write { db in
            guard let marks = try SubscriptionMarks.all(of: recipient, in: [feed], db).first else { return nil }
            // Up to now only: an article with a future date would hide everything until that date.
            let end = ArticleID.first(atSecond: time.unixSeconds + 1)
            let all = ArticleSelection(feeds: .some([feed]), from: .distantPast, to: .distantFuture)
            let listed = try ArticleFilter(all, in: .of(recipient), db).before(end).all(in: db)
            guard let newest = listed.map(\.id).max() else { return 0 }
            let before = try StoredJSON.text([marks])
            try UndoLog(db: db, time: time).record(.clear, named: name, before: before, of: recipient)
            try db.execute(
                sql: "UPDATE subscription SET clearedAt = ?, clearedBefore = ? WHERE id = ?",
                arguments: [time.unixSeconds + 1, max(newest.rawValue + 1, marks.clearedBefore ?? 0), marks.id]
            )
            try Ledger(db: db, time: time).withdraw(.subscription(marks.id))
            return Set(listed.map(\.story)).count
        }
    }
}
