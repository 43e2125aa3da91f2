import Foundation
import GRDB
import NewsModel

/// Keeps what changes found, for a day and the newest few of each recipient.
struct ChangeKeeping {
    let db: Database
    let time: Date

    private static let mostKept = 20

    static func oldest(at time: Date) -> Int64 { time.unixSeconds - Int64(Store.undoHours) * 3_600 }

    /// - Parameter before: `SubscriptionMarks` as JSON, a mute's row number, or the line that takes it back.
    func keep(_ kind: OwnChange.Kind, named name: String, before: String, of owner: RecipientID) throws {
        try db.execute(sql: "DELETE FROM ownChange WHERE madeAt <= ?", arguments: [Self.oldest(at: time)])
        try db.execute(
            sql: "INSERT INTO ownChange (recipientID, kind, name, before, madeAt) VALUES (?, ?, ?, ?, ?)",
            arguments: [owner.rawValue, kind.rawValue, name, before, time.unixSeconds]
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

extension OwnChange {
    /// Nil where there is nothing left to take back.
    init?(row: Row, of recipient: RecipientID, at time: Date, in db: Database) throws {
        guard let kind = Kind(rawValue: row["kind"]) else { return nil }
        self.init(id: row["id"], kind: kind, name: row["name"], madeAt: row.date("madeAt"))
        let before: String = row["before"]
        switch kind {
        case .readAll, .clear:
            feeds = try (StoredJSON.value([SubscriptionMarks].self, from: before) ?? []).compactMap { mark in
                try Int64.fetchOne(
                    db.cachedStatement(sql: "SELECT feedID FROM subscription WHERE id = ? AND recipientID = ?"),
                    arguments: [mark.id, recipient.rawValue]
                ).map(FeedID.init(rawValue:))
            }
            if feeds.isEmpty { return nil }
        case .mute:
            let isThere = try db.cachedStatement(
                sql: "SELECT 1 FROM mute WHERE id = ? AND recipientID = ? AND name = ? AND coalesce(endsAt > ?, 1)"
            )
            let wanted: StatementArguments = [Int64(before), recipient.rawValue, name, time.unixSeconds]
            if try Row.fetchOne(isThere, arguments: wanted) == nil { return nil }
        case .other: reverse = before.isEmpty ? nil : before
        }
    }

    /// Whether there still was the mute of this row: rows that are gone leave their numbers to others.
    func unmute(_ row: Int64?, of recipient: RecipientID, in db: Database) throws -> Bool {
        try db.execute(
            sql: "DELETE FROM mute WHERE id = ? AND recipientID = ? AND name = ?",
            arguments: [row, recipient.rawValue, name]
        )
        return db.changesCount > 0
    }

    /// Later changes of this kind find what this one found, now that it never was.
    func leave(_ before: [SubscriptionMarks], to recipient: RecipientID, in db: Database) throws {
        let known = Dictionary(before.map { ($0.id, $0) }) { first, _ in first }
        let later = try Row.fetchAll(
            db,
            sql: "SELECT id, before FROM ownChange WHERE recipientID = ? AND kind = ? AND id > ?",
            arguments: [recipient.rawValue, kind.rawValue, id]
        )
        for row in later {
            let marks = StoredJSON.value([SubscriptionMarks].self, from: row["before"]) ?? []
            try db.execute(
                sql: "UPDATE ownChange SET before = ? WHERE id = ?",
                arguments: [try StoredJSON.text(marks.map { known[$0.id] ?? $0 }), row["id"] as Int64]
            )
        }
    }
}

/// What of a subscription says which articles are news to its owner, as a change found it.
struct SubscriptionMarks: Codable {
    var id: Int64
    var unreadSince: Int64
    var clearedAt: Int64?
    var clearedBefore: Int64?

    /// How many subscriptions are again what a change of this kind found: none where it has ended.
    func restore(_ kind: OwnChange.Kind, of recipient: RecipientID, in db: Database) throws -> Int {
        switch kind {
        case .readAll:
            try db.executeCached(
                sql: "UPDATE subscription SET unreadSince = ? WHERE id = ? AND recipientID = ?",
                arguments: [unreadSince, id, recipient.rawValue]
            )
        case .clear:
            try db.executeCached(
                sql: "UPDATE subscription SET clearedAt = ?, clearedBefore = ? WHERE id = ? AND recipientID = ?",
                arguments: [clearedAt, clearedBefore, id, recipient.rawValue]
            )
        case .mute, .other: return 0
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
