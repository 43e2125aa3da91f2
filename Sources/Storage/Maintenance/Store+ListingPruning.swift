import Foundation
import GRDB

extension Store {
    /// Removes numbered lists past their time: a day, or with a message that somebody can answer as long as that is kept.
    func pruneListings(at time: Date) async throws {
        let (day, sent) = (time.unixSeconds - ListingWriting.lifetime, (time - Retention.sentAge).unixSeconds)
        _ = try await repeatedly { db in
            try db.execute(
                sql: """
                    DELETE FROM listing WHERE id IN (SELECT id FROM listing
                        WHERE origin IS NOT NULL AND createdAt < :day AND (createdAt < :sent OR origin NOT IN (
                            SELECT '\(ListingOrigin.pushPrefix)' || messageID FROM postedEvent
                            UNION ALL SELECT '\(ListingOrigin.answerPrefix)' || network || ':' || inboundID
                            FROM postedReply)) LIMIT \(Self.chunk))
                    """,
                arguments: ["day": day, "sent": sent]
            )
            return db.changesCount
        }
        try await write { db in
            try db.execute(
                sql: "DELETE FROM listing WHERE origin IS NULL AND createdAt < ?",
                arguments: [day]
            )
            try db.execute(sql: "DELETE FROM postedReply WHERE postedAt < ?", arguments: [sent])
        }
    }
}
