import GRDB
import NewsModel

extension Ledger {
    enum WithdrawnReason {
        case subscription(SubscriptionID)
        case alert(AlertID)
    }

    /// Removes a subscription or alert from queued deliveries; a delivery without a reason left is withdrawn.
    func withdraw(_ reason: WithdrawnReason) throws {
        let (kinds, id) =
            switch reason {
            case .subscription(let id): ("('subscription', 'sample')", id.rawValue)
            case .alert(let id): ("('alert')", id.rawValue)
            }
        let deliveries = try DeliveryID.fetchAll(
            db,
            sql: """
                SELECT DISTINCT delivery.id FROM deliveryReason
                JOIN delivery ON delivery.id = deliveryReason.deliveryID
                WHERE deliveryReason.kind IN \(kinds) AND reasonID = ?
                    AND (state = 'queued' OR repeatedStoryID IS NOT NULL)
                ORDER BY repeatedStoryID IS NULL, delivery.id
                """,
            arguments: [id]
        )
        // What was kept back comes first, so that it is not released in place of what is withdrawn.
        for delivery in deliveries {
            try db.execute(
                sql: "DELETE FROM deliveryReason WHERE deliveryID = ? AND kind IN \(kinds) AND reasonID = ?",
                arguments: [delivery, id]
            )
            guard try !hasReason(delivery) else { continue }
            if try isKeptBack(delivery) { try dropKeptBack([delivery]) } else { try withdraw(delivery) }
        }
    }

    private func isKeptBack(_ delivery: DeliveryID) throws -> Bool {
        try Bool.fetchOne(
            db,
            sql: "SELECT repeatedStoryID IS NOT NULL FROM delivery WHERE id = ?",
            arguments: [delivery]
        ) ?? false
    }

    /// Withdraws the queued deliveries of a schedule.
    func withdraw(_ schedule: ScheduleID) throws {
        let deliveries = try DeliveryID.fetchAll(
            db,
            sql: "SELECT id FROM delivery WHERE scheduleID = ? AND state = 'queued'",
            arguments: [schedule]
        )
        for delivery in deliveries { try withdraw(delivery) }
    }

    /// Withdraws everything for an address; a message that may have been sent becomes unconfirmed.
    func withdrawAll(at address: AddressID) throws {
        let open = try MessageID.fetchAll(
            db,
            sql: "SELECT id FROM message WHERE addressID = ? AND state = 'open'",
            arguments: [address]
        )
        // The stories of a message that may have been sent stay told, so that no later digest repeats them.
        let kept = "SELECT id FROM delivery WHERE addressID = ? AND repeatedStoryID IS NOT NULL ORDER BY id"
        try dropKeptBack(try DeliveryID.fetchAll(db, sql: kept, arguments: [address]))
        for message in open where try !requeueUnsent(message, to: nil) { try giveUp(message) }
        let queued = try DeliveryID.fetchAll(
            db,
            sql: "SELECT id FROM delivery WHERE addressID = ? AND state = 'queued'",
            arguments: [address]
        )
        for delivery in queued { try withdraw(delivery) }
    }

    /// Withdraws a queued delivery and releases its told rows: its stories were not sent.
    func withdraw(_ delivery: DeliveryID) throws {
        try endUnsent(delivery)
        try releaseTold(of: delivery)
    }

    /// Ends a queued delivery whose story the recipient gets by another delivery; its told rows are kept.
    func supersede(_ delivery: DeliveryID) throws { try endUnsent(delivery) }

    /// Deletes the told rows that an ended delivery had added, except for stories that other deliveries send to the
    /// recipient.
    ///
    /// There are such deliveries after two recipients were merged.
    func releaseTold(of delivery: DeliveryID) throws {
        let stories = try StoryID.fetchAll(
            db.cachedStatement(sql: "SELECT storyID FROM deliveryStory WHERE deliveryID = ?"),
            arguments: [delivery]
        )
        let isTelling = "other.recipientID = told.recipientID AND other.id <> :id AND other.state IN (\(Self.telling))"
        try db.execute(
            sql: """
                DELETE FROM told WHERE recipientID = (SELECT recipientID FROM delivery WHERE id = :id)
                    AND storyID IN (SELECT storyID FROM deliveryStory WHERE deliveryID = :id)
                    AND NOT EXISTS (SELECT 1 FROM delivery AS other
                        WHERE other.storyID = told.storyID AND other.kind = 'news' AND \(isTelling))
                    AND NOT EXISTS (SELECT 1 FROM delivery AS other JOIN deliveryStory ON deliveryID = other.id
                        WHERE deliveryStory.storyID = told.storyID AND other.kind IN ('headlines', 'digest')
                            AND \(isTelling))
                """,
            arguments: ["id": delivery]
        )
        if let recipient = try recipient(of: delivery) { try releaseKeptBack(for: stories, from: recipient) }
    }

    static let telling = "'queued', 'frozen', 'sent', 'unconfirmed'"

    func hasReason(_ delivery: DeliveryID) throws -> Bool {
        try Bool.fetchOne(
            db,
            sql: "SELECT EXISTS (SELECT 1 FROM deliveryReason WHERE deliveryID = ?)",
            arguments: [delivery]
        ) ?? false
    }

    private func endUnsent(_ delivery: DeliveryID) throws {
        try db.execute(
            sql: "UPDATE delivery SET state = 'withdrawn', endedAt = ? WHERE id = ? AND state = 'queued'",
            arguments: [seconds, delivery]
        )
    }
}
