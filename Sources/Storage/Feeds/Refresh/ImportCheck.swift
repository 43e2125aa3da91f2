import Foundation
import GRDB
import NewsModel

/// Counts the first checks of imported feeds, and tells those that failed when the last one is in.
struct ImportCheck {
    let db: Database
    let time: Date

    /// How many failures a notice names; the rest is counted.
    private static let mostNamed = 40

    func record(_ feed: FeedID, _ failure: FeedFailure?) throws {
        let waiting = try Int64.fetchAll(
            db.cachedStatement(sql: "SELECT importID FROM feedImportItem WHERE feedID = ? AND isChecked = 0"),
            arguments: [feed.rawValue]
        )
        for id in waiting {
            try db.execute(
                sql: "UPDATE feedImportItem SET isChecked = 1, failure = ? WHERE importID = ? AND feedID = ?",
                arguments: [failure?.rawValue, id, feed.rawValue]
            )
            try finish(id)
        }
    }

    /// What was given up meanwhile is not waited for.
    private func finish(_ id: Int64) throws {
        let open = try Int.fetchOne(
            db,
            sql: """
                SELECT count(*) FROM feedImportItem AS item JOIN feedImport ON feedImport.id = item.importID
                JOIN subscription ON subscription.recipientID = feedImport.recipientID
                    AND subscription.feedID = item.feedID AND subscription.pause IS NULL
                WHERE item.importID = ? AND item.isChecked = 0
                """,
            arguments: [id]
        )
        guard open == 0 else { return }
        let failed = try Row.fetchAll(
            db,
            sql: """
                SELECT coalesce(subscription.name, feed.name) AS name, item.failure AS failure
                FROM feedImportItem AS item JOIN feed ON feed.id = item.feedID
                JOIN feedImport ON feedImport.id = item.importID
                JOIN subscription ON subscription.recipientID = feedImport.recipientID
                    AND subscription.feedID = item.feedID
                WHERE item.importID = ? AND item.failure IS NOT NULL ORDER BY name
                """,
            arguments: [id]
        ).compactMap { row in
            FeedFailure(rawValue: row["failure"]).map { DeliveryNotice.FailedFeed(name: row["name"], failure: $0) }
        }
        if !failed.isEmpty { try tell(failed, of: id) }
        try db.execute(sql: "DELETE FROM feedImport WHERE id = ?", arguments: [id])
    }

    private func tell(_ failed: [DeliveryNotice.FailedFeed], of id: Int64) throws {
        let checked = try Int.fetchOne(
            db,
            sql: "SELECT count(*) FROM feedImportItem WHERE importID = ?",
            arguments: [id]
        )
        let notice = DeliveryNotice.importChecked(
            total: checked ?? failed.count,
            failedCount: failed.count,
            failed: Array(failed.prefix(Self.mostNamed))
        )
        try db.execute(
            sql: """
                INSERT INTO delivery (recipientID, addressID, kind, payload, dueAt, createdAt)
                SELECT recipientID, addressID, 'notice', ?, ?, ? FROM feedImport WHERE id = ?
                """,
            arguments: [
                try DeliveryPayload.notice(notice).encoded(), time.unixSeconds, time.unixSeconds, id,
            ]
        )
    }
}
