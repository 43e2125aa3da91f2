package import Foundation
import GRDB
package import NewsModel

/// Something that a recipient changed and may take back for a day.
package struct OwnChange: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        /// Marked feeds as read.
        case readAll
        /// Emptied a feed.
        case clear
    }

    package var id: Int64
    package var kind: Kind
    /// What it was done to, as it was said; empty for everything that was followed.
    package var name: String
    /// Those of its feeds that are still followed.
    package var feeds: [FeedID]
    package var madeAt: Date
}

extension Store {
    /// Hours in which a recipient may take back what they changed.
    package static let undoHours = 24

    /// What a recipient changed within a day, the newest first.
    package func ownChanges(of recipient: RecipientID, at time: Date) async throws -> [OwnChange] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT * FROM ownChange WHERE recipientID = ? AND madeAt > ? ORDER BY id DESC",
                arguments: [recipient.rawValue, ChangeKeeping.oldest(at: time)]
            ).compactMap { row in
                guard let kind = OwnChange.Kind(rawValue: row["kind"]) else { return nil }
                let marks = StoredJSON.value([SubscriptionMarks].self, from: row["before"]) ?? []
                let feeds = try marks.compactMap { mark in
                    try Int64.fetchOne(
                        db.cachedStatement(sql: "SELECT feedID FROM subscription WHERE id = ? AND recipientID = ?"),
                        arguments: [mark.id, recipient.rawValue]
                    )
                }
                return OwnChange(
                    id: row["id"],
                    kind: kind,
                    name: row["name"],
                    feeds: feeds.map(FeedID.init(rawValue:)),
                    madeAt: row.date("madeAt")
                )
            }
        }
    }

    /// Puts back what a change found; false when it was taken back already, or nothing of it is followed any more.
    ///
    /// What was withdrawn from the queue is listed again and not pushed any more.
    package func undo(_ change: OwnChange, of recipient: RecipientID) async throws -> Bool {
        try await write { db in
            let before = try String.fetchOne(
                db,
                sql: "DELETE FROM ownChange WHERE id = ? AND recipientID = ? RETURNING before",
                arguments: [change.id, recipient.rawValue]
            )
            var restored = 0
            for mark in StoredJSON.value([SubscriptionMarks].self, from: before) ?? [] {
                try db.executeCached(
                    sql: """
                        UPDATE subscription SET unreadSince = ?, clearedAt = ?, clearedBefore = ?
                        WHERE id = ? AND recipientID = ?
                        """,
                    arguments: [mark.unreadSince, mark.clearedAt, mark.clearedBefore, mark.id, recipient.rawValue]
                )
                restored += db.changesCount
            }
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
                try ChangeKeeping(db: db, time: time).keep(.readAll, named: name, marks, of: recipient)
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
            let first = marks.clearedBefore ?? 0
            // Up to the newest of today: what a feed dates later would hide all that comes until then.
            let end = ArticleID.first(atSecond: time.unixSeconds + 1).rawValue
            let range: StatementArguments = [feed.rawValue, first, end]
            let (from, to) = ("FROM article WHERE feedID = ?", "AND id >= ? AND id < ?")
            guard let newest = try Int64.fetchOne(db, sql: "SELECT max(id) \(from) \(to)", arguments: range) else {
                return 0
            }
            let count = try Int.fetchOne(db, sql: "SELECT count(DISTINCT storyID) \(from) \(to)", arguments: range)
            try ChangeKeeping(db: db, time: time).keep(.clear, named: name, [marks], of: recipient)
            try db.execute(
                sql: "UPDATE subscription SET clearedAt = ?, clearedBefore = ? WHERE id = ?",
                arguments: [time.unixSeconds + 1, newest + 1, marks.id]
            )
            try Withdrawal(time: time).withdraw(.subscription, marks.id, in: db)
            return count ?? 0
        }
    }
}

/// What of a subscription says which articles are news to its owner, as a change found it.
private struct SubscriptionMarks: Codable {
    var id: Int64
    var unreadSince: Int64
    var clearedAt: Int64?
    var clearedBefore: Int64?

    static func all(of recipient: RecipientID, in feeds: [FeedID]?, _ db: Database) throws -> [SubscriptionMarks] {
        let wanted = feeds.map(Set.init)
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT id, feedID, unreadSince, clearedAt, clearedBefore FROM subscription
                WHERE recipientID = ? ORDER BY id
                """,
            arguments: [recipient.rawValue]
        )
        return rows.filter { wanted?.contains($0.id("feedID")) ?? true }.map {
            SubscriptionMarks(
                id: $0["id"],
                unreadSince: $0["unreadSince"],
                clearedAt: $0["clearedAt"],
                clearedBefore: $0["clearedBefore"]
            )
        }
    }
}

/// Keeps what changes found, for a day and the newest few of each recipient.
private struct ChangeKeeping {
    let db: Database
    let time: Date

    private static let mostKept = 20

    static func oldest(at time: Date) -> Int64 { time.unixSeconds - Int64(Store.undoHours) * 3_600 }

    func keep(_ kind: OwnChange.Kind, named name: String, _ marks: [SubscriptionMarks], of owner: RecipientID) throws {
        try db.execute(sql: "DELETE FROM ownChange WHERE madeAt <= ?", arguments: [Self.oldest(at: time)])
        try db.execute(
            sql: "INSERT INTO ownChange (recipientID, kind, name, before, madeAt) VALUES (?, ?, ?, ?, ?)",
            arguments: [owner.rawValue, kind.rawValue, name, try StoredJSON.text(marks), time.unixSeconds]
        )
        try db.execute(
            sql: """
                DELETE FROM ownChange WHERE recipientID = :owner AND id <= (SELECT id FROM ownChange
                    WHERE recipientID = :owner ORDER BY id DESC LIMIT 1 OFFSET :most)
                """,
            arguments: ["owner": owner.rawValue, "most": Self.mostKept]
        )
    }
}
