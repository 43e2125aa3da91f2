package import Foundation
import GRDB
package import NewsModel

extension Store {
    /// What a schedule's earlier slots told, as far back as sent work is kept.
    ///
    /// A slot that failed with nothing of it arrived has told nothing.
    package func slotPayloads(of schedule: ScheduleID) async throws -> [SlotPayload] {
        try await slots(
            of: schedule,
            """
            state <> 'withdrawn' AND (state <> 'failed'
                OR (SELECT partsConfirmed FROM message WHERE message.id = messageID) > 0)
            """
        )
    }

    /// The slots of a schedule that failed, as far back as sent work is kept: a later one stands for them.
    package func failedSlotPayloads(of schedule: ScheduleID) async throws -> [SlotPayload] {
        try await slots(of: schedule, "state = 'failed'")
    }

    private func slots(of schedule: ScheduleID, _ condition: String) async throws -> [SlotPayload] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT kind, payload FROM delivery WHERE scheduleID = ? AND \(condition)",
                arguments: [schedule.rawValue]
            ).compactMap { row in
                if case .slot(let slot)? = DeliveryPayload(row: row) { slot } else { nil }
            }
        }
    }

    /// When work that is not due yet becomes due; nil when none waits for its time.
    package func nextDeliveryTime(after time: Date) async throws -> Date? {
        try await read { db in
            try Int64.fetchOne(
                db,
                sql: """
                    SELECT min(dueAt) FROM delivery JOIN address ON address.id = addressID
                    WHERE state = 'queued' AND pausedReason IS NULL AND dueAt > ?
                    """,
                arguments: [time.unixSeconds]
            ).map(Date.init(unixSeconds:))
        }
    }
}

extension RecipientID {
    /// Makes due again what quiet hours put off, as when the hours or the zone have changed.
    ///
    /// What waits for an alert's cool-down goes on waiting.
    func releaseHeldDeliveries(in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE delivery SET dueAt = createdAt
                WHERE recipientID = ? AND state = 'queued' AND dueAt > createdAt AND localSlot IS NULL
                    AND NOT EXISTS (SELECT 1 FROM deliveryReason JOIN alert ON alert.id = reasonID
                        WHERE deliveryID = delivery.id AND deliveryReason.kind = 'alert'
                            AND alert.firesAt = delivery.dueAt)
                """,
            arguments: [rawValue]
        )
    }
}
