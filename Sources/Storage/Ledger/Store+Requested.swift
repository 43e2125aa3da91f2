package import Foundation
import GRDB
package import NewsModel

extension Store {
    /// Queues words that somebody asked for elsewhere; the articles are what their numbers mean.
    package func queueRequested(
        _ message: OutgoingMessage,
        listing articles: [ArticleID] = [],
        to address: Address,
        of recipient: RecipientID,
        at time: Date
    ) async throws {
        let notice = DeliveryNotice.requested(message, articles: articles.map(\.rawValue))
        try await write { db in
            try db.execute(
                sql: """
                    INSERT INTO delivery (recipientID, addressID, kind, payload, dueAt, createdAt)
                    VALUES (?, ?, 'notice', ?, ?, ?)
                    """,
                arguments: [
                    recipient.rawValue, try AddressID.choose(address, for: recipient, in: db).rawValue,
                    try DeliveryPayload.notice(notice).encoded(), time.unixSeconds, time.unixSeconds,
                ]
            )
        }
        nudges.nudge(.deliveries)
    }
}
