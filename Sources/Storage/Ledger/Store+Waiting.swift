package import Foundation
import GRDB
package import NewsModel

extension Store {
    /// The payloads of a schedule's earlier slots that were queued or sent.
    ///
    /// Ended deliveries are pruned after a while.
    ///
    /// A failed slot counts only if a part of it was confirmed.
    package func slotPayloads(of schedule: ScheduleID) async throws -> [SlotPayload] {
        try await slots(
            of: schedule,
            """
            state <> 'withdrawn' AND (state <> 'failed'
                OR (SELECT partsConfirmed FROM message WHERE message.id = messageID) > 0)
            """
        )
    }

    /// The payloads of a schedule's failed slots; a later slot replaces them.
    ///
    /// Ended deliveries are pruned after a while.
    package func failedSlotPayloads(of schedule: ScheduleID) async throws -> [SlotPayload] {
        try await slots(of: schedule, "state = 'failed'")
    }

    private func slots(of schedule: ScheduleID, _ condition: String) async throws -> [SlotPayload] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT kind, payload FROM delivery WHERE scheduleID = ? AND \(condition)",
                arguments: [schedule]
            ).compactMap { row in
                if case .slot(let slot)? = DeliveryPayload(row: row) { slot } else { nil }
            }
        }
    }

    /// When the next delivery that is not due yet becomes due; nil when there is none.
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
