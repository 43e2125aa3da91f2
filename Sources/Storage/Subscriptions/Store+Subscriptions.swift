package import Foundation
import GRDB
package import NewsModel

/// The result of adding a subscription, alert, schedule or mute.
package enum AddOutcome<Value: Hashable & Sendable>: Hashable, Sendable {
    case added(Value)
    case alreadyThere(Value)
    case quotaReached(limit: Int)
    /// The user has reached the quota of what one person may make for rooms.
    case createdTooMany(limit: Int)
}

extension Store {
    /// Subscribes to a feed.
    ///
    /// A feed that was never fetched sends one sample after its first fetch. Else a sample is queued now, unless the
    /// reply to the command shows a story already: `shown`.
    ///
    /// A second call changes the address and category of the subscription and ends a pause. The profile of `maker` gets
    /// a notice when the address fails permanently.
    package func addSubscription(
        of recipient: RecipientID,
        to feed: FeedID,
        at address: Address,
        category: String? = nil,
        by maker: Maker? = nil,
        shown: StoryID? = nil,
        limit: QuotaLimit,
        time: Date
    ) async throws -> AddOutcome<Subscription> {
        let outcome: AddOutcome<Subscription> = try await write { db in
            let addressID = try AddressID.choose(address, for: recipient, in: db)
            let seconds = time.unixSeconds
            if var old = try Subscription.find(recipient, feed, in: db) {
                try db.execute(
                    sql: """
                        UPDATE subscription SET addressID = ?, category = coalesce(?, category), pause = NULL,
                            pausedUntil = NULL
                        WHERE id = ?
                        """,
                    arguments: [addressID, category, old.id]
                )
                try addressID.pauseSubscriptions(in: db)
                old.address = address
                old.category = category ?? old.category
                old.pause = nil
                old.pausedUntil = nil
                return .alreadyThere(old)
            }
            if let refusal: AddOutcome<Subscription> = try QuotaKind.subscription.refusal(
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
                    recipient, feed, addressID, category, seconds,
                    maker?.profile, try maker?.mark(in: db), seconds,
                ]
            )
            try addressID.pauseSubscriptions(in: db)
            let subscription = Subscription(
                id: SubscriptionID(rawValue: db.lastInsertedRowID),
                recipientID: recipient,
                feedID: feed,
                address: address,
                category: category
            )
            if let shown {
                _ = try Ledger(db: db, time: time).markTold(StoryFamily(of: shown, in: db), to: recipient)
                try db.execute(
                    sql: "UPDATE subscription SET sampleDue = 0 WHERE id = ?",
                    arguments: [subscription.id]
                )
            } else {
                try Self.queueSample(subscription, recipient, addressID, at: time, in: db)
            }
            return .added(subscription)
        }
        signals.send(.feeds)
        signals.send(.deliveries)
        return outcome
    }

    /// Queues a sample of a feed that was fetched before; another feed sends it after its first fetch.
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
                SELECT \(Article.columns) FROM article JOIN feed ON feed.id = article.feedID
                WHERE article.feedID = ? AND feed.firstFetchedAt IS NOT NULL ORDER BY article.id DESC LIMIT 1
                """,
            arguments: [subscription.feedID]
        )
        guard let newest else { return }
        let reason = QueueReason(
            source: .sample(subscription.id),
            recipient: recipient,
            address: address,
            dueAt: time.unixSeconds
        )
        try NewsQueue(db: db, time: time).queue(Article(row: newest), [NewsQueue.Interest(reason: reason)])
        try db.execute(
            sql: "UPDATE subscription SET sampleDue = 0 WHERE id = ?",
            arguments: [subscription.id]
        )
    }

    /// Removes a subscription and withdraws deliveries that were queued only for it; false when the feed was not
    /// followed.
    package func removeSubscription(of recipient: RecipientID, to feed: FeedID, at time: Date) async throws -> Bool {
        try await write { db in
            guard let subscription = try Subscription.find(recipient, feed, in: db) else { return false }
            try Ledger(db: db, time: time).withdraw(.subscription(subscription.id))
            try db.execute(sql: "DELETE FROM subscription WHERE id = ?", arguments: [subscription.id])
            return true
        }
    }

    /// Pauses a subscription and withdraws deliveries that were queued only for it; or resumes it, with its address if
    /// that had failed.
    ///
    /// A pause with an `end` is ended by `endPauses`.
    package func setPause(
        _ pause: Subscription.Pause?,
        until end: Date? = nil,
        of recipient: RecipientID,
        on feed: FeedID,
        at time: Date
    ) async throws -> Bool {
        let changed = try await write { db in
            guard let subscription = try Subscription.find(recipient, feed, in: db) else { return false }
            try db.execute(
                sql: "UPDATE subscription SET pause = ?, pausedUntil = ? WHERE id = ?",
                arguments: [pause, pause == nil ? nil : end?.unixSeconds, subscription.id]
            )
            if pause != nil {
                try Ledger(db: db, time: time).withdraw(.subscription(subscription.id))
            } else if let place = try AddressID.find(subscription.address, in: db) {
                try place.resume(in: db)
                try place.pauseSubscriptions(in: db)
            }
            return true
        }
        signals.send(.feeds)
        signals.send(.deliveries)
        return changed
    }

    /// Resumes the subscriptions whose pause was to end by then.
    package func endPauses(at time: Date) async throws {
        let isAny = try await read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT 1 WHERE EXISTS (SELECT 1 FROM subscription WHERE pausedUntil <= ?1)
                        OR EXISTS (SELECT 1 FROM alert WHERE pausedUntil <= ?1)
                    """
            )
            return try Row.fetchOne(statement, arguments: [time.unixSeconds]) != nil
        }
        guard isAny else { return }
        try await write { db in try Subscription.endPauses(at: time, in: db) }
    }

    package func subscription(of recipient: RecipientID, to feed: FeedID) async throws -> Subscription? {
        try await read { db in try Subscription.find(recipient, feed, in: db) }
    }

    package func subscriptions(of recipient: RecipientID) async throws -> [Subscription] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: Subscription.selection + " WHERE subscription.recipientID = ? ORDER BY subscription.id",
                arguments: [recipient]
            ).map(Subscription.init(row:))
        }
    }

    /// Whether a recipient follows a feed.
    package func isFollowed(_ feed: FeedID, by recipient: RecipientID) async throws -> Bool {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT 1 FROM subscription WHERE recipientID = ? AND feedID = ?"
            )
            return try Row.fetchOne(statement, arguments: [recipient, feed]) != nil
        }
    }

    /// A recipient's subscriptions, most unread first, then those with the newest articles.
    ///
    /// Muted stories are not counted.
    package func followedFeeds(of recipient: RecipientID, at time: Date) async throws -> [FollowedFeed] {
        try await readMuting { db, judge in
            let rows = try Row.fetchAll(
                db,
                sql: Subscription.selection + " WHERE subscription.recipientID = ?",
                arguments: [recipient]
            )
            var unread = try UnreadStories(of: recipient, at: time, in: db, judge)
            let followed = try rows.compactMap { row -> FollowedFeed? in
                let subscription = Subscription(row: row)
                let feed = try Row.fetchOne(
                    db,
                    sql: "SELECT \(Feed.columns) FROM feed WHERE id = ?",
                    arguments: [subscription.feedID]
                )
                guard let feed else { return nil }
                return FollowedFeed(
                    subscription: subscription,
                    feed: try Sight.of(recipient).named(Feed(row: feed), in: db),
                    unreadCount: try unread.count(in: subscription.feedID, db)
                )
            }
            return try FollowedFeed.sorted(followed, db)
        }
    }
}

extension FeedID {
    /// If nobody follows the feed, the new follower becomes its payer.
    func isFollowed(by maker: Maker?, in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE feed SET unfollowedAt = NULL, paidBy = :maker
                WHERE id = :feed AND NOT EXISTS (SELECT 1 FROM subscription WHERE feedID = :feed)
                """,
            arguments: ["feed": self, "maker": try maker?.mark(in: db)]
        )
    }
}

extension Subscription {
    static let selection = """
        SELECT subscription.id, subscription.recipientID, subscription.feedID, subscription.name, subscription.category,
            subscription.pause, subscription.pausedUntil, \(Address.columns)
        FROM subscription JOIN address ON address.id = subscription.addressID
        """

    static func find(_ recipient: RecipientID, _ feed: FeedID, in db: Database) throws -> Subscription? {
        try Row.fetchOne(
            db,
            sql: selection + " WHERE subscription.recipientID = ? AND subscription.feedID = ?",
            arguments: [recipient, feed]
        ).map(Subscription.init(row:))
    }

    init(row: Row) {
        self.init(
            id: row[0],
            recipientID: row[1],
            feedID: row[2],
            address: Address(row: row, at: 7),
            name: row[3],
            category: row[4],
            pause: (row[5] as String?).flatMap(Pause.init(rawValue:)),
            pausedUntil: row.optionalDate(6)
        )
    }

    /// A pause for another reason, such as an address that fails, goes on.
    static func endPauses(at time: Date, in db: Database) throws {
        try db.executeCached(
            sql: """
                UPDATE subscription SET pause = nullif(pause, 'byOwner'), pausedUntil = NULL WHERE pausedUntil <= ?
                """,
            arguments: [time.unixSeconds]
        )
        try SmartFollowing(db: db, time: time).endPauses()
    }
}
