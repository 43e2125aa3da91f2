package import Foundation
import GRDB
package import NewsModel

/// Something that a recipient changed within a day.
package struct OwnChange: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        /// Marked feeds as read.
        case readAll
        /// Emptied a feed.
        case clear
        case mute
        /// Anything else, which is not taken back here.
        case other
    }

    package var id: Int64
    package var kind: Kind
    /// What it was done to, as it was said; empty for everything that was followed; of `other` what was typed.
    package var name: String
    /// Those of its feeds that are still followed.
    package var feeds: [FeedID] = []
    /// Of `other` the line that takes it back, where there is one.
    package var reverse: String?
    package var madeAt: Date
}

extension Store {
    /// Hours in which a recipient may take back what they changed.
    package static let undoHours = 24

    /// What a recipient changed within a day, the newest first, without what has nothing left to take back.
    package func ownChanges(of recipient: RecipientID, at time: Date) async throws -> [OwnChange] {
        try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: "SELECT * FROM ownChange WHERE recipientID = ? AND madeAt > ? ORDER BY id DESC",
                arguments: [recipient.rawValue, ChangeKeeping.oldest(at: time)]
            )
            return try rows.compactMap { try OwnChange(row: $0, of: recipient, at: time, in: db) }
        }
    }

    /// Keeps in mind that something was changed which `undo(_:of:)` does not take back.
    ///
    /// `line` is what was typed, without secrets; `reverse` is typed to take it back.
    package func recordChange(
        _ line: String,
        reverse: String? = nil,
        of recipient: RecipientID,
        at time: Date
    ) async throws {
        try await write { db in
            try ChangeKeeping(db: db, time: time).keep(.other, named: line, before: reverse ?? "", of: recipient)
        }
    }

    /// Puts back what a change found; false when it was taken back already, or nothing of it is followed any more.
    ///
    /// Only what changes of its kind change. What was withdrawn from the queue is listed again and not pushed any more.
    package func undo(_ change: OwnChange, of recipient: RecipientID) async throws -> Bool {
        try await write { db in
            let stored = try String.fetchOne(
                db,
                sql: "DELETE FROM ownChange WHERE id = ? AND recipientID = ? RETURNING before",
                arguments: [change.id, recipient.rawValue]
            )
            guard change.kind != .mute else { return try change.unmute(Int64(stored ?? ""), of: recipient, in: db) }
            let before = StoredJSON.value([SubscriptionMarks].self, from: stored) ?? []
            var restored = 0
            for mark in before { restored += try mark.restore(change.kind, of: recipient, in: db) }
            try change.leave(before, to: recipient, in: db)
            return restored > 0
        }
    }

    /// Marks everything a recipient follows, or some feeds of it, as read; how many stories were not.
    ///
    /// `name` says in `undo` what was marked.
    @discardableResult
    package func markAllRead(
        of recipient: RecipientID,
        feeds: [FeedID]? = nil,
        named name: String = "",
        at time: Date
    ) async throws -> Int {
        let unread = try await readMuting { db, judge in
            try UnreadStories(of: recipient, at: time).count(in: feeds, db, judge)
        }
        try await write { db in
            let marks = try SubscriptionMarks.all(of: recipient, in: feeds, db)
            // Nothing that can be seen has changed: there is nothing to take back.
            if unread > 0 {
                let before = try StoredJSON.text(marks)
                try ChangeKeeping(db: db, time: time).keep(.readAll, named: name, before: before, of: recipient)
            }
            for mark in marks {
                try db.executeCached(
                    sql: "UPDATE subscription SET unreadSince = ? WHERE id = ?",
                    arguments: [time.unixSeconds + 1, mark.id]
                )
            }
        }
        return unread
    }

    /// Empties a feed for one recipient: nothing that it holds now is in their lists again, or counts as unread.
    ///
    /// What waits to be pushed only for it is withdrawn; what they have saved stays. How many stories went from their
    /// lists; nil when it is not followed.
    package func clearFeed(
        _ feed: FeedID,
        of recipient: RecipientID,
        named name: String,
        at time: Date
    ) async throws -> Int? {
        try await write { db in
            guard let marks = try SubscriptionMarks.all(of: recipient, in: [feed], db).first else { return nil }
            // Up to the newest of today: what a feed dates later would hide all that comes until then.
            let end = ArticleID.first(atSecond: time.unixSeconds + 1).rawValue
            let listed = try ClearedFeeds(of: recipient, in: db).places(of: feed.rawValue, from: 0, to: end, in: db)
            guard let newest = listed.map(\.id).max() else { return 0 }
            let before = try StoredJSON.text([marks])
            try ChangeKeeping(db: db, time: time).keep(.clear, named: name, before: before, of: recipient)
            try db.execute(
                sql: "UPDATE subscription SET clearedAt = ?, clearedBefore = ? WHERE id = ?",
                arguments: [time.unixSeconds + 1, max(newest + 1, marks.clearedBefore ?? 0), marks.id]
            )
            try Withdrawal(time: time).withdraw(.subscription, marks.id, in: db)
            return Set(listed.map(\.story)).count
        }
    }
}
