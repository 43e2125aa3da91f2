package import Foundation
import GRDB
package import NewsModel

extension Store {
    /// Records that a message will never arrive.
    ///
    /// When the place itself refuses, its address and the subscriptions that go there are paused, and whoever set
    /// them up is told once, on another address of theirs. What is still queued there waits for `resumeAddress`.
    package func fail(
        _ message: MessageID,
        reason: String,
        pausesAddress: Bool = true,
        at time: Date
    ) async throws {
        try await write { db in
            guard let row = try message.openPlace(in: db) else { return }
            try Self.takeBackTold(message, in: db)
            try message.end(as: .failed, at: time, in: db)
            if pausesAddress {
                try AddressPause(address: row.id("id"), time: time).pause(Address(row: row), reason: reason, in: db)
            }
        }
        nudges.nudge(.deliveries)
    }

    /// A digest of which no part was confirmed has told none of its stories, even if it may have arrived.
    ///
    /// Whoever got it all the same reads a story twice; the other way round somebody would never read it.
    private static func takeBackTold(_ message: MessageID, in db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM told WHERE (recipientID, storyID) IN (
                    SELECT recipientID, deliveryStory.storyID FROM delivery
                    JOIN deliveryStory ON deliveryStory.deliveryID = delivery.id
                    JOIN message ON message.id = messageID AND partsConfirmed = 0
                    WHERE messageID = ?)
                """,
            arguments: [message.rawValue]
        )
    }

    /// Pauses an address without a message, as when the bot is banned from a room.
    package func pauseAddress(_ address: Address, reason: String, at time: Date) async throws {
        try await write { db in
            guard let id = try AddressID.find(address, in: db) else { return }
            try AddressPause(address: id, time: time).pause(address, reason: reason, in: db)
        }
        nudges.nudge(.deliveries)
    }
}

/// Stops sending to a place that refuses the bot for good.
private struct AddressPause {
    let address: AddressID
    let time: Date

    func pause(_ place: Address, reason: String, in db: Database) throws {
        try db.execute(
            sql: "UPDATE address SET pausedReason = ? WHERE id = ? AND pausedReason IS NULL",
            arguments: [reason, address.rawValue]
        )
        // Paused before: its owners know.
        guard db.changesCount == 1 else { return }
        let owners = try owners(in: db)
        try db.execute(
            sql: "UPDATE subscription SET pause = 'addressFailed' WHERE addressID = ? AND pause IS NULL",
            arguments: [address.rawValue]
        )
        let queue = try NoticeQueue(.addressFailed(address: place, reason: reason), at: time)
        for owner in owners { try queue.add(for: owner, ratherThanAt: address, in: db) }
    }

    /// The people whose wishes went to the address.
    private func owners(in db: Database) throws -> [Int64] {
        try Int64.fetchAll(
            db,
            sql: """
                SELECT profile.id FROM (
                    SELECT coalesce(createdBy, recipientID) AS owner FROM subscription
                    WHERE addressID = :address AND pause IS NULL
                    UNION SELECT coalesce(createdBy, recipientID) FROM alert WHERE addressID = :address AND isOn = 1
                    UNION SELECT coalesce(createdBy, recipientID) FROM schedule WHERE addressID = :address AND isOn = 1
                    UNION SELECT recipientID FROM address WHERE id = :address
                ) JOIN profile ON profile.id = owner ORDER BY profile.id
                """,
            arguments: ["address": address.rawValue]
        )
    }
}

extension MessageID {
    /// The row of the address that an open message goes to.
    func openPlace(in db: Database) throws -> Row? {
        try Row.fetchOne(
            db,
            sql: """
                SELECT address.* FROM message JOIN address ON address.id = addressID
                WHERE message.id = ? AND message.state = 'open'
                """,
            arguments: [rawValue]
        )
    }

    /// Ends a message that was not confirmed whole, and says what that means for the deliveries in it.
    func end(as state: DeliveryState, at time: Date, in db: Database) throws {
        try db.execute(
            sql: "UPDATE message SET state = 'failed', endedAt = ? WHERE id = ?",
            arguments: [time.unixSeconds, rawValue]
        )
        try db.execute(
            sql: "UPDATE delivery SET state = ?, endedAt = ? WHERE messageID = ? AND state = 'frozen'",
            arguments: [state, time.unixSeconds, rawValue]
        )
    }
}
