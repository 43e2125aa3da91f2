import GRDB
import NewsModel

extension Ledger {
    /// Moves deliveries that could not be sent in time to another address of the same recipient.
    ///
    /// Frozen messages that may have arrived are not moved: the recipient could get them twice.
    func move(_ work: UnreachedWork, to address: AddressID) throws {
        let messages = try MessageID.fetchAll(
            db,
            sql: """
                SELECT DISTINCT messageID FROM delivery WHERE state = 'frozen' AND \(UnreachedWork.condition)
                ORDER BY messageID
                """,
            arguments: work.arguments
        )
        for message in messages { try requeue(message) }
        try db.execute(
            sql: """
                UPDATE delivery SET addressID = :new WHERE state = 'queued'
                    AND recipientID = (SELECT recipientID FROM address WHERE id = :new) AND \(UnreachedWork.condition)
                """,
            arguments: work.arguments + ["new": address]
        )
    }

    /// Moves everything unfinished from one address of a recipient to another, even messages that may have arrived.
    func redirect(_ recipient: RecipientID, from old: AddressID, to new: AddressID) throws {
        let messages = try MessageID.fetchAll(
            db,
            sql: """
                SELECT DISTINCT message.id FROM message JOIN delivery ON delivery.messageID = message.id
                WHERE message.addressID = ? AND message.state = 'open' AND recipientID = ? ORDER BY message.id
                """,
            arguments: [old, recipient]
        )
        for message in messages { try requeue(message) }
        try db.execute(
            sql: "UPDATE delivery SET addressID = ? WHERE addressID = ? AND recipientID = ? AND state = 'queued'",
            arguments: [new, old, recipient]
        )
    }
}
