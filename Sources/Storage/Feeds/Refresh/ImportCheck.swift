import Foundation
import GRDB
import NewsModel

/// Counts the first checks of imported feeds and sends a notice of the failed ones after the last.
struct ImportCheck {
    let db: Database
    let time: Date

    /// Seconds until the notice is sent, so that its lines do not mix with those of the answer to `sub`.
    private static let pause: Int64 = 20
    /// The most failures that a notice names; the others are only counted.
    private static let mostNamed = 40

    func record(_ feed: FeedID, _ failure: FeedFailure?) throws {
        let waiting = try Int64.fetchAll(
            db.cachedStatement(sql: "SELECT importID FROM feedImportItem WHERE feedID = ? AND isChecked = 0"),
            arguments: [feed]
        )
        for id in waiting {
            try db.execute(
                sql: "UPDATE feedImportItem SET isChecked = 1, failure = ? WHERE importID = ? AND feedID = ?",
                arguments: [failure, id, feed]
            )
            try finish(id)
        }
    }

    /// Feeds that were unsubscribed or paused meanwhile are not waited for.
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
                SELECT coalesce(subscription.name, feed.name) AS name, item.failure
                FROM feedImportItem AS item JOIN feed ON feed.id = item.feedID
                JOIN feedImport ON feedImport.id = item.importID
                JOIN subscription ON subscription.recipientID = feedImport.recipientID
                    AND subscription.feedID = item.feedID
                WHERE item.importID = ? AND item.failure IS NOT NULL ORDER BY name
                """,
            arguments: [id]
        ).compactMap { row in
            FeedFailure(rawValue: row[1]).map { DeliveryNotice.FailedFeed(name: row[0], failure: $0) }
        }
        if !failed.isEmpty { try queueNotice(failed, of: id) }
        try db.execute(sql: "DELETE FROM feedImport WHERE id = ?", arguments: [id])
    }

    private func queueNotice(_ failed: [DeliveryNotice.FailedFeed], of id: Int64) throws {
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
        let place = try Row.fetchOne(
            db,
            sql: "SELECT recipientID, addressID FROM feedImport WHERE id = ?",
            arguments: [id]
        )
        guard let place else { return }
        try Ledger(db: db, time: time).queue(notice, to: place[0], at: place[1], after: Self.pause)
    }
}
