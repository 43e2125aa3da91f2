import GRDB
import NewsModel

/// One story is sent to a recipient once, also if its reports turned out to be one story only while they waited.
///
/// This is looked at when deliveries are frozen, not when stories become one: a message that had been frozen by then
/// may be queued again.
extension Ledger {
    /// Leaves one of the queued deliveries of a story, and none if another delivery tells it already; false when there
    /// was nothing to change.
    ///
    /// The one that is left is among the given ones. It gets the reasons of the others, and the address of one with
    /// reasons of a higher rank, as if all had been one story when they were queued. So a list that was queued first
    /// tells the story, and a later one does not replace the push.
    ///
    /// A told row alone does not count: a recipient that was split off has a copy of those of the other. Nor does what
    /// waits at a paused address: it may never be sent.
    func unite(_ deliveries: [DeliveryID]) throws -> Bool {
        let given = Set(deliveries)
        var hasChanged = false
        for (recipient, story) in try mergedStories(of: deliveries) {
            let family = try StoryFamily(of: story, in: db)
            try requeuePaused(family, of: recipient)
            let queued = try news(of: family, to: recipient).filter { $0.state == .queued }.map { $0.id }
            guard let first = queued.first, let left = queued.first(where: given.contains) else { continue }
            for other in queued where other != left { try join(other, to: left) }
            if let teller = try teller(of: family, to: recipient, before: first) {
                try adopt(left, by: teller)
                try supersede(left)
                hasChanged = true
            }
            if queued.count > 1 { hasChanged = true }
        }
        return hasChanged
    }

    /// What tells a recipient a story, so that a queued delivery need not: news that is no longer queued, else a list
    /// that was queued before.
    func teller(of family: StoryFamily, to recipient: RecipientID, before delivery: DeliveryID) throws -> DeliveryID? {
        let sent = try news(of: family, to: recipient).first { $0.state != .queued }
        return try sent?.id ?? slot(telling: family, to: recipient, before: delivery)
    }

    /// The reasons and told rows of a delivery become those of another one, which tells its story to the same person:
    /// the rows are released with that one.
    ///
    /// Lists have no reasons.
    func adopt(_ source: DeliveryID, by target: DeliveryID) throws {
        let ids: StatementArguments = ["source": source, "target": target]
        try db.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO deliveryReason (deliveryID, kind, reasonID)
                SELECT delivery.id, reason.kind, reasonID FROM deliveryReason AS reason
                JOIN delivery ON delivery.id = :target AND delivery.kind = 'news' WHERE reason.deliveryID = :source
                """
        )
        .execute(arguments: ids)
        try db.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO deliveryStory (deliveryID, storyID)
                SELECT :target, storyID FROM deliveryStory WHERE deliveryID = :source
                """
        )
        .execute(arguments: ids)
    }

    /// The recipients of queued news whose stories were merged with others, and the roots of these.
    private func mergedStories(of deliveries: [DeliveryID]) throws -> [(RecipientID, StoryID)] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT DISTINCT recipientID, coalesce(story.sameAs, story.id) FROM json_each(?) AS wanted
                CROSS JOIN delivery ON delivery.id = wanted.value AND kind = 'news' AND state = 'queued'
                CROSS JOIN story ON story.id = delivery.storyID
                WHERE story.sameAs IS NOT NULL OR EXISTS (SELECT 1 FROM story AS member WHERE member.sameAs = story.id)
                ORDER BY 1, 2
                """
        )
        return try Row.fetchAll(statement, arguments: [deliveries.jsonList]).map { ($0[0], $0[1]) }
    }

    /// Queues the messages again that tell a recipient a story at a paused address, if they were certainly not sent.
    private func requeuePaused(_ family: StoryFamily, of recipient: RecipientID) throws {
        let statement = try db.cachedStatement(
            sql: """
                SELECT DISTINCT message.id FROM delivery INDEXED BY deliveryByStory
                CROSS JOIN address ON address.id = delivery.addressID AND address.pausedReason IS NOT NULL
                CROSS JOIN message ON message.id = delivery.messageID AND \(Self.isUnsent)
                WHERE delivery.recipientID = ? AND delivery.storyID IN (SELECT value FROM json_each(?))
                    AND delivery.kind = 'news' AND delivery.state = 'frozen'
                """
        )
        let messages = try MessageID.fetchAll(statement, arguments: [recipient, family.stories.jsonList])
        for message in messages { try requeue(message) }
    }

    /// The news deliveries that send a story to a recipient or have sent it, in the order they were queued.
    private func news(
        of family: StoryFamily,
        to recipient: RecipientID
    ) throws -> [(id: DeliveryID, state: DeliveryState)] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT id, state FROM delivery INDEXED BY deliveryByStory
                WHERE recipientID = ? AND storyID IN (SELECT value FROM json_each(?)) AND kind = 'news'
                    AND state IN (\(Self.telling))
                ORDER BY id
                """
        )
        return try Row.fetchAll(statement, arguments: [recipient, family.stories.jsonList]).map { ($0[0], $0[1]) }
    }

    /// The first list for a recipient that made a story told, if it was queued before a delivery and waits at no paused
    /// address.
    private func slot(
        telling family: StoryFamily,
        to recipient: RecipientID,
        before delivery: DeliveryID
    ) throws -> DeliveryID? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT delivery.id FROM delivery
                CROSS JOIN deliveryStory ON deliveryStory.deliveryID = delivery.id
                    AND deliveryStory.storyID IN (SELECT value FROM json_each(:stories))
                WHERE recipientID = :recipient AND delivery.kind IN ('headlines', 'digest') AND delivery.id < :delivery
                    AND state IN (\(Self.telling)) AND NOT (state IN ('queued', 'frozen') AND EXISTS (
                        SELECT 1 FROM address WHERE address.id = delivery.addressID AND pausedReason IS NOT NULL))
                ORDER BY delivery.id LIMIT 1
                """
        )
        return try DeliveryID.fetchOne(
            statement,
            arguments: ["stories": family.stories.jsonList, "recipient": recipient, "delivery": delivery]
        )
    }
}
