import Foundation
import GRDB
import NewsModel

/// Tells those who follow a feed what has become of it: a notice each, through the ledger.
struct FeedNotices {
    let db: Database
    let time: Date

    func tellMoved(_ feed: FeedID, name: String, from old: String, to new: String) throws {
        let notice = DeliveryNotice.feedMoved(name: name, from: old, to: new)
        for (recipient, address) in try followers(of: feed) { try queue(notice, recipient, address) }
    }

    func tellFailing(_ feed: FeedID, _ trouble: FeedTrouble) throws {
        try tell(feed, trouble, make: DeliveryNotice.feedsFailing) { notice in
            if case .feedsFailing(let troubles) = notice { troubles } else { nil }
        }
    }

    func tellGone(_ feed: FeedID, _ trouble: FeedTrouble) throws {
        try tell(feed, trouble, make: DeliveryNotice.feedsGone) { notice in
            if case .feedsGone(let troubles) = notice { troubles } else { nil }
        }
    }

    /// Who began to follow after the failure was told has heard of none.
    func tellRecovered(_ feed: FeedID, _ trouble: FeedTrouble, toldAt: Int64) throws {
        try tell(feed, trouble, since: toldAt, make: DeliveryNotice.feedsRecovered) { notice in
            if case .feedsRecovered(let troubles) = notice { troubles } else { nil }
        }
    }

    /// Feeds in the same trouble share a notice that has not gone out yet.
    private func tell(
        _ feed: FeedID,
        _ trouble: FeedTrouble,
        since: Int64 = .max,
        make: ([FeedTrouble]) -> DeliveryNotice,
        troubles: (DeliveryNotice) -> [FeedTrouble]?
    ) throws {
        for (recipient, address) in try followers(of: feed, since: since) {
            let waiting = try Row.fetchAll(
                db,
                sql:
                    "SELECT id, kind, payload FROM delivery WHERE addressID = ? AND kind = 'notice' AND state = 'queued'",
                arguments: [address]
            )
            let joined = waiting.compactMap { row -> (id: Int64, troubles: [FeedTrouble])? in
                guard case .notice(let notice)? = DeliveryPayload(row: row) else { return nil }
                return troubles(notice).map { (row["id"], $0) }
            }
            if let joined = joined.first {
                try db.execute(
                    sql: "UPDATE delivery SET payload = ? WHERE id = ?",
                    arguments: [
                        try DeliveryPayload.notice(make(joined.troubles + [trouble])).encoded(), joined.id,
                    ]
                )
            } else {
                try queue(make([trouble]), recipient, address)
            }
        }
    }

    private func queue(_ notice: DeliveryNotice, _ recipient: Int64, _ address: Int64) throws {
        try db.execute(
            sql: """
                INSERT INTO delivery (recipientID, addressID, kind, payload, dueAt, createdAt)
                VALUES (?, ?, 'notice', ?, ?, ?)
                """,
            arguments: [
                recipient, address, try DeliveryPayload.notice(notice).encoded(), time.unixSeconds, time.unixSeconds,
            ]
        )
    }

    /// Those who followed it by `since` and want to hear of it.
    private func followers(of feed: FeedID, since: Int64 = .max) throws -> [(recipient: Int64, address: Int64)] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT subscription.recipientID, addressID FROM subscription JOIN address ON address.id = addressID
                JOIN recipient ON recipient.id = subscription.recipientID
                WHERE feedID = ? AND pause IS NULL AND pausedReason IS NULL AND hearsOfFeeds
                    AND subscription.createdAt <= ?
                ORDER BY subscription.id
                """,
            arguments: [feed.rawValue, since]
        ).map { ($0["recipientID"], $0["addressID"]) }
    }
}
