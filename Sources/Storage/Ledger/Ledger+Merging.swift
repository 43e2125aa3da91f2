import GRDB
import NewsModel

/// Merges two recipients, subscriptions, alerts or schedules.
extension Ledger {
    /// Moves the deliveries and told rows of the source to the target.
    ///
    /// A story that both wait for is sent once.
    func merge(_ source: RecipientID, into target: RecipientID) throws {
        try mergeWaiting(source, target)
        let ids: StatementArguments = ["source": source, "target": target]
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO told (recipientID, storyID)
                SELECT :target, storyID FROM told WHERE recipientID = :source
                """,
            arguments: ids
        )
        try db.execute(sql: "UPDATE delivery SET recipientID = :target WHERE recipientID = :source", arguments: ids)
    }

    /// Queued deliveries of the source subscription become deliveries of the target.
    func mergeReason(_ source: SubscriptionID, into target: SubscriptionID) throws {
        try db.execute(
            sql: """
                UPDATE OR REPLACE deliveryReason SET reasonID = ?
                WHERE kind IN ('subscription', 'sample') AND reasonID = ?
                """,
            arguments: [target, source]
        )
    }

    /// Queued deliveries of the source alert become deliveries of the target; those that wait for a cool-down wait for
    /// the later end.
    func mergeReason(_ source: AlertID, into target: AlertID) throws {
        try db.execute(
            sql: "UPDATE OR REPLACE deliveryReason SET reasonID = ? WHERE kind = 'alert' AND reasonID = ?",
            arguments: [target, source]
        )
        try db.execute(
            sql: """
                UPDATE delivery SET dueAt = max(dueAt, (SELECT coalesce(firesAt, 0) FROM alert WHERE id = :alert))
                WHERE state = 'queued' AND dueAt > createdAt AND id IN
                    (SELECT deliveryID FROM deliveryReason WHERE kind = 'alert' AND reasonID = :alert)
                """,
            arguments: ["alert": target]
        )
    }

    /// Moves the deliveries of the source schedule to the target; a queued slot that the target also has is withdrawn.
    func mergeSlots(of source: ScheduleID, into target: ScheduleID) throws {
        let ids: StatementArguments = ["source": source, "target": target]
        let twice = try DeliveryID.fetchAll(
            db,
            sql: """
                SELECT id FROM delivery WHERE scheduleID = :source AND state = 'queued' AND EXISTS (
                    SELECT 1 FROM delivery AS other WHERE other.scheduleID = :target
                        AND other.localSlot = delivery.localSlot AND other.state NOT IN ('withdrawn', 'failed'))
                """,
            arguments: ids
        )
        // Their stories may then be sent by other deliveries.
        try withdraw(twice)
        try db.execute(
            sql: "UPDATE OR IGNORE delivery SET scheduleID = :target WHERE scheduleID = :source",
            arguments: ids
        )
    }

    private struct Waiting {
        var id: DeliveryID
        var family: StoryFamily
    }

    private func mergeWaiting(_ source: RecipientID, _ target: RecipientID) throws {
        // Then at most one delivery of a story waits for each of them.
        for recipient in [source, target] { _ = try unite(try waiting(of: recipient).map(\.id)) }
        var joined: Set<DeliveryID> = []
        for waiting in try waiting(of: source) {
            if let other = try waiting.family.waitingDelivery(of: target, in: db) {
                try join(waiting.id, to: other.delivery)
                joined.insert(other.delivery)
            } else {
                try supersede(waiting, ifToldTo: target)
            }
        }
        for waiting in try waiting(of: target) where !joined.contains(waiting.id) {
            // The story was sent to the source recipient and no delivery of it waits there.
            guard try waiting.family.waitingDelivery(of: source, in: db) == nil else { continue }
            try supersede(waiting, ifToldTo: source)
        }
    }

    /// Ends a waiting delivery if the other recipient was told its story or will be.
    ///
    /// Its told rows are released with those of the delivery that tells the story, as in `unite`. Where only a told row
    /// is left, the story was told long ago or seen elsewhere.
    private func supersede(_ waiting: Waiting, ifToldTo other: RecipientID) throws {
        guard try waiting.family.wasTold(to: other, in: db) else { return }
        if let teller = try teller(of: waiting.family, to: other, before: waiting.id) {
            try adopt(waiting.id, by: teller)
        } else if let kept = try keptBack(waiting.family, from: other) {
            try adopt(waiting.id, by: kept)
        } else if try hasUnsentList(telling: waiting.family, to: other) {
            return
        }
        try supersede(waiting.id)
    }

    /// Whether a list that tells a story is not sent yet: it may fail, or wait at a paused address.
    private func hasUnsentList(telling family: StoryFamily, to recipient: RecipientID) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                SELECT EXISTS (SELECT 1 FROM delivery
                    CROSS JOIN deliveryStory ON deliveryStory.deliveryID = delivery.id
                        AND deliveryStory.storyID IN (SELECT value FROM json_each(?))
                    WHERE recipientID = ? AND delivery.kind IN ('headlines', 'digest')
                        AND state IN ('queued', 'frozen'))
                """
        )
        return try Bool.fetchOne(statement, arguments: [family.stories.jsonList, recipient]) ?? false
    }

    private func waiting(of recipient: RecipientID) throws -> [Waiting] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT id, storyID FROM delivery
                WHERE recipientID = ? AND state = 'queued' AND kind = 'news' AND storyID IS NOT NULL ORDER BY id
                """,
            arguments: [recipient]
        ).map { Waiting(id: $0[0], family: try StoryFamily(of: $0[1], in: db)) }
    }

    /// Merges two queued deliveries of one story: all reasons and told rows, the earlier due time, and the address of
    /// the one whose reasons have the higher rank unless it is paused.
    func join(_ source: DeliveryID, to target: DeliveryID) throws {
        let ids: StatementArguments = ["source": source, "target": target]
        let (new, old) = (try place(of: source), try place(of: target))
        if let new, let old, !new.isPaused, old.isPaused || new.rank > old.rank {
            try db.execute(sql: "UPDATE delivery SET addressID = ? WHERE id = ?", arguments: [new.address, target])
        }
        try db.execute(
            sql: """
                UPDATE delivery SET isUrgent = max(delivery.isUrgent, source.isUrgent),
                    dueAt = min(delivery.dueAt, source.dueAt)
                FROM delivery AS source WHERE delivery.id = :target AND source.id = :source
                """,
            arguments: ids
        )
        try adopt(source, by: target)
        try supersede(source)
    }

    /// Where a delivery goes, and the highest rank of its reasons (`QueueReason.rank`).
    private func place(of delivery: DeliveryID) throws -> (address: AddressID, isPaused: Bool, rank: Int)? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT addressID, address.pausedReason IS NOT NULL, iif(isUrgent = 1, 2, \(Self.isOfAlert))
                FROM delivery JOIN address ON address.id = addressID WHERE delivery.id = ?
                """
        )
        return try Row.fetchOne(statement, arguments: [delivery]).map { ($0[0], $0[1], $0[2]) }
    }
}
