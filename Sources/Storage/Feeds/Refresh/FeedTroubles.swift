import Foundation
import GRDB
import NewsModel

/// What follows from a feed's failing and recovering: it is stopped, and its followers are told once each.
struct FeedTroubles {
    /// A 410 so many times in a row ends the checks.
    static let goneLimit = 3
    /// Seconds of failure after which followers are told.
    static let patience: Int64 = 86_400
    /// A stopped feed is asked again when somebody asks for it.
    static let never: Int64 = 253_370_764_800

    let db: Database
    let time: Date
    let feed: FeedID
    /// As it was before this check.
    let row: Row

    func noteAnswer() throws {
        guard let toldAt = row["toldFailingAt"] as Int64? else { return }
        try db.executeCached(sql: "UPDATE feed SET toldFailingAt = NULL WHERE id = ?", arguments: [feed.rawValue])
        let since = row.optionalDate("failingSince") ?? time
        let over = FeedTrouble(name: row["name"], address: row["url"], failure: nil, since: since)
        try notices.tellRecovered(feed, over, toldAt: toldAt)
    }

    func note(_ failure: FeedFailure, hasAnswered: Bool) throws {
        let since = row.optionalDate("failingSince") ?? time
        let trouble = FeedTrouble(name: row["name"], address: row["url"], failure: failure, since: since)
        if failure == .gone {
            guard try noteGone() else { return }
            try tell { try notices.tellGone(feed, trouble) }
            return
        }
        if (row["goneCount"] as Int) > 0 {
            try db.executeCached(sql: "UPDATE feed SET goneCount = 0 WHERE id = ?", arguments: [feed.rawValue])
        }
        let wasTold = (row["toldFailingAt"] as Int64?) != nil
        guard !wasTold, time.unixSeconds - since.unixSeconds >= Self.patience else { return }
        guard try hasAnswered || othersAnswer() else { return }
        try tell { try notices.tellFailing(feed, trouble) }
    }

    /// Whether the feed is stopped by this.
    private func noteGone() throws -> Bool {
        // Only checks by the clock count: somebody who asks three times in ten minutes proves nothing.
        let isRegular = (row["requestedAt"] as Int64?) == nil && row["nextCheckAt"] <= time.unixSeconds
        let count = (row["goneCount"] as Int) + (isRegular ? 1 : 0)
        let wasStopped = (row["stoppedAt"] as Int64?) != nil
        let stops = count >= Self.goneLimit
        try db.executeCached(
            sql: """
                UPDATE feed SET goneCount = ?1, stoppedAt = iif(?2, coalesce(stoppedAt, ?3), NULL),
                    nextCheckAt = iif(?2, ?4, nextCheckAt)
                WHERE id = ?5
                """,
            arguments: [count, stops, time.unixSeconds, Self.never, feed.rawValue]
        )
        return stops && !wasStopped
    }

    /// Whether feeds of other hosts do answer: when none does, it is our own network that fails.
    private func othersAnswer() throws -> Bool {
        let sql = """
            SELECT count(*) AS count, max(coalesce(lastSucceededAt, 0)) AS last FROM feed
            WHERE host <> (SELECT host FROM feed WHERE id = ?) AND (isHouse = 1 OR followerCount > 0)
            """
        guard let others = try Row.fetchOne(db, sql: sql, arguments: [feed.rawValue]), (others["count"] as Int) > 0
        else { return true }
        return (others["last"] as Int64) >= time.unixSeconds - Self.patience
    }

    private func tell(_ notify: () throws -> Void) throws {
        try db.executeCached(
            sql: "UPDATE feed SET toldFailingAt = ? WHERE id = ?",
            arguments: [time.unixSeconds, feed.rawValue]
        )
        try notify()
    }

    private var notices: FeedNotices { FeedNotices(db: db, time: time) }
}
