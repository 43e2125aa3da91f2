import Foundation
import GRDB
import NewsModel

extension Ledger {
    /// Turns queued deliveries into one open message; `parts` are the exact words that will be sent.
    ///
    /// Nil, with nothing frozen, when one of the deliveries is no longer queued for that address, or `unite` found that
    /// another one tells its story.
    func freeze(_ deliveries: [DeliveryID], to address: AddressID, parts: [MessagePart]) throws -> MessageID? {
        let ids = StatementArguments(deliveries)
        let stillQueued = try Int.fetchOne(
            db,
            sql: """
                SELECT count(*) FROM delivery WHERE state = 'queued' AND addressID = ?
                    AND id IN (\(placeholders(deliveries.count)))
                """,
            arguments: [address] + ids
        )
        guard try stillQueued == Set(deliveries).count && !unite(deliveries) else { return nil }
        try db.execute(
            sql: """
                INSERT INTO message (addressID, state, parts, partCount, nextAttemptAt, createdAt)
                VALUES (?, 'open', ?, ?, ?, ?)
                """,
            arguments: [address, try StoredJSON.text(parts), parts.count, seconds, seconds]
        )
        let message = MessageID(rawValue: db.lastInsertedRowID)
        try db.execute(
            sql: "UPDATE delivery SET state = 'frozen', messageID = ? WHERE id IN (\(placeholders(deliveries.count)))",
            arguments: [message] + ids
        )
        return message
    }

    /// Records that a part is about to be sent; false when the message is no longer open.
    static func markAttempt(_ message: MessageID, in db: Database) throws -> Bool {
        try db.execute(
            sql: "UPDATE message SET mayHaveArrived = 1, attempts = attempts + 1 WHERE id = ? AND state = 'open'",
            arguments: [message]
        )
        return db.changesCount == 1
    }

    /// Sets the time of the next attempt; `mayHaveArrived` is false only when certainly nothing was sent.
    static func retry(_ message: MessageID, at next: Date, mayHaveArrived: Bool, in db: Database) throws {
        try db.execute(
            sql: "UPDATE message SET nextAttemptAt = ?, mayHaveArrived = ? WHERE id = ? AND state = 'open'",
            arguments: [next.unixSeconds, mayHaveArrived, message]
        )
    }

    /// Records that the network has confirmed the part with this index; with the last part the deliveries are sent.
    ///
    /// Nothing changes unless it is the next part to be confirmed.
    func confirm(_ message: MessageID, part: Int) throws {
        try db.execute(
            sql: """
                UPDATE message SET partsConfirmed = partsConfirmed + 1, attempts = 0
                WHERE id = ? AND state = 'open' AND partsConfirmed = ?
                """,
            arguments: [message, part]
        )
        try db.execute(
            sql: """
                UPDATE message SET state = 'sent', endedAt = ?
                WHERE id = ? AND state = 'open' AND partsConfirmed = partCount
                """,
            arguments: [seconds, message]
        )
        guard db.changesCount == 1 else { return }
        try end(message, as: .sent)
    }

    /// Ends a message that cannot be delivered.
    ///
    /// If no part was confirmed, its stories are no longer told, even if the message may have arrived: we prefer
    /// duplicates to loss.
    func fail(_ message: MessageID) throws {
        let untold = try DeliveryID.fetchAll(
            db,
            sql: """
                SELECT delivery.id FROM delivery JOIN message ON message.id = messageID
                WHERE messageID = ? AND delivery.state = 'frozen' AND partsConfirmed = 0
                """,
            arguments: [message]
        )
        try close(message)
        try end(message, as: .failed)
        try releaseTold(of: untold)
    }

    /// Ends a message when it cannot be found out whether it arrived.
    func giveUp(_ message: MessageID) throws {
        try close(message)
        try end(message, as: .unconfirmed)
    }

    /// Ends a message and queues its deliveries again; those that nobody asks for any more are withdrawn.
    ///
    /// The caller must be sure that nothing was sent, or accept a duplicate.
    func requeue(_ message: MessageID) throws {
        let work = try frozen(in: message)
        let frozenAt = try Int64.fetchOne(db, sql: "SELECT createdAt FROM message WHERE id = ?", arguments: [message])
        try close(message)
        try db.execute(
            sql: "UPDATE delivery SET state = 'queued', messageID = NULL WHERE messageID = ? AND state = 'frozen'",
            arguments: [message]
        )
        try withdrawUnwanted(work, frozenAt: frozenAt ?? seconds)
    }

    private func frozen(in message: MessageID) throws -> [DeliveryID] {
        try DeliveryID.fetchAll(
            db,
            sql: "SELECT id FROM delivery WHERE messageID = ? AND state = 'frozen' ORDER BY id",
            arguments: [message]
        )
    }

    /// Queues the deliveries of a message again, for another address if it belongs to the same recipient.
    ///
    /// False, with nothing changed, when any part may have arrived.
    func requeueUnsent(_ message: MessageID, to address: AddressID?) throws -> Bool {
        let isUnsent = try Bool.fetchOne(
            db,
            sql: "SELECT EXISTS (SELECT 1 FROM message WHERE id = ? AND \(Self.isUnsent))",
            arguments: [message]
        )
        guard isUnsent == true else { return false }
        let work = try frozen(in: message)
        try requeue(message)
        guard let address else { return true }
        for delivery in work {
            try db.execute(
                sql: """
                    UPDATE delivery SET addressID = address.id FROM address
                    WHERE delivery.id = ? AND state = 'queued'
                        AND address.id = ? AND address.recipientID = delivery.recipientID
                    """,
                arguments: [delivery, address]
            )
        }
        return true
    }

    /// Queues all frozen deliveries of these recipients again that were certainly not sent.
    func requeueUnsent(of recipients: [RecipientID]) throws {
        let messages = try MessageID.fetchAll(
            db,
            sql: """
                SELECT DISTINCT message.id FROM message JOIN delivery ON delivery.messageID = message.id
                WHERE \(Self.isUnsent) AND recipientID IN (\(placeholders(recipients.count))) ORDER BY message.id
                """,
            arguments: StatementArguments(recipients)
        )
        for message in messages { try requeue(message) }
    }

    /// SQL condition on rows of `message`: certainly nothing of it was sent.
    static let isUnsent = "message.state = 'open' AND mayHaveArrived = 0 AND partsConfirmed = 0"

    /// Ends a message that was not confirmed completely.
    private func close(_ message: MessageID) throws {
        try db.execute(
            sql: "UPDATE message SET state = 'failed', endedAt = ? WHERE id = ?",
            arguments: [seconds, message]
        )
    }

    private func end(_ message: MessageID, as state: DeliveryState) throws {
        try db.execute(
            sql: "UPDATE delivery SET state = ?, endedAt = ? WHERE messageID = ? AND state = 'frozen'",
            arguments: [state, seconds, message]
        )
    }
}
