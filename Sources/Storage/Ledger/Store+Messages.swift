package import Foundation
import GRDB
package import NewsModel

extension Store {
    /// Fixes the wording of queued work, before anything of it leaves.
    ///
    /// Nil, with nothing changed, when one of the deliveries is no longer queued for that address (somebody
    /// unsubscribed, or a more urgent reason moved it): read the queue again. `lists` are the numbered lists it shows.
    package func freeze(
        _ deliveries: [DeliveryID],
        to address: Address,
        parts: [MessagePart],
        lists: [NewListing] = [],
        at time: Date
    ) async throws -> FrozenMessage? {
        guard !parts.isEmpty, !deliveries.isEmpty else { return nil }
        return try await write { db in
            guard let addressID = try AddressID.find(address, in: db) else { return nil }
            let stillQueued = try Int.fetchOne(
                db,
                sql: """
                    SELECT count(*) FROM delivery WHERE state = 'queued' AND addressID = ?
                        AND id IN (\(placeholders(deliveries.count)))
                    """,
                arguments: [addressID.rawValue] + StatementArguments(deliveries.map(\.rawValue))
            )
            guard stillQueued == Set(deliveries).count else { return nil }
            try db.execute(
                sql: """
                    INSERT INTO message (addressID, state, parts, partCount, nextAttemptAt, createdAt)
                    VALUES (?, 'open', ?, ?, ?, ?)
                    """,
                arguments: [
                    addressID.rawValue, try StoredJSON.text(parts), parts.count, time.unixSeconds, time.unixSeconds,
                ]
            )
            let id = db.lastInsertedRowID
            try db.execute(
                sql: """
                    UPDATE delivery SET state = 'frozen', messageID = ? WHERE id IN (\(placeholders(deliveries.count)))
                    """,
                arguments: [id] + StatementArguments(deliveries.map(\.rawValue))
            )
            let writing = ListingWriting(db: db, seconds: time.unixSeconds)
            for list in lists { try writing.save(list, origin: .push(MessageID(rawValue: id))) }
            return FrozenMessage(
                id: MessageID(rawValue: id),
                address: address,
                parts: parts,
                partsConfirmed: 0,
                mayHaveArrived: false,
                attempts: 0,
                nextAttemptAt: time.wholeSeconds,
                createdAt: time.wholeSeconds
            )
        }
    }

    /// An address's messages that are not confirmed, the oldest first.
    package func openMessages(to address: Address) async throws -> [FrozenMessage] {
        try await read { db in
            guard let addressID = try AddressID.find(address, in: db) else { return [] }
            return try Row.fetchAll(
                db,
                sql: "SELECT * FROM message WHERE addressID = ? AND state = 'open' ORDER BY id",
                arguments: [addressID.rawValue]
            ).map { FrozenMessage(row: $0, address: address) }
        }
    }

    /// An address's oldest message that is not confirmed.
    package func openMessage(to address: Address) async throws -> FrozenMessage? {
        try await openMessages(to: address).first
    }

    /// Records that a part is about to go over the wire; false when the message is no longer open.
    package func markAttempt(_ message: MessageID) async throws -> Bool {
        try await write { db in
            try db.execute(
                sql: "UPDATE message SET mayHaveArrived = 1, attempts = attempts + 1 WHERE id = ? AND state = 'open'",
                arguments: [message.rawValue]
            )
            return db.changesCount == 1
        }
    }

    /// Records that the network has the part of that index; with the last one the message's deliveries are sent.
    ///
    /// A part that is not the next one to confirm changes nothing.
    package func confirm(_ message: MessageID, part: Int, at time: Date) async throws {
        try await write { db in
            try db.execute(
                sql: """
                    UPDATE message SET partsConfirmed = partsConfirmed + 1, attempts = 0
                    WHERE id = ? AND state = 'open' AND partsConfirmed = ?
                    """,
                arguments: [message.rawValue, part]
            )
            try db.execute(
                sql: """
                    UPDATE message SET state = 'sent', endedAt = ?
                    WHERE id = ? AND state = 'open' AND partsConfirmed = partCount
                    """,
                arguments: [time.unixSeconds, message.rawValue]
            )
            guard db.changesCount == 1 else { return }
            try db.execute(
                sql: "UPDATE delivery SET state = 'sent', endedAt = ? WHERE messageID = ? AND state = 'frozen'",
                arguments: [time.unixSeconds, message.rawValue]
            )
        }
    }

    /// Sets the next attempt.
    ///
    /// `mayHaveArrived` is false only when this attempt surely never left and none did before.
    package func retry(_ message: MessageID, at time: Date, mayHaveArrived: Bool) async throws {
        try await write { db in
            try db.execute(
                sql: "UPDATE message SET nextAttemptAt = ?, mayHaveArrived = ? WHERE id = ? AND state = 'open'",
                arguments: [time.unixSeconds, mayHaveArrived, message.rawValue]
            )
        }
        nudges.nudge(.deliveries)
    }

    /// Gives a message's work back to the queue, for another address of the recipient's if there is one.
    ///
    /// False, with nothing changed, when any of it may have arrived: then only the same address may go on.
    package func release(_ message: MessageID, to address: Address?, at time: Date) async throws -> Bool {
        let released = try await write { db in
            try db.execute(
                sql: """
                    UPDATE message SET state = 'failed', endedAt = ?
                    WHERE id = ? AND state = 'open' AND mayHaveArrived = 0 AND partsConfirmed = 0
                    """,
                arguments: [time.unixSeconds, message.rawValue]
            )
            guard db.changesCount == 1 else { return false }
            let target = try address.flatMap { try AddressID.find($0, in: db) }
            try db.execute(
                sql: """
                    UPDATE delivery SET state = 'queued', messageID = NULL, addressID = coalesce(
                        (SELECT id FROM address WHERE id = ? AND recipientID = delivery.recipientID), addressID)
                    WHERE messageID = ? AND state = 'frozen'
                    """,
                arguments: [target?.rawValue, message.rawValue]
            )
            return true
        }
        if released { nudges.nudge(.deliveries) }
        return released
    }
}

extension FrozenMessage {
    init(row: Row, address: Address) {
        self.init(
            id: row.id("id"),
            address: address,
            parts: StoredJSON.value([MessagePart].self, from: row["parts"]) ?? [],
            partsConfirmed: row["partsConfirmed"],
            mayHaveArrived: row["mayHaveArrived"],
            attempts: row["attempts"],
            nextAttemptAt: row.date("nextAttemptAt"),
            createdAt: row.date("createdAt")
        )
    }
}
