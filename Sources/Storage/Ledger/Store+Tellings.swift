package import Foundation
import GRDB
package import NewsModel

/// One recorded delivery of a story to a recipient.
package struct Telling: Hashable, Sendable {
    package var kind: QueuedDelivery.Kind
    package var state: DeliveryState
    package var reasons: [DeliveryReason]
    /// The reader's name for the article's feed; nil for lists, and when the article is gone.
    package var feedName: String?
    /// The owner's number of the list's schedule; nil when the schedule is gone.
    package var scheduleNumber: Int?
    /// The number of other deliveries in the same message.
    package var foldedWith: Int
    package var dueAt: Date
    /// The number of the alert for the end of whose cool-down it waits; nil when it waits for none.
    package var coolingAlert: Int?
    /// The story that had told the same news; nil unless this delivery was kept back for it.
    package var repeated: StoryID?
    /// When it was sent, failed or was withdrawn; nil before.
    package var endedAt: Date?
    /// What it told anew of a story that had been sent; nil unless it was an update.
    package var update: StoryUpdate?
}

extension Store {
    /// The recorded deliveries of a story to a recipient, newest first, its updates before all others.
    ///
    /// One that was withdrawn is left out where another tells the story: it was joined to that one, or does not matter
    /// any more. Ended deliveries are pruned after a while.
    package func tellings(of story: StoryID, to recipient: RecipientID) async throws -> [Telling] {
        try await read { db in
            let stories = try StoryFamily(of: story, in: db).stories
            var seen: Set<DeliveryID> = []
            let tellings = try stories.flatMap { member -> [Telling] in
                let rows = try Row.fetchAll(
                    db,
                    sql: """
                        SELECT delivery.id, delivery.kind, delivery.state, coalesce(subscription.name, feed.name),
                            schedule.number,
                            (SELECT count(*) FROM delivery AS other WHERE other.messageID = delivery.messageID
                                AND other.id <> delivery.id),
                            delivery.dueAt, delivery.repeatedStoryID, delivery.endedAt,
                            (SELECT min(alert.number) FROM deliveryReason JOIN alert ON alert.id = reasonID
                                WHERE deliveryReason.deliveryID = delivery.id AND deliveryReason.kind = 'alert'
                                    AND alert.smartFeedID IS NULL AND delivery.state = 'queued'
                                    AND alert.firesAt = delivery.dueAt AND delivery.dueAt > delivery.createdAt)
                        FROM delivery
                        LEFT JOIN schedule ON schedule.id = delivery.scheduleID
                        LEFT JOIN article ON article.id = delivery.articleID
                        LEFT JOIN feed ON feed.id = article.feedID
                        LEFT JOIN subscription ON subscription.feedID = article.feedID
                            AND subscription.recipientID = delivery.recipientID
                        WHERE delivery.recipientID = :recipient AND delivery.kind IN ('news', 'headlines', 'digest')
                            AND (delivery.storyID = :story OR EXISTS (SELECT 1 FROM deliveryStory
                                WHERE deliveryStory.deliveryID = delivery.id AND deliveryStory.storyID = :story))
                        ORDER BY delivery.id DESC LIMIT 10
                        """,
                    arguments: ["recipient": recipient, "story": member]
                )
                let reasons = try DeliveryReason.all(of: rows.map { $0[0] }, in: db)
                // One that was joined to another has left it its story, too.
                return rows.filter { seen.insert($0[0]).inserted }.map {
                    Telling(row: $0, reasons: reasons[$0[0]] ?? [])
                }
            }
            let isTold = tellings.contains { ![.withdrawn, .failed].contains($0.state) }
            return try Telling.updates(of: Set(stories), to: recipient, in: db)
                + tellings.filter { !isTold || $0.state != .withdrawn || $0.repeated != nil }
        }
    }
}

extension Telling {
    /// The newest updates for one recipient that are looked at.
    private static let mostUpdates = 100

    /// The updates that reports of some stories brought.
    fileprivate static func updates(
        of stories: Set<StoryID>,
        to recipient: RecipientID,
        in db: Database
    ) throws -> [Telling] {
        let updates = try Row.fetchAll(
            db,
            sql: """
                SELECT kind, payload, state, dueAt, endedAt,
                    (SELECT count(*) FROM delivery AS other WHERE other.messageID = delivery.messageID
                        AND other.id <> delivery.id)
                FROM delivery INDEXED BY deliveryByStory
                WHERE recipientID = ? AND storyID IS NULL AND kind = 'update' ORDER BY id DESC LIMIT \(mostUpdates)
                """,
            arguments: [recipient]
        )
        let storyOf = try db.cachedStatement(sql: "SELECT storyID FROM article WHERE id = ?")
        return try updates.compactMap { row in
            guard case .update(let update)? = DeliveryPayload(row: row),
                let story = try StoryID.fetchOne(storyOf, arguments: [update.article]), stories.contains(story)
            else { return nil }
            return Telling(
                kind: .update,
                state: row[2],
                reasons: [],
                foldedWith: row[5],
                dueAt: row.date(3),
                endedAt: row.optionalDate(4),
                update: update
            )
        }
    }

    fileprivate init(row: Row, reasons: [DeliveryReason]) {
        self.init(
            // A CHECK of the table allows no other kind.
            kind: QueuedDelivery.Kind(rawValue: row[1]) ?? .news,
            state: row[2],
            reasons: reasons,
            feedName: row[3],
            scheduleNumber: row[4],
            foldedWith: row[5],
            dueAt: row.date(6),
            coolingAlert: row[9],
            repeated: row[7],
            endedAt: row.optionalDate(8)
        )
    }
}
