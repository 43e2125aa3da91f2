import Foundation
import GRDB
import NewsModel

/// Queues notices about a feed for its followers.
struct FeedNotices {
    let db: Database
    let time: Date

    private var ledger: Ledger { Ledger(db: db, time: time) }

    func notifyMoved(_ feed: FeedID, name: String, from old: String, to new: String) throws {
        for follower in try followers(of: feed) {
            let notice = DeliveryNotice.feedMoved(name: follower.ownName ?? name, from: old, to: new)
            try ledger.queue(notice, to: follower.recipient, at: follower.address)
        }
    }

    func notifyFailing(_ feed: FeedID, _ trouble: FeedTrouble) throws {
        try notify(feed, trouble, make: DeliveryNotice.feedsFailing) { notice in
            if case .feedsFailing(let troubles) = notice { troubles } else { nil }
        }
    }

    func notifyGone(_ feed: FeedID, _ trouble: FeedTrouble) throws {
        try notify(feed, trouble, make: DeliveryNotice.feedsGone) { notice in
            if case .feedsGone(let troubles) = notice { troubles } else { nil }
        }
    }

    /// Followers who subscribed after the notice of failure get none of recovery.
    func notifyRecovered(_ feed: FeedID, _ trouble: FeedTrouble, toldAt: Int64) throws {
        try notify(feed, trouble, since: toldAt, make: DeliveryNotice.feedsRecovered) { notice in
            if case .feedsRecovered(let troubles) = notice { troubles } else { nil }
        }
    }

    /// Adds the feed to a queued notice of the same kind, if there is one.
    private func notify(
        _ feed: FeedID,
        _ trouble: FeedTrouble,
        since: Int64 = .max,
        make: ([FeedTrouble]) -> DeliveryNotice,
        troubles: (DeliveryNotice) -> [FeedTrouble]?
    ) throws {
        for (recipient, address, ownName) in try followers(of: feed, since: since) {
            var trouble = trouble
            trouble.name = ownName ?? trouble.name
            let waiting = try Row.fetchAll(
                db,
                sql:
                    "SELECT id, kind, payload FROM delivery WHERE addressID = ? AND kind = 'notice' AND state = 'queued'",
                arguments: [address]
            )
            let joined = waiting.compactMap { row -> (id: DeliveryID, troubles: [FeedTrouble])? in
                guard case .notice(let notice)? = DeliveryPayload(row: row, at: 1) else { return nil }
                return troubles(notice).map { (row[0], $0) }
            }
            if let joined = joined.first {
                try ledger.rewrite(joined.id, as: make(joined.troubles + [trouble]))
            } else {
                try ledger.queue(make([trouble]), to: recipient, at: address)
            }
        }
    }

    /// The followers who subscribed by `since` and have notices about feeds switched on.
    private func followers(
        of feed: FeedID,
        since: Int64 = .max
    ) throws -> [(recipient: RecipientID, address: AddressID, ownName: String?)] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT subscription.recipientID, addressID, subscription.name FROM subscription JOIN address ON address.id = addressID
                JOIN recipient ON recipient.id = subscription.recipientID
                WHERE feedID = ? AND pause IS NULL AND pausedReason IS NULL AND hearsOfFeeds
                    AND subscription.createdAt <= ?
                ORDER BY subscription.id
                """,
            arguments: [feed, since]
        ).map { ($0[0], $0[1], $0[2]) }
    }
}
