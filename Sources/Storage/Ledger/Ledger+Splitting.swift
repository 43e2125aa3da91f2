import GRDB
import NewsModel

extension Ledger {
    /// Moves the deliveries at one address from the old recipient to the new one and copies all told rows.
    ///
    /// The caller has already moved the subscriptions and alerts at the address.
    func split(_ old: RecipientID, to new: RecipientID, at address: AddressID) throws {
        try db.execute(
            sql: "INSERT INTO told (recipientID, storyID) SELECT ?, storyID FROM told WHERE recipientID = ?",
            arguments: [new, old]
        )
        try db.execute(
            sql: "UPDATE delivery SET recipientID = ? WHERE recipientID = ? AND addressID = ?",
            arguments: [new, old, address]
        )
        try splitWaiting(old, new)
    }

    /// Splits a queued delivery that has reasons of both recipients: each of them gets one.
    private func splitWaiting(_ old: RecipientID, _ new: RecipientID) throws {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT delivery.id, min(reason.recipientID), min(reason.addressID) FROM delivery
                JOIN deliveryReason ON deliveryReason.deliveryID = delivery.id
                JOIN (SELECT id, recipientID, addressID, 'alert' AS kind FROM alert
                    UNION ALL SELECT id, recipientID, addressID, 'subscription' FROM subscription) AS reason
                    ON reason.id = reasonID AND reason.kind = iif(deliveryReason.kind = 'alert', 'alert', 'subscription')
                WHERE state = 'queued' AND delivery.recipientID IN (:old, :new)
                    AND reason.recipientID IN (:old, :new) AND reason.recipientID <> delivery.recipientID
                GROUP BY delivery.id
                """,
            arguments: ["old": old, "new": new]
        )
        for row in rows { try split(row[0], owner: row[1], address: row[2]) }
        // Their recipient has no subscription or alert left that asks for them.
        try withdraw(rows.map { $0[0] as DeliveryID }.filter { try !hasReason($0) })
    }

    private func split(_ delivery: DeliveryID, owner: RecipientID, address: AddressID) throws {
        try db.execute(
            sql: """
                INSERT INTO delivery (recipientID, addressID, kind, storyID, articleID, payload, isUrgent, dueAt, createdAt)
                SELECT ?, ?, kind, storyID, articleID, payload, isUrgent, dueAt, createdAt FROM delivery WHERE id = ?
                """,
            arguments: [owner, address, delivery]
        )
        let ids: StatementArguments = ["copy": db.lastInsertedRowID, "delivery": delivery]
        try db.execute(
            sql: """
                INSERT INTO deliveryStory (deliveryID, storyID)
                SELECT :copy, storyID FROM deliveryStory WHERE deliveryID = :delivery
                """,
            arguments: ids
        )
        try db.execute(
            sql: """
                UPDATE deliveryReason SET deliveryID = :copy WHERE deliveryID = :delivery
                    AND ((kind = 'alert' AND reasonID IN (SELECT id FROM alert WHERE recipientID = :owner))
                        OR (kind <> 'alert' AND reasonID IN (SELECT id FROM subscription WHERE recipientID = :owner)))
                """,
            arguments: ids + ["owner": owner]
        )
    }
}
