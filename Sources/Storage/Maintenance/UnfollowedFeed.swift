package import Foundation
import GRDB
import NewsModel

/// A feed that nobody follows any more, on its way out.
struct UnfollowedFeed: Sendable {
    let feed: FeedID

    /// Those whose time is over; who pays for a feed and since when nobody follows it is looked at anew.
    static func due(at time: Date, age: TimeInterval, in db: Database) throws -> [UnfollowedFeed] {
        // Whoever paid for it has left it to others, or nobody did: one of these pays for it from now on.
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
        return try Int64.fetchAll(
            db,
            sql: "SELECT id FROM feed WHERE unfollowedAt <= ? ORDER BY unfollowedAt",
            arguments: [(time - age).unixSeconds]
        ).map { UnfollowedFeed(feed: FeedID(rawValue: $0)) }
    }

    /// What a feed left behind when it moved stays for as long as the move can be undone.
    private static let isUnfollowed = """
        isHouse = 0 AND NOT EXISTS (SELECT 1 FROM subscription WHERE feedID = feed.id)
            AND NOT EXISTS (SELECT 1 FROM feedMove JOIN subscription ON subscription.moveID = feedMove.id
                WHERE feedMove.leftFeedID = feed.id AND feedMove.movedAt > :undoable)
        """

    private static func undoable(at time: Date) -> StatementArguments {
        ["undoable": time.unixSeconds - Int64(Store.undoDays) * 86_400]
    }

    /// Removes some of what the feed holds; how many rows, and none when somebody follows it again.
    ///
    /// What somebody saved or waits for stays, and with it the feed. Told rows and readings are not the feed's.
    func removeSome(in db: Database, at time: Date) throws -> Int {
        let isDue = try Bool.fetchOne(
            db,
            sql: "SELECT unfollowedAt IS NOT NULL AND \(Self.isUnfollowed) FROM feed WHERE id = :feed",
            arguments: Self.undoable(at: time) + ["feed": feed.rawValue]
        )
        guard isDue == true else { return 0 }
        let pruning = ArticlePruning(feed: feed, time: time, retention: Retention())
        let removed = try pruning.removeSome(ArticlePruning.Span(last: .max, end: .max), in: db)
        if removed > 0 { return removed }
        // Without keys everything it shows is new: its next document is a first one again.
        try db.execute(
            sql: """
                UPDATE feed SET firstFetchedAt = NULL, lastSucceededAt = NULL, lastDocumentAt = NULL, etag = NULL,
                    lastModified = NULL, bodyHash = NULL
                WHERE id = ? AND firstFetchedAt IS NOT NULL
                """,
            arguments: [feed.rawValue]
        )
        for (table, keys) in [("articleKey", "key"), ("storyKey", "kind, key, storyID")] {
            try db.execute(
                sql: """
                    DELETE FROM \(table) WHERE feedID = :feed AND (\(keys)) IN
                        (SELECT \(keys) FROM \(table) WHERE feedID = :feed LIMIT \(Store.chunk))
                    """,
                arguments: ["feed": feed.rawValue]
            )
            if db.changesCount > 0 { return db.changesCount }
        }
        try db.execute(
            sql: """
                DELETE FROM feed WHERE id = :feed AND NOT EXISTS (SELECT 1 FROM article WHERE feedID = :feed)
                    AND NOT EXISTS (SELECT 1 FROM mute WHERE feedID = :feed)
                """,
            arguments: ["feed": feed.rawValue]
        )
        return 0
    }
}

extension Store {
    /// Removes feeds that nobody has followed for a while, and the oldest articles of whoever pays for too much.
    ///
    /// How many feeds went. A little at a time, so that nobody waits long.
    @discardableResult
    package func tidyFeeds(at time: Date) async throws -> Int {
        let age = limits.unfollowedAge
        let feeds = try await write { db in try UnfollowedFeed.due(at: time, age: age, in: db) }
        var gone = 0
        for feed in feeds {
            repeat { try Task.checkCancellation() } while try await write { try feed.removeSome(in: $0, at: time) } > 0
            if try await self.feed(feed.feed) == nil { gone += 1 }
        }
        for payer in try await heavyPayers() { try await lighten(payer, at: time) }
        return gone
    }

    /// One account of each of them.
    private func heavyPayers() async throws -> [MakerMark] {
        let limits = limits
        return try await read { db in
            try Int64.fetchAll(
                db,
                sql: """
                    SELECT min(paidBy) FROM feed LEFT JOIN identity ON identity.mark = paidBy
                    WHERE paidBy IS NOT NULL AND isHouse = 0
                    GROUP BY profileID, iif(profileID IS NULL, paidBy, NULL) HAVING sum(bytes) > ?
                    """,
                arguments: [limits.personBytes]
            ).map(MakerMark.init(rawValue:)).filter { try limits.burden(of: $0, in: db) > limits.personBytes }
        }
    }

    /// Each feed keeps at least so many articles.
    private static let keptWhenHeavy = 20

    /// The largest feeds give first, until there is some room again; what another has room for is theirs.
    private func lighten(_ payer: MakerMark, at time: Date) async throws {
        let limits = limits
        let target = limits.personBytes / 10 * 9
        var spent: Set<Int64> = []
        while true {
            try Task.checkCancellation()
            let passed = spent
            let step = try await write { db -> (feed: Int64, removed: Int)? in
                guard try Self.paidBytes(by: payer, in: db) > target else { return nil }
                let feeds = try Int64.fetchAll(
                    db,
                    sql:
                        "SELECT id FROM feed WHERE paidBy IN \(MakerMark.together) AND isHouse = 0 ORDER BY bytes DESC",
                    arguments: ["mark": payer.rawValue]
                )
                guard let feed = feeds.first(where: { !passed.contains($0) }) else { return nil }
                let share = try FeedPayer(FeedID(rawValue: feed), limits: limits, db: db)
                if case .replaceable(let other) = try share?.standing() {
                    try share?.handOver(to: other)
                    return (feed, 0)
                }
                let retention = Retention(articlesAtMost: Self.keptWhenHeavy)
                let pruning = ArticlePruning(feed: FeedID(rawValue: feed), time: time, retention: retention)
                // The second span is that of articles which go whatever their age.
                guard let span = try pruning.spans(in: db).last(where: { $0.end == .max }) else { return (feed, 0) }
                return (feed, try pruning.removeSome(span, in: db))
            }
            guard let step else { return }
            if step.removed == 0 { spent.insert(step.feed) }
        }
    }
}
