import GRDB
package import NewsModel

/// Deliveries that are kept back because other stories have told the recipient the same news.
///
/// They are withdrawn, with the most similar of these stories as `repeatedStoryID` and all of them in `keptBackReport`;
/// their own stories stay told.
extension Store {
    /// The stories that are kept back from a recipient, who is shown them in digests; none for a guest.
    package func keptBackStories(of recipient: RecipientID?) async throws -> Set<StoryID> {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT coalesce(story.sameAs, story.id) FROM delivery INDEXED BY deliveryKeptBack
                        JOIN story ON story.id = delivery.storyID
                    WHERE recipientID = ? AND repeatedStoryID IS NOT NULL AND state = 'withdrawn'
                    """
            )
            return Set(try StoryID.fetchAll(statement, arguments: [recipient]))
        }
    }
}

extension Ledger {
    /// Keeps a queued delivery back for stories that brought the same news, the most similar first.
    func keepBack(_ delivery: DeliveryID, for stories: [StoryID]) throws {
        try supersede(delivery)
        try db.cachedStatement(sql: "UPDATE delivery SET repeatedStoryID = ? WHERE id = ?")
            .execute(arguments: [stories.first, delivery])
        let record = try db.cachedStatement(
            sql: "INSERT OR IGNORE INTO keptBackReport (deliveryID, storyID) VALUES (?, ?)"
        )
        for story in stories { try record.execute(arguments: [delivery, story]) }
    }

    /// The delivery of the story that is kept back from a recipient.
    func keptBack(_ family: StoryFamily, from recipient: RecipientID) throws -> DeliveryID? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT id FROM delivery INDEXED BY deliveryByStory
                WHERE recipientID = ? AND storyID = ? AND repeatedStoryID IS NOT NULL
                    AND state = 'withdrawn' ORDER BY id LIMIT 1
                """
        )
        for story in family.stories {
            if let found = try DeliveryID.fetchOne(statement, arguments: [recipient, story]) { return found }
        }
        return nil
    }

    /// Queues what was kept back for stories of which the recipient was not told one after all, as far as a
    /// subscription or alert still asks for it.
    ///
    /// Returns the deliveries that were not queued: the caller releases their told rows.
    ///
    /// What is kept back is read once, however many stories there are.
    func releaseKeptBack(for stories: Set<StoryID>, from recipient: RecipientID) throws -> [DeliveryID] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT keptBackReport.storyID, delivery.id FROM delivery INDEXED BY deliveryKeptBack
                    CROSS JOIN keptBackReport ON deliveryID = delivery.id
                WHERE recipientID = ? AND repeatedStoryID IS NOT NULL AND state = 'withdrawn' ORDER BY delivery.id
                """
        )
        let rows = try Row.fetchAll(statement, arguments: [recipient])
        guard !rows.isEmpty else { return [] }
        let kept = Dictionary(grouping: rows) { $0[0] as StoryID }.mapValues { $0.map { $0[1] as DeliveryID } }
        var released: Set<DeliveryID> = []
        for family in try Set(stories.map { try StoryFamily(of: $0, in: db) }) {
            let deliveries = family.stories.flatMap { kept[$0] ?? [] }
            guard try !deliveries.isEmpty && !isTold(family, to: recipient) else { continue }
            released.formUnion(deliveries)
        }
        return try released.sorted().filter { try !release($0) }
    }

    /// Ends what was kept back with these reasons or at this address, as when a subscription ends: it is not released.
    func dropKeptBack(_ deliveries: [DeliveryID]) throws { try end(queued: [], keptBack: deliveries) }

    /// Whether the recipient has got a story of the family, or will get one.
    ///
    /// A told row whose delivery was withdrawn does not count: the row is that of a delivery which is kept back.
    private func isTold(_ family: StoryFamily, to recipient: RecipientID) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                SELECT EXISTS (SELECT 1 FROM told WHERE recipientID = :recipient AND storyID = :story
                        AND NOT EXISTS (SELECT 1 FROM delivery WHERE recipientID = :recipient AND storyID = :story
                            AND kind = 'news' AND state = 'withdrawn'))
                    OR EXISTS (SELECT 1 FROM delivery WHERE recipientID = :recipient AND storyID = :story
                        AND kind = 'news' AND state IN (\(Self.telling)))
                    OR EXISTS (SELECT 1 FROM delivery JOIN deliveryStory ON deliveryID = delivery.id
                        WHERE recipientID = :recipient AND kind IN ('headlines', 'digest')
                            AND deliveryStory.storyID = :story AND state IN (\(Self.telling)))
                """
        )
        return try family.stories.contains { story in
            try Bool.fetchOne(statement, arguments: ["recipient": recipient, "story": story]) ?? false
        }
    }

    /// Queues a delivery that was kept back; false if nobody asks for it any more, or if the recipient is told its
    /// story otherwise.
    ///
    /// The caller releases the told rows of one that is not queued.
    func release(_ delivery: DeliveryID) throws -> Bool {
        try db.execute(
            sql: """
                DELETE FROM deliveryReason WHERE deliveryID = :id AND NOT EXISTS (
                    SELECT 1 FROM delivery JOIN (SELECT id, recipientID, 1 AS isAlert FROM alert
                        UNION ALL SELECT id, recipientID, 0 FROM subscription) AS owned
                        ON owned.recipientID = delivery.recipientID AND owned.id = deliveryReason.reasonID
                        AND owned.isAlert = (deliveryReason.kind = 'alert')
                    WHERE delivery.id = :id)
                """,
            arguments: ["id": delivery]
        )
        try forgetRepeated(delivery)
        guard try hasReason(delivery), let recipient = try recipient(of: delivery),
            let story = try StoryID.fetchOne(
                db.cachedStatement(sql: "SELECT storyID FROM delivery WHERE id = ?"),
                arguments: [delivery]
            ),
            // Another story may have turned out to be the same one since.
            try !isTold(StoryFamily(of: story, in: db), to: recipient)
        else { return false }
        try db.execute(
            sql: """
                UPDATE delivery SET state = 'queued', endedAt = NULL, dueAt = max(dueAt, ?)
                WHERE id = ? AND state = 'withdrawn'
                """,
            arguments: [seconds, delivery]
        )
        // Another delivery of the story may have released it meanwhile.
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO told (recipientID, storyID)
                SELECT recipientID, storyID FROM delivery WHERE id = ?
                """,
            arguments: [delivery]
        )
        return true
    }

    func forgetRepeated(_ delivery: DeliveryID) throws {
        try db.cachedStatement(sql: "UPDATE delivery SET repeatedStoryID = NULL WHERE id = ?")
            .execute(arguments: [delivery])
        try db.cachedStatement(sql: "DELETE FROM keptBackReport WHERE deliveryID = ?").execute(arguments: [delivery])
    }

    func recipient(of delivery: DeliveryID) throws -> RecipientID? {
        try RecipientID.fetchOne(
            db.cachedStatement(sql: "SELECT recipientID FROM delivery WHERE id = ?"),
            arguments: [delivery]
        )
    }
}
