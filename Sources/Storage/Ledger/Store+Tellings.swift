package import Foundation
import GRDB
package import NewsModel

/// What the ledger knows of one time that a story was to be told to somebody.
package struct Telling: Hashable, Sendable {
    package var kind: QueuedDelivery.Kind
    package var state: DeliveryState
    package var reasons: [DeliveryReason]
    /// As the reader calls the feed whose article it was; nil for lists, and for an article that is gone.
    package var feedName: String?
    /// A list's schedule by its owner's number; nil when that is gone.
    package var scheduleNumber: Int?
    /// How many more pieces went in the same message.
    package var foldedWith: Int
    package var dueAt: Date
    /// When it was sent, given up or withdrawn; nil before.
    package var endedAt: Date?
}

extension Store {
    /// What was recorded of a story's telling to a recipient, the newest first; as far back as sent work is kept.
    package func tellings(of story: StoryID, to recipient: RecipientID) async throws -> [Telling] {
        try await read { db in
            try StoryFamily(of: story, in: db).stories.flatMap { member in
                try Row.fetchAll(
                    db,
                    sql: """
                        SELECT delivery.*, schedule.number AS scheduleNumber,
                            coalesce(subscription.name, feed.name) AS feedName,
                            (SELECT count(*) FROM delivery AS other WHERE other.messageID = delivery.messageID
                                AND other.id <> delivery.id) AS foldedWith
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
                    arguments: ["recipient": recipient.rawValue, "story": member.rawValue]
                ).map { try Telling(row: $0, in: db) }
            }
        }
    }
}

extension Telling {
    fileprivate init(row: Row, in db: Database) throws {
        self.init(
            kind: QueuedDelivery.Kind(rawValue: row["kind"]) ?? .news,
            state: row["state"],
            reasons: try DeliveryReason.all(of: row["id"], in: db),
            feedName: row["feedName"],
            scheduleNumber: row["scheduleNumber"],
            foldedWith: row["foldedWith"],
            dueAt: row.date("dueAt"),
            endedAt: row.optionalDate("endedAt")
        )
    }
}
