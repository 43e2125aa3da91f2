import Foundation
import GRDB
import NewsModel

/// The news that waits for two recipients who are one from now on: each story once, and none lost.
struct WaitingNews {
    let db: Database
    let goes: Int64
    let stays: Int64
    let time: Date

    private struct Queued {
        var id: Int64
        var story: StoryID
    }

    func merge() throws {
        var joined: Set<Int64> = []
        for queued in try queued(of: goes) {
            let family = try StoryFamily(of: queued.story, in: db)
            if let waiting = try family.waitingDelivery(of: stays, in: db) {
                try join(queued.id, to: waiting.delivery)
                joined.insert(waiting.delivery)
            } else if try family.wasHeard(by: stays, in: db) {
                try drop(queued.id)
            }
        }
        for queued in try queued(of: stays) where !joined.contains(queued.id) {
            let family = try StoryFamily(of: queued.story, in: db)
            // Told to the other on its own address, and not waiting there.
            if try family.waitingDelivery(of: goes, in: db) == nil, try family.wasHeard(by: goes, in: db) {
                try drop(queued.id)
            }
        }
    }

    private func queued(of recipient: Int64) throws -> [Queued] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT id, storyID FROM delivery
                WHERE recipientID = ? AND state = 'queued' AND kind = 'news' AND storyID IS NOT NULL ORDER BY id
                """,
            arguments: [recipient]
        ).map { Queued(id: $0["id"], story: $0.id("storyID")) }
    }

    /// One message for all reasons, where the more urgent of them wants it, on an address that is in use.
    private func join(_ gone: Int64, to kept: Int64) throws {
        let ids: StatementArguments = ["gone": gone, "kept": kept]
        try db.execute(
            sql: """
                UPDATE delivery SET addressID = gone.addressID FROM delivery AS gone
                WHERE delivery.id = :kept AND gone.id = :gone AND (gone.isUrgent > delivery.isUrgent
                    OR (SELECT pausedReason FROM address WHERE id = delivery.addressID) IS NOT NULL)
                    AND (SELECT pausedReason FROM address WHERE id = gone.addressID) IS NULL
                """,
            arguments: ids
        )
        try db.execute(
            sql: """
                UPDATE delivery SET isUrgent = max(delivery.isUrgent, gone.isUrgent),
                    dueAt = min(delivery.dueAt, gone.dueAt)
                FROM delivery AS gone WHERE delivery.id = :kept AND gone.id = :gone
                """,
            arguments: ids
        )
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO deliveryReason (deliveryID, kind, reasonID)
                SELECT :kept, kind, reasonID FROM deliveryReason WHERE deliveryID = :gone
                """,
            arguments: ids
        )
        try drop(gone)
    }

    /// Ends queued work whose story is told in another way; its told rows stay.
    private func drop(_ delivery: Int64) throws {
        try db.execute(
            sql: "UPDATE delivery SET state = 'withdrawn', endedAt = ? WHERE id = ?",
            arguments: [time.unixSeconds, delivery]
        )
    }
}
