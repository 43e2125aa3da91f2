import Foundation
import GRDB
import NewsModel

/// Stores the state before a change so that it can be undone, for a day and the newest changes of each recipient.
struct UndoLog {
    let db: Database
    let time: Date

    private static let mostKept = 20

    static func oldest(at time: Date) -> Int64 { time.unixSeconds - Int64(Store.undoHours) * 3_600 }

    /// - Parameter before: `SubscriptionMarks`, `StoryMarkBefore`, `ScheduleTimeBefore`, `CategoriesBefore`,
    ///   `FilterBefore` or `SmartFeedBefore` as JSON, a mute's row id, or the command that undoes the change.
    func record(_ kind: OwnChange.Kind, named name: String, before: String, of owner: RecipientID) throws {
        try db.execute(sql: "DELETE FROM ownChange WHERE madeAt <= ?", arguments: [Self.oldest(at: time)])
        try db.execute(
            sql: "INSERT INTO ownChange (recipientID, kind, name, before, madeAt) VALUES (?, ?, ?, ?, ?)",
            arguments: [owner, kind.rawValue, name, before, time.unixSeconds]
        )
        try db.execute(
            sql: """
                DELETE FROM ownChange WHERE recipientID = :owner AND id <= (SELECT id FROM ownChange
                    WHERE recipientID = :owner ORDER BY id DESC LIMIT 1 OFFSET :most)
                """,
            arguments: ["owner": owner, "most": Self.mostKept]
        )
    }
}

extension OwnChange {
    /// The columns that `init(row:of:at:in:)` reads, in its order.
    static let columns = "id, kind, name, madeAt, before"

    /// Nil when there is nothing left to undo.
    init?(row: Row, of recipient: RecipientID, at time: Date, in db: Database) throws {
        guard let kind = Kind(rawValue: row[1]) else { return nil }
        self.init(id: row[0], kind: kind, name: row[2], madeAt: row.date(3))
        let before: String = row[4]
        switch kind {
        case .readAll, .clear:
            feeds = try (StoredJSON.value([SubscriptionMarks].self, from: before) ?? []).compactMap { mark in
                try FeedID.fetchOne(
                    db.cachedStatement(sql: "SELECT feedID FROM subscription WHERE id = ? AND recipientID = ?"),
                    arguments: [mark.id, recipient]
                )
            }
            if feeds.isEmpty { return nil }
        case .mute:
            let isThere = try db.cachedStatement(
                sql: "SELECT 1 FROM mute WHERE id = ? AND recipientID = ? AND name = ? AND coalesce(endsAt > ?, 1)"
            )
            let wanted: StatementArguments = [Int64(before), recipient, name, time.unixSeconds]
            if try Row.fetchOne(isThere, arguments: wanted) == nil { return nil }
        case .unread:
            let mark = StoredJSON.value(StoryMarkBefore.self, from: before)
            guard let mark, try mark.isStillUnread(for: recipient, in: db) else { return nil }
        case .schedule:
            let time = StoredJSON.value(ScheduleTimeBefore.self, from: before)
            guard let time, try time.isStillMoved(of: recipient, in: db) else { return nil }
            minuteBefore = time.minuteOfDay
        case .filter:
            let before = StoredJSON.value(FilterBefore.self, from: before)
            guard let before, try before.isStillChanged(of: recipient, in: db) else { return nil }
        case .smart:
            let before = StoredJSON.value(SmartFeedBefore.self, from: before)
            guard let before, try before.isStillChanged(of: recipient, in: db) else { return nil }
        case .categories: break
        case .other: reverse = before.isEmpty ? nil : before
        }
    }

    /// Deletes the mute with this row id; false when it no longer exists.
    ///
    /// The name is compared too, because row ids are reused.
    func unmute(_ row: Int64?, of recipient: RecipientID, in db: Database) throws -> Bool {
        try db.execute(
            sql: "DELETE FROM mute WHERE id = ? AND recipientID = ? AND name = ?",
            arguments: [row, recipient, name]
        )
        return db.changesCount > 0
    }

    /// Corrects the stored state of later changes of this kind, which must not restore the undone change.
    func replaceInLaterChanges(_ before: [SubscriptionMarks], of recipient: RecipientID, in db: Database) throws {
        let known = Dictionary(before.map { ($0.id, $0) }) { first, _ in first }
        let later = try Row.fetchAll(
            db,
            sql: "SELECT id, before FROM ownChange WHERE recipientID = ? AND kind = ? AND id > ?",
            arguments: [recipient, kind.rawValue, id]
        )
        for row in later {
            let marks = StoredJSON.value([SubscriptionMarks].self, from: row[1]) ?? []
            try db.execute(
                sql: "UPDATE ownChange SET before = ? WHERE id = ?",
                arguments: [try StoredJSON.text(marks.map { known[$0.id] ?? $0 }), row[0] as Int64]
            )
        }
    }
}

/// How a person had marked a story before they marked it as unread.
struct StoryMarkBefore: Codable {
    /// The root of its family then.
    var story: StoryID
    /// Unix seconds; nil when it had no mark of its own.
    var readAt: Int64?

    /// SQL: the unread mark of story `?2` by person `?1`.
    private static let mark = "profileID = ?1 AND storyID = \(StoryFamily.root(of: "?2")) AND isRead = 0"

    func isStillUnread(for reader: RecipientID, in db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT 1 FROM readMark WHERE \(Self.mark)")
        return try Row.fetchOne(statement, arguments: [reader, story]) != nil
    }

    /// False, with nothing changed, when the story has been read or marked since.
    func restore(for reader: RecipientID, in db: Database) throws -> Bool {
        if let readAt {
            try db.executeCached(
                sql: "UPDATE readMark SET isRead = 1, markedAt = ?3 WHERE \(Self.mark)",
                arguments: [reader, story, readAt]
            )
        } else {
            try db.executeCached(sql: "DELETE FROM readMark WHERE \(Self.mark)", arguments: [reader, story])
        }
        return db.changesCount > 0
    }
}

/// The state of a subscription before a change: from which articles on its news is unread or listed.
struct SubscriptionMarks: Codable {
    var id: SubscriptionID
    var unreadSince: Int64
    var clearedAt: Int64?
    var clearedBefore: Int64?
    /// Stories of the feed that were marked as unread (`ReadMarks`).
    var unmarked: [StoryID]?

    /// Restores the state before a change of this kind; returns the number of restored subscriptions (0 if it has
    /// ended).
    func restore(_ kind: OwnChange.Kind, of recipient: RecipientID, in db: Database) throws -> Int {
        switch kind {
        case .readAll:
            try db.executeCached(
                sql: "UPDATE subscription SET unreadSince = ? WHERE id = ? AND recipientID = ?",
                arguments: [unreadSince, id, recipient]
            )
            guard db.changesCount > 0 else { return 0 }
            for story in unmarked ?? [] { try ReadMarks.restoreUnread(story, of: recipient, in: db) }
            return 1
        case .clear:
            try db.executeCached(
                sql: "UPDATE subscription SET clearedAt = ?, clearedBefore = ? WHERE id = ? AND recipientID = ?",
                arguments: [clearedAt, clearedBefore, id, recipient]
            )
        case .mute, .filter, .smart, .unread, .schedule, .categories, .other: return 0
        }
        return db.changesCount
    }

    static func all(of recipient: RecipientID, in feeds: [FeedID]?, _ db: Database) throws -> [SubscriptionMarks] {
        let wanted = feeds.map(Set.init)
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT id, feedID, unreadSince, clearedAt, clearedBefore FROM subscription
                WHERE recipientID = ? ORDER BY id
                """,
            arguments: [recipient]
        )
        return try rows.filter { wanted?.contains($0[1]) ?? true }.map {
            let unmarked = try ReadMarks.unmarked(by: recipient, in: $0[1], db)
            return SubscriptionMarks(
                id: $0[0],
                unreadSince: $0[2],
                clearedAt: $0[3],
                clearedBefore: $0[4],
                unmarked: unmarked.isEmpty ? nil : unmarked
            )
        }
    }
}
