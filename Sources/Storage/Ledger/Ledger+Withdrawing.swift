import GRDB
import NewsModel

extension Ledger {
    enum WithdrawnReason {
        case subscription(SubscriptionID)
        case alert(AlertID)
    }

    /// Removes a subscription or alert from queued deliveries; a delivery without a reason left is withdrawn.
    func withdraw(_ reason: WithdrawnReason) throws {
        let (kinds, id): (String, any DatabaseValueConvertible) =
            switch reason {
            case .subscription(let id): ("('subscription', 'sample')", id)
            case .alert(let id): ("('alert')", id)
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
        let remove = try db.cachedStatement(
            sql: "DELETE FROM deliveryReason WHERE deliveryID = ? AND kind IN \(kinds) AND reasonID = ?"
        )
        for delivery in deliveries { try remove.execute(arguments: [delivery, id]) }
        let ended = try deliveries.filter { try !hasReason($0) }
        let keptBack = try ended.filter { try isKeptBack($0) }
        try end(queued: Array(Set(ended).subtracting(keptBack)).sorted(), keptBack: keptBack)
    }

    private func isKeptBack(_ delivery: DeliveryID) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(sql: "SELECT repeatedStoryID IS NOT NULL FROM delivery WHERE id = ?"),
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
        try withdraw(deliveries)
    }

    /// Withdraws those of some deliveries, queued again, for which nobody asks any more.
    ///
    /// While they were frozen, the end of a subscription, alert or schedule did not change them. A reason ends when its
    /// subscription or alert is gone or off, or when its feed was cleared after `frozenAt`. One that has another owner
    /// since a recipient was split stays: that owner was told by this delivery.
    func withdrawUnwanted(_ deliveries: [DeliveryID], frozenAt: Int64) throws {
        // `clearedAt` is the second after the one in which the feed was cleared.
        let removeReasons = try db.cachedStatement(
            sql: """
                DELETE FROM deliveryReason WHERE deliveryID = :delivery AND iif(deliveryReason.kind = 'alert',
                    NOT EXISTS (SELECT 1 FROM alert WHERE alert.id = reasonID AND alert.isOn = 1),
                    NOT EXISTS (SELECT 1 FROM subscription WHERE subscription.id = reasonID
                        AND pause IS NOT 'byOwner' AND coalesce(clearedAt, 0) <= :frozenAt + 1))
                """
        )
        let isUnwanted = try db.cachedStatement(
            sql: """
                SELECT iif(delivery.kind IN ('headlines', 'digest'),
                    NOT EXISTS (SELECT 1 FROM schedule WHERE schedule.id = scheduleID AND isOn = 1),
                    delivery.kind IN ('news', 'edit') AND NOT EXISTS (
                        SELECT 1 FROM deliveryReason WHERE deliveryID = delivery.id))
                FROM delivery WHERE id = ?
                """
        )
        for delivery in deliveries {
            try removeReasons.execute(arguments: ["delivery": delivery, "frozenAt": frozenAt])
        }
        try withdraw(try deliveries.filter { try Bool.fetchOne(isUnwanted, arguments: [$0]) ?? false })
    }

    /// Withdraws everything for an address; a message that may have been sent becomes unconfirmed.
    func withdrawAll(at address: AddressID) throws {
        let open = try MessageID.fetchAll(
            db,
            sql: "SELECT id FROM message WHERE addressID = ? AND state = 'open' ORDER BY id",
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
        try withdraw(queued)
    }

    /// Withdraws queued deliveries and releases their told rows: their stories were not sent.
    ///
    /// All of them in one call: each call reads what is kept back from their recipients.
    func withdraw(_ deliveries: [DeliveryID]) throws { try end(queued: deliveries, keptBack: []) }

    /// Withdraws queued deliveries and ends what was kept back; then releases the told rows of all.
    ///
    /// None of them is released in place of another one, nor for one that ends, too.
    func end(queued: [DeliveryID], keptBack: [DeliveryID]) throws {
        for delivery in queued { try endUnsent(delivery) }
        for delivery in keptBack { try forgetRepeated(delivery) }
        try releaseTold(of: queued + keptBack)
    }

    /// Ends a queued delivery whose story the recipient gets by another delivery; its told rows are kept.
    func supersede(_ delivery: DeliveryID) throws { try endUnsent(delivery) }

    /// Deletes the told rows that ended deliveries had added, except for stories that other deliveries send to the
    /// recipient, and queues what was kept back for them.
    ///
    /// There are such deliveries after two recipients were merged.
    func releaseTold(of deliveries: [DeliveryID]) throws {
        var ended = deliveries
        while !ended.isEmpty {
            var released: [RecipientID: Set<StoryID>] = [:]
            for delivery in ended {
                guard let recipient = try recipient(of: delivery) else { continue }
                try deleteTold(of: delivery)
                let stories = try StoryID.fetchAll(
                    db.cachedStatement(sql: "SELECT storyID FROM deliveryStory WHERE deliveryID = ?"),
                    arguments: [delivery]
                )
                released[recipient, default: []].formUnion(stories)
            }
            // What nobody asks for any more is not told either, and others may be kept back for it.
            ended = try released.sorted { $0.key < $1.key }
                .flatMap { try releaseKeptBack(for: $0.value, from: $0.key) }
        }
    }

    private func deleteTold(of delivery: DeliveryID) throws {
        let isTelling = "other.recipientID = told.recipientID AND other.id <> :id AND other.state IN (\(Self.telling))"
        let statement = try db.cachedStatement(
            sql: """
                DELETE FROM told WHERE recipientID = (SELECT recipientID FROM delivery WHERE id = :id)
                    AND storyID IN (SELECT storyID FROM deliveryStory WHERE deliveryID = :id)
                    AND NOT EXISTS (SELECT 1 FROM delivery AS other
                        WHERE other.storyID = told.storyID AND other.kind = 'news' AND \(isTelling))
                    AND NOT EXISTS (SELECT 1 FROM delivery AS other JOIN deliveryStory ON deliveryID = other.id
                        WHERE deliveryStory.storyID = told.storyID AND other.kind IN ('headlines', 'digest')
                            AND \(isTelling))
                """
        )
        try statement.execute(arguments: ["id": delivery])
    }

    static let telling = "'queued', 'frozen', 'sent', 'unconfirmed'"

    func hasReason(_ delivery: DeliveryID) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM deliveryReason WHERE deliveryID = ?)"),
            arguments: [delivery]
        ) ?? false
    }

    private func endUnsent(_ delivery: DeliveryID) throws {
        try db.cachedStatement(
            sql: "UPDATE delivery SET state = 'withdrawn', endedAt = ? WHERE id = ? AND state = 'queued'"
        )
        .execute(arguments: [seconds, delivery])
    }
}
