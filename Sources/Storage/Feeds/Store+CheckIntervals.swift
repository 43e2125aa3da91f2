import Foundation
import GRDB
package import NewsModel

/// The check interval that followers or the operator have set for a feed.
package struct AskedInterval: Hashable, Sendable {
    /// Seconds.
    package var seconds: Double
    /// The operator has set it: it overrides the feed's own interval.
    package var isOperators: Bool
    /// A follower has set no interval, so the feed's own interval applies if it is shorter.
    package var allowsSooner: Bool

    package init(seconds: Double, isOperators: Bool, allowsSooner: Bool = false) {
        self.seconds = seconds
        self.isOperators = isOperators
        self.allowsSooner = allowsSooner
    }
}

extension Store {
    /// Sets one follower's check interval of a feed; nil leaves it to the feed.
    ///
    /// All followers share the checks, so the shortest interval applies; if a follower has set none, the feed's own
    /// interval applies when it is shorter. False when the feed is not followed.
    package func setCheckInterval(
        _ seconds: Double?,
        of feed: FeedID,
        for recipient: RecipientID
    ) async throws -> Bool {
        let isFollowed = try await write { db in
            try db.execute(
                sql: "UPDATE subscription SET checkInterval = ? WHERE recipientID = ? AND feedID = ?",
                arguments: [seconds.map { Int64($0) }, recipient, feed]
            )
            guard db.changesCount > 0 else { return false }
            try Self.bringForward(feed, seconds, in: db)
            return true
        }
        signals.send(.feeds)
        return isFollowed
    }

    /// The check intervals that a follower has set, in seconds.
    package func checkIntervals(of recipient: RecipientID) async throws -> [FeedID: Int] {
        try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT feedID, checkInterval FROM subscription
                    WHERE recipientID = ? AND checkInterval IS NOT NULL
                    """,
                arguments: [recipient]
            )
            return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
        }
    }

    /// Sets the operator's check interval of a feed, which overrides its followers'; nil removes it.
    package func setOperatorsCheckInterval(_ seconds: Double?, of feed: FeedID) async throws {
        try await write { db in
            try db.execute(
                sql: "UPDATE feed SET checkInterval = ? WHERE id = ?",
                arguments: [seconds.map { Int64($0) }, feed]
            )
            try Self.bringForward(feed, seconds, isOperators: true, in: db)
        }
        signals.send(.feeds)
    }

    /// Brings the feeds forward that an owner's usual interval (`RecipientSettings.checkInterval`) is for.
    package func bringForwardFeeds(of recipient: RecipientID, to seconds: Double?) async throws {
        try await write { db in
            for feed in try Self.feedsAtUsualPace(of: recipient, in: db) {
                try Self.bringForward(feed, seconds, in: db)
            }
        }
        signals.send(.feeds)
    }

    /// The feeds for which a recipient has set no interval of their own.
    static func feedsAtUsualPace(of recipient: RecipientID, in db: Database) throws -> [FeedID] {
        try FeedID.fetchAll(
            db.cachedStatement(sql: "SELECT feedID FROM subscription WHERE recipientID = ? AND checkInterval IS NULL"),
            arguments: [recipient]
        )
    }

    /// Seconds; a longer ttl does not keep followers waiting.
    private static let longestTimeToLive: Int64 = 43_200

    /// Seconds from the last check to the next one after an interval was removed.
    private static let firstAgain: Double = 3_600

    /// A shorter interval counts from the last check.
    ///
    /// Only the operator overrides how often the feed itself wants to be asked (ttl, for at most half a day).
    ///
    /// A feed that failed, or whose server asked for a pause, is not fetched earlier.
    static func bringForward(
        _ feed: FeedID,
        _ seconds: Double?,
        isOperators: Bool = false,
        in db: Database
    ) throws {
        let seconds = seconds ?? firstAgain
        try db.execute(
            sql: """
                UPDATE feed SET nextCheckAt = min(nextCheckAt, max(coalesce(restsUntil, 0),
                    lastCheckedAt + max(?, min(coalesce(timeToLive, 0), ?))))
                WHERE id = ? AND failure IS NULL AND lastCheckedAt IS NOT NULL
                """,
            arguments: [Int64(seconds), isOperators ? 0 : longestTimeToLive, feed]
        )
    }
}
