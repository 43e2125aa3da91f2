import Foundation
import GRDB
package import NewsModel

/// How often a feed is asked for, by whom.
package struct AskedInterval: Hashable, Sendable {
    /// Seconds.
    package var seconds: Double
    /// The operator has said so: it counts against what the feed itself wishes.
    package var isOperators: Bool
    /// Somebody leaves it to the feed: what the feed's own rhythm asks for sooner is not to wait.
    package var allowsSooner: Bool

    package init(seconds: Double, isOperators: Bool, allowsSooner: Bool = false) {
        self.seconds = seconds
        self.isOperators = isOperators
        self.allowsSooner = allowsSooner
    }
}

extension Store {
    /// Sets how often one follower would like a feed asked; nil leaves it to the feed.
    ///
    /// Everybody shares the checks, so the shortest wish counts, and where somebody has none the feed's own rhythm when
    /// that is shorter. False when the feed is not followed.
    package func setCheckInterval(
        _ seconds: Double?,
        of feed: FeedID,
        for recipient: RecipientID
    ) async throws -> Bool {
        let isFollowed = try await write { db in
            try db.execute(
                sql: "UPDATE subscription SET checkInterval = ? WHERE recipientID = ? AND feedID = ?",
                arguments: [seconds.map { Int64($0) }, recipient.rawValue, feed.rawValue]
            )
            guard db.changesCount > 0 else { return false }
            try Self.bringForward(feed, seconds, in: db)
            return true
        }
        nudges.nudge(.feeds)
        return isFollowed
    }

    /// Sets how often a feed is asked, whoever wishes what; nil leaves it to the feed and its followers.
    package func setOperatorsCheckInterval(_ seconds: Double?, of feed: FeedID) async throws {
        try await write { db in
            try db.execute(
                sql: "UPDATE feed SET checkInterval = ? WHERE id = ?",
                arguments: [seconds.map { Int64($0) }, feed.rawValue]
            )
            try Self.bringForward(feed, seconds, in: db)
        }
        nudges.nudge(.feeds)
    }

    /// Seconds after which a feed that nobody wishes to be asked seldom is asked how often it wants to be.
    private static let firstAgain: Double = 3_600

    /// A shorter interval counts from the last check on; a server that failed keeps its rest.
    private static func bringForward(_ feed: FeedID, _ seconds: Double?, in db: Database) throws {
        let seconds = seconds ?? firstAgain
        try db.execute(
            sql: """
                UPDATE feed SET nextCheckAt = min(nextCheckAt, max(lastCheckedAt + ?, coalesce(restsUntil, 0)))
                WHERE id = ? AND failure IS NULL AND lastCheckedAt IS NOT NULL
                """,
            arguments: [Int64(seconds), feed.rawValue]
        )
    }
}
