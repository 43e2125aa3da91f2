package import Foundation
import GRDB
package import NewsModel

extension Store {
    /// Every address with due work or unconfirmed messages, paused ones left out.
    package func lanes(at time: Date) async throws -> [Lane] {
        try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    WITH due AS (
                        SELECT addressID, count(*) AS dueCount, min(dueAt) AS oldestDueAt FROM delivery
                        WHERE state = 'queued' AND dueAt <= ? GROUP BY addressID
                    ), open AS (
                        SELECT addressID, count(*) AS openCount, min(id) AS oldest FROM message
                        WHERE state = 'open' GROUP BY addressID
                    )
                    SELECT address.*, dueCount, oldestDueAt, openCount,
                        (SELECT nextAttemptAt FROM message WHERE id = oldest) AS nextAttemptAt
                    FROM (SELECT addressID FROM due UNION SELECT addressID FROM open) AS busy
                    JOIN address ON address.id = busy.addressID
                    LEFT JOIN due ON due.addressID = address.id LEFT JOIN open ON open.addressID = address.id
                    WHERE pausedReason IS NULL ORDER BY address.id
                    """,
                arguments: [time.unixSeconds]
            )
            return rows.map { row in
                Lane(
                    address: Address(row: row),
                    dueCount: row["dueCount"] as Int? ?? 0,
                    oldestDueAt: row.optionalDate("oldestDueAt"),
                    openCount: row["openCount"] as Int? ?? 0,
                    nextAttemptAt: row.optionalDate("nextAttemptAt")
                )
            }
        }
    }

    /// When the next queued work is due or the next attempt allowed; nil when nothing waits.
    package func nextDeliveryTime() async throws -> Date? {
        try await read { db in
            try Int64.fetchOne(
                db,
                sql: """
                    SELECT min(time) FROM (
                        SELECT min(dueAt) AS time FROM delivery JOIN address ON address.id = addressID
                        WHERE state = 'queued' AND pausedReason IS NULL
                        UNION ALL
                        SELECT min(nextAttemptAt) FROM message JOIN address ON address.id = addressID
                        WHERE state = 'open' AND pausedReason IS NULL
                    )
                    """
            ).map(Date.init(unixSeconds:))
        }
    }

    /// An address's due work with all that is needed to word it, in the order it was queued.
    package func queuedDeliveries(to address: Address, at time: Date, limit: Int) async throws -> [QueuedDelivery] {
        try await read { db in
            guard let addressID = try AddressID.find(address, in: db) else { return [] }
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM delivery WHERE addressID = ? AND state = 'queued' AND dueAt <= ? ORDER BY id LIMIT ?
                    """,
                arguments: [addressID.rawValue, time.unixSeconds, limit]
            )
            return try rows.map { try QueuedDelivery(row: $0, address: address, in: db) }
        }
    }

    /// Puts queued work off; what is frozen already is left alone.
    package func postpone(_ deliveries: [DeliveryID], until time: Date) async throws {
        try await write { db in
            for delivery in deliveries {
                try db.execute(
                    sql: "UPDATE delivery SET dueAt = ? WHERE id = ? AND state = 'queued'",
                    arguments: [time.unixSeconds, delivery.rawValue]
                )
            }
        }
        nudges.nudge(.deliveries)
    }

    /// Queues a schedule's slot, at most once for ever, and records its stories as told.
    ///
    /// False when the slot was queued before, or the schedule is gone or off, or its place is paused.
    package func queueSlot(
        _ schedule: ScheduleID,
        localSlot: String,
        kind: QueuedDelivery.Kind,
        dueAt: Date,
        payload: SlotPayload,
        at time: Date
    ) async throws -> Bool {
        let queued = try await write { db in
            try db.execute(
                sql: """
                    INSERT OR IGNORE INTO delivery (recipientID, addressID, kind, scheduleID, localSlot, payload, dueAt,
                        createdAt)
                    SELECT schedule.recipientID, addressID, ?, schedule.id, ?, ?, ?, ? FROM schedule
                    JOIN address ON address.id = addressID
                    WHERE schedule.id = ? AND isOn = 1 AND (lastSlot IS NULL OR lastSlot < ?)
                        AND pausedReason IS NULL
                    """,
                arguments: [
                    kind.rawValue, localSlot, try DeliveryPayload.slot(payload).encoded(), dueAt.unixSeconds,
                    time.unixSeconds, schedule.rawValue,
                    localSlot,
                ]
            )
            guard db.changesCount == 1 else { return false }
            let delivery = db.lastInsertedRowID
            let recipient = try Int64.fetchOne(
                db,
                sql: "SELECT recipientID FROM delivery WHERE id = ?",
                arguments: [delivery]
            )
            for story in payload.stories {
                let family = try StoryFamily(of: story, in: db)
                guard let recipient, try family.tell(recipient, in: db) else { continue }
                try db.execute(
                    sql: "INSERT INTO deliveryStory (deliveryID, storyID) VALUES (?, ?)",
                    arguments: [delivery, family.root.rawValue]
                )
            }
            try db.execute(
                sql: "UPDATE schedule SET lastSlot = ? WHERE id = ?",
                arguments: [localSlot, schedule.rawValue]
            )
            return true
        }
        if queued { nudges.nudge(.deliveries) }
        return queued
    }

    /// Passes over a schedule's slot: too late, or nothing to tell.
    package func skipSlot(_ schedule: ScheduleID, localSlot: String) async throws {
        try await write { db in
            try db.execute(
                sql: "UPDATE schedule SET lastSlot = ? WHERE id = ?",
                arguments: [localSlot, schedule.rawValue]
            )
        }
    }
}

extension QueuedDelivery {
    init(row: Row, address: Address, in db: Database) throws {
        let id: Int64 = row["id"]
        let recipient: RecipientID = row.id("recipientID")
        let articleID: ArticleID? = row.optionalID("articleID")
        self.init(
            id: DeliveryID(rawValue: id),
            recipientID: recipient,
            address: address,
            kind: Kind(rawValue: row["kind"]) ?? .notice,
            storyID: row.optionalID("storyID"),
            article: try articleID.flatMap { try ListedArticle.find($0, in: .shown(to: recipient), db) },
            scheduleID: row.optionalID("scheduleID"),
            localSlot: row["localSlot"],
            payload: DeliveryPayload(row: row),
            isUrgent: row["isUrgent"],
            reasons: try DeliveryReason.all(of: id, in: db),
            dueAt: row.date("dueAt"),
            createdAt: row.date("createdAt")
        )
    }
}

extension DeliveryReason {
    static func all(of delivery: Int64, in db: Database) throws -> [DeliveryReason] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT deliveryReason.kind, reasonID, alert.number, alert.query FROM deliveryReason
                LEFT JOIN alert ON deliveryReason.kind = 'alert' AND alert.id = reasonID
                WHERE deliveryID = ? ORDER BY deliveryReason.kind, reasonID
                """,
            arguments: [delivery]
        ).compactMap { row in
            switch row["kind"] as String {
            case "subscription": .subscription(row.id("reasonID"))
            case "sample": .sample(row.id("reasonID"))
            default:
                (row["number"] as Int?).map { .alert(row.id("reasonID"), number: $0, query: row["query"]) }
            }
        }
    }
}
