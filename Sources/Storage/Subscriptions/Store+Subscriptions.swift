package import Foundation
import GRDB
package import NewsModel

/// How an attempt to add something of one's own ended.
package enum AddOutcome<Value: Hashable & Sendable>: Hashable, Sendable {
    case added(Value)
    case alreadyThere(Value)
    case quotaReached(limit: Int)
    /// Who asks for it has made as much for rooms as one person may.
    case createdTooMany(limit: Int)
}

/// A subscription with its feed and what of it the owner has not read.
package struct FollowedFeed: Hashable, Sendable {
    package var subscription: Subscription
    package var feed: Feed
    /// Stories since the subscription began or was last marked as read, of the last 30 days.
    package var unreadCount: Int

    /// As its owner calls it.
    package var name: String { subscription.name ?? feed.name }
}

extension Store {
    /// Follows a feed.
    ///
    /// Its next refresh brings one sample if the feed was never fetched; else one is queued now, unless the answer
    /// to the wish shows one already: `shown`.
    ///
    /// A second call moves the subscription to the new address and category and ends a pause.
    /// The profile of `maker` is told when the address fails for good.
    package func addSubscription(
        of recipient: RecipientID,
        to feed: FeedID,
        at address: Address,
        category: String? = nil,
        by maker: Maker? = nil,
        shown: StoryID? = nil,
        limit: WishLimit,
        time: Date
    ) async throws -> AddOutcome<Subscription> {
        let outcome: AddOutcome<Subscription> = try await write { db in
            let addressID = try AddressID.choose(address, for: recipient, in: db)
            let seconds = time.unixSeconds
            if var old = try Subscription.find(recipient, feed, in: db) {
                try db.execute(
                    sql: """
                        UPDATE subscription SET addressID = ?, category = coalesce(?, category), pause = NULL
                        WHERE id = ?
                        """,
                    arguments: [addressID.rawValue, category, old.id.rawValue]
                )
                try addressID.pauseWhatGoesThere(in: db)
                old.address = address
                old.category = category ?? old.category
                old.pause = nil
                return .alreadyThere(old)
            }
            if let refusal: AddOutcome<Subscription> = try WishKind.subscription.refusal(
                limit,
                of: recipient,
                by: maker,
                in: db
            ) {
                return refusal
            }
            try feed.isFollowed(by: maker, in: db)
            try db.execute(
                sql: """
                    INSERT INTO subscription (recipientID, feedID, addressID, category, sampleDue, unreadSince,
                        createdBy, madeBy, createdAt)
                    VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?)
                    """,
                arguments: [
                    recipient.rawValue, feed.rawValue, addressID.rawValue, category, seconds,
                    maker?.profile?.rawValue, try maker?.mark(in: db).rawValue, seconds,
                ]
            )
            try addressID.pauseWhatGoesThere(in: db)
            let subscription = Subscription(
                id: SubscriptionID(rawValue: db.lastInsertedRowID),
                recipientID: recipient,
                feedID: feed,
                address: address,
                category: category
            )
            if let shown {
                _ = try StoryFamily(of: shown, in: db).tell(recipient.rawValue, in: db)
                try db.execute(
                    sql: "UPDATE subscription SET sampleDue = 0 WHERE id = ?",
                    arguments: [subscription.id.rawValue]
                )
            } else {
                try Self.queueSample(subscription, recipient, addressID, at: time, in: db)
            }
            return .added(subscription)
        }
        nudges.nudge(.feeds)
        nudges.nudge(.deliveries)
        return outcome
    }

    /// A feed that was fetched before gives its sample at once; another one at its first fetch.
    private static func queueSample(
        _ subscription: Subscription,
        _ recipient: RecipientID,
        _ address: AddressID,
        at time: Date,
        in db: Database
    ) throws {
        let newest = try Row.fetchOne(
            db,
            sql: """
                SELECT article.* FROM article JOIN feed ON feed.id = article.feedID
                WHERE article.feedID = ? AND feed.firstFetchedAt IS NOT NULL ORDER BY article.id DESC LIMIT 1
                """,
            arguments: [subscription.feedID.rawValue]
        )
        guard let newest else { return }
        let wish = NewsTeller.Wish(
            kind: .sample,
            id: subscription.id.rawValue,
            recipient: recipient.rawValue,
            address: address.rawValue,
            dueAt: time.unixSeconds
        )
        try NewsTeller(db: db, time: time).tell(Article(row: newest), [wish])
        try db.execute(
            sql: "UPDATE subscription SET sampleDue = 0 WHERE id = ?",
            arguments: [subscription.id.rawValue]
        )
    }

    /// Stops following a feed and withdraws what was queued only for it; false when it was not followed.
    package func removeSubscription(of recipient: RecipientID, to feed: FeedID, at time: Date) async throws -> Bool {
        try await write { db in
            guard let subscription = try Subscription.find(recipient, feed, in: db) else { return false }
            try Withdrawal(time: time).withdraw(.subscription, subscription.id.rawValue, in: db)
            try db.execute(sql: "DELETE FROM subscription WHERE id = ?", arguments: [subscription.id.rawValue])
            return true
        }
    }

    /// Pauses a subscription, withdrawing what was queued only for it, or resumes it, with its address if that had failed.
    package func setPause(
        _ pause: Subscription.Pause?,
        of recipient: RecipientID,
        on feed: FeedID,
        at time: Date
    ) async throws -> Bool {
        let changed = try await write { db in
            guard let subscription = try Subscription.find(recipient, feed, in: db) else { return false }
            try db.execute(
                sql: "UPDATE subscription SET pause = ? WHERE id = ?",
                arguments: [pause?.rawValue, subscription.id.rawValue]
            )
            if pause != nil {
                try Withdrawal(time: time).withdraw(.subscription, subscription.id.rawValue, in: db)
            } else if let place = try AddressID.find(subscription.address, in: db) {
                try place.resume(in: db)
                try place.pauseWhatGoesThere(in: db)
            }
            return true
        }
        nudges.nudge(.feeds)
        nudges.nudge(.deliveries)
        return changed
    }

    package func subscription(of recipient: RecipientID, to feed: FeedID) async throws -> Subscription? {
        try await read { db in try Subscription.find(recipient, feed, in: db) }
    }

    package func subscriptions(of recipient: RecipientID) async throws -> [Subscription] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: Subscription.selection + " WHERE subscription.recipientID = ? ORDER BY subscription.id",
                arguments: [recipient.rawValue]
            ).map(Subscription.init(row:))
        }
    }

    /// What a recipient follows, most unread first; what they have muted does not count.
    package func followedFeeds(of recipient: RecipientID, at time: Date) async throws -> [FollowedFeed] {
        try await readMuting { db, judge in
            let rows = try Row.fetchAll(
                db,
                sql: Subscription.selection + " WHERE subscription.recipientID = ?",
                arguments: [recipient.rawValue]
            )
            let unreadStories = UnreadStories(of: recipient, at: time)
            var muting = try UnreadMuting(of: recipient, in: db, judge)
            let followed = try rows.compactMap { row -> FollowedFeed? in
                let subscription = Subscription(row: row)
                let id = subscription.feedID.rawValue
                guard let feed = try Row.fetchOne(db, sql: "SELECT * FROM feed WHERE id = ?", arguments: [id])
                else { return nil }
                let span = unreadStories.span(row)
                let unread = try Int.fetchOne(
                    db,
                    sql: "SELECT count(DISTINCT storyID) FROM article WHERE " + UnreadSpan.condition,
                    arguments: span.arguments(of: recipient)
                )
                let muted = try muting?.count(in: span, of: unread ?? 0, db) ?? 0
                return FollowedFeed(
                    subscription: subscription,
                    feed: Feed(row: feed),
                    unreadCount: max(0, (unread ?? 0) - muted)
                )
            }
            return followed.sorted {
                ($1.unreadCount, FeedKey.fold($0.name)) < ($0.unreadCount, FeedKey.fold($1.name))
            }
        }
    }
}

extension FeedID {
    /// Whoever is the first to follow a feed that nobody followed has brought it in.
    func isFollowed(by maker: Maker?, in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE feed SET unfollowedAt = NULL, paidBy = :maker
                WHERE id = :feed AND NOT EXISTS (SELECT 1 FROM subscription WHERE feedID = :feed)
                """,
            arguments: ["feed": rawValue, "maker": try maker?.mark(in: db).rawValue]
        )
    }
}

extension Subscription {
    static let selection = """
        SELECT subscription.*, address.network, address.kind, address.target
        FROM subscription JOIN address ON address.id = subscription.addressID
        """

    static func find(_ recipient: RecipientID, _ feed: FeedID, in db: Database) throws -> Subscription? {
        try Row.fetchOne(
            db,
            sql: selection + " WHERE subscription.recipientID = ? AND subscription.feedID = ?",
            arguments: [recipient.rawValue, feed.rawValue]
        ).map(Subscription.init(row:))
    }

    init(row: Row) {
        self.init(
            id: row.id("id"),
            recipientID: row.id("recipientID"),
            feedID: row.id("feedID"),
            address: Address(row: row),
            name: row["name"],
            category: row["category"],
            pause: (row["pause"] as String?).flatMap(Pause.init(rawValue:))
        )
    }
}
