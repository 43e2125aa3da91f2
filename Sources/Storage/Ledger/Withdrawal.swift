import Foundation
import GRDB
import NewsModel

/// Takes queued work back when nobody wants it any more, with the told rows it made.
struct Withdrawal {
    enum Reason: String {
        case subscription
        case alert
    }

    var time: Date

    /// Removes one reason from queued work; what has no reason left is withdrawn.
    func withdraw(_ reason: Reason, _ id: Int64, in db: Database) throws {
        let kinds = reason == .subscription ? "('subscription', 'sample')" : "('alert')"
        let deliveries = try Int64.fetchAll(
            db,
            sql: """
                SELECT DISTINCT delivery.id FROM deliveryReason
                JOIN delivery ON delivery.id = deliveryReason.deliveryID
                WHERE deliveryReason.kind IN \(kinds) AND reasonID = ? AND state = 'queued'
                """,
            arguments: [id]
        )
        for delivery in deliveries {
            try db.execute(
                sql: "DELETE FROM deliveryReason WHERE deliveryID = ? AND kind IN \(kinds) AND reasonID = ?",
                arguments: [delivery, id]
            )
            let isWanted = try Bool.fetchOne(
                db,
                sql: "SELECT EXISTS (SELECT 1 FROM deliveryReason WHERE deliveryID = ?)",
                arguments: [delivery]
            )
            if isWanted != true { try withdraw(delivery: delivery, in: db) }
        }
    }

    /// Withdraws the queued work of a schedule.
    func withdraw(schedule: ScheduleID, in db: Database) throws {
        let deliveries = try Int64.fetchAll(
            db,
            sql: "SELECT id FROM delivery WHERE scheduleID = ? AND state = 'queued'",
            arguments: [schedule.rawValue]
        )
        for delivery in deliveries { try withdraw(delivery: delivery, in: db) }
    }

    /// Withdraws all that goes to an address; what may have left already is not sent again.
    func withdrawAll(at address: AddressID, in db: Database) throws {
        let unsent = try Int64.fetchAll(
            db,
            sql: """
                SELECT id FROM message
                WHERE addressID = ? AND state = 'open' AND mayHaveArrived = 0 AND partsConfirmed = 0
                """,
            arguments: [address.rawValue]
        )
        for message in unsent { try MessageID(rawValue: message).takeBack(in: db, at: time) }
        let queued = try Int64.fetchAll(
            db,
            sql: "SELECT id FROM delivery WHERE addressID = ? AND state = 'queued'",
            arguments: [address.rawValue]
        )
        for delivery in queued { try withdraw(delivery: delivery, in: db) }
        // As far as anybody knows its stories were told, and no later digest brings them again.
        try db.execute(
            sql: """
                UPDATE delivery SET state = 'unconfirmed', endedAt = ? WHERE state = 'frozen'
                    AND messageID IN (SELECT id FROM message WHERE addressID = ? AND state = 'open')
                """,
            arguments: [time.unixSeconds, address.rawValue]
        )
        try db.execute(
            sql: "UPDATE message SET state = 'failed', endedAt = ? WHERE addressID = ? AND state = 'open'",
            arguments: [time.unixSeconds, address.rawValue]
        )
    }

    func withdraw(delivery: Int64, in db: Database) throws {
        // What was never sent was not told: another source may still bring it.
        try db.execute(
            sql: """
                DELETE FROM told WHERE recipientID = (SELECT recipientID FROM delivery WHERE id = :id)
                    AND storyID IN (SELECT storyID FROM deliveryStory WHERE deliveryID = :id)
                """,
            arguments: ["id": delivery]
        )
        try db.execute(
            sql: "UPDATE delivery SET state = 'withdrawn', endedAt = ? WHERE id = ?",
            arguments: [time.unixSeconds, delivery]
        )
    }
}
