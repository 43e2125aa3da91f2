package import Foundation
import GRDB
import NewsModel

/// A feed without followers, which is being deleted.
struct UnfollowedFeed: Sendable {
    let feed: FeedID

    /// The feeds to delete.
    ///
    /// Updates the payers of all feeds and the times since which feeds have no followers.
    static func due(at time: Date, age: TimeInterval, in db: Database) throws -> [UnfollowedFeed] {
        // The payer no longer follows the feed, or there was none: the maker of the oldest subscription is the payer
        // now.
        try db.execute(
            sql: """
                UPDATE feed SET paidBy = (SELECT madeBy FROM subscription
                    WHERE feedID = feed.id AND madeBy IS NOT NULL ORDER BY id LIMIT 1)
                WHERE EXISTS (SELECT 1 FROM subscription WHERE feedID = feed.id)
                    AND NOT EXISTS (SELECT 1 FROM subscription WHERE feedID = feed.id AND madeBy = feed.paidBy)
                """
        )
        try db.execute(
            sql: "UPDATE feed SET unfollowedAt = NULL WHERE unfollowedAt IS NOT NULL AND NOT (\(isUnfollowed))",
            arguments: undoable(at: time)
        )
        try db.execute(
            sql: "UPDATE feed SET unfollowedAt = :now WHERE unfollowedAt IS NULL AND \(isUnfollowed)",
            arguments: undoable(at: time) + ["now": time.unixSeconds]
        )
        return try FeedID.fetchAll(
            db,
            sql: "SELECT id FROM feed WHERE unfollowedAt <= ? ORDER BY unfollowedAt",
            arguments: [(time - age).unixSeconds]
        ).map { UnfollowedFeed(feed: $0) }
    }

    /// The `LeftFeed` of a move is kept for as long as the move can be undone.
    private static let isUnfollowed = """
        isDefault = 0 AND NOT EXISTS (SELECT 1 FROM subscription WHERE feedID = feed.id)
            AND NOT EXISTS (SELECT 1 FROM feedMove JOIN subscription ON subscription.moveID = feedMove.id
                WHERE feedMove.leftFeedID = feed.id AND feedMove.movedAt > :undoable)
        """

    private static func undoable(at time: Date) -> StatementArguments {
        ["undoable": time.unixSeconds - Int64(Store.undoDays) * 86_400]
    }

    /// Deletes a chunk of the feed's rows; returns how many, and 0 when the feed is followed again.
    ///
    /// Saved articles and articles of open deliveries are kept, and the feed with them. Told rows and readings do not
    /// belong to the feed.
    func removeSome(in db: Database, at time: Date) throws -> Int {
        let isDue = try Bool.fetchOne(
            db,
            sql: "SELECT unfollowedAt IS NOT NULL AND \(Self.isUnfollowed) FROM feed WHERE id = :feed",
            arguments: Self.undoable(at: time) + ["feed": feed]
        )
        guard isDue == true else { return 0 }
        let pruning = ArticlePruning(feed: feed, time: time, retention: Retention())
        let removed = try pruning.removeSome(ArticlePruning.Span(last: .highest, end: .highest), in: db)
        if removed > 0 { return removed }
        // Without keys all entries are unknown, so the next document must count as the first.
        try db.execute(
            sql: """
                UPDATE feed SET firstFetchedAt = NULL, lastSucceededAt = NULL, lastDocumentAt = NULL, etag = NULL,
                    lastModified = NULL, bodyHash = NULL
                WHERE id = ? AND firstFetchedAt IS NOT NULL
                """,
            arguments: [feed]
        )
        for (table, keys) in [("articleKey", "key"), ("storyKey", "key, storyID")] {
            try db.execute(
                sql: """
                    DELETE FROM \(table) WHERE feedID = :feed AND (\(keys)) IN
                        (SELECT \(keys) FROM \(table) WHERE feedID = :feed LIMIT \(Store.chunk))
                    """,
                arguments: ["feed": feed]
            )
            if db.changesCount > 0 { return db.changesCount }
        }
        try db.execute(
            sql: """
                DELETE FROM feed WHERE id = :feed AND NOT EXISTS (SELECT 1 FROM article WHERE feedID = :feed)
                    AND NOT EXISTS (SELECT 1 FROM mute WHERE feedID = :feed)
                    AND NOT EXISTS (SELECT 1 FROM newsFilter WHERE feedID = :feed)
                """,
            arguments: ["feed": feed]
        )
        return 0
    }
}

extension Store {
    /// Deletes feeds without followers, and the oldest articles of users whose share is exceeded.
    ///
    /// Works in small transactions. Returns the number of deleted feeds.
    @discardableResult
    package func tidyFeeds(at time: Date) async throws -> Int {
        let age = limits.unfollowedAge
        let feeds = try await write { db in try UnfollowedFeed.due(at: time, age: age, in: db) }
        var gone = 0
        for feed in feeds {
            repeat { try Task.checkCancellation() } while try await write { try feed.removeSome(in: $0, at: time) } > 0
            if try await self.feed(feed.feed) == nil { gone += 1 }
        }
        for payer in try await payersOverLimit() { try await pruneFeeds(of: payer, at: time) }
        return gone
    }

    /// One account of each person whose share is exceeded.
    private func payersOverLimit() async throws -> [MakerMark] {
        let limits = limits
        return try await read { db in
            try MakerMark.fetchAll(
                db,
                sql: """
                    SELECT min(paidBy) FROM feed LEFT JOIN identity ON identity.mark = paidBy
                    WHERE paidBy IS NOT NULL AND isDefault = 0
                    GROUP BY profileID, iif(profileID IS NULL, paidBy, NULL) HAVING sum(bytes) > ?
                    """,
                arguments: [limits.personBytes]
            ).filter { try limits.burden(of: $0, in: db) > limits.personBytes }
        }
    }

    /// The number of articles that are kept of each feed.
    private static let keptOverLimit = 20

    /// Deletes articles of the largest feeds first, until at most 90 % of the share is used.
    ///
    /// If another follower has enough space for a feed, they become its payer instead.
    private func pruneFeeds(of payer: MakerMark, at time: Date) async throws {
        let limits = limits
        let target = limits.personBytes / 10 * 9
        var spent: Set<FeedID> = []
        while true {
            try Task.checkCancellation()
            let passed = spent
            let step = try await write { db -> (feed: FeedID, removed: Int)? in
                guard try Self.paidBytes(by: payer, in: db) > target else { return nil }
                let feeds = try FeedID.fetchAll(
                    db,
                    sql:
                        "SELECT id FROM feed WHERE paidBy IN \(MakerMark.together) AND isDefault = 0 ORDER BY bytes DESC",
                    arguments: ["mark": payer]
                )
                guard let feed = feeds.first(where: { !passed.contains($0) }) else { return nil }
                let share = try FeedPayer(feed, limits: limits, db: db)
                if case .replaceable(let other) = try share?.standing() {
                    try share?.handOver(to: other)
                    return (feed, 0)
                }
                let retention = Retention(articlesAtMost: Self.keptOverLimit)
                let pruning = ArticlePruning(feed: feed, time: time, retention: retention)
                // The second span contains articles that are deleted whatever their age.
                guard let span = try pruning.spans(in: db).last(where: { $0.end == .highest }) else { return (feed, 0) }
                return (feed, try pruning.removeSome(span, in: db))
            }
            guard let step else { return }
            if step.removed == 0 { spent.insert(step.feed) }
        }
    }
}
