import Foundation
import GRDB
import NewsModel

/// Handles the failures and recovery of a feed: stops it and notifies its followers once.
struct FeedTroubles {
    /// The number of 410 answers in a row after which the feed is no longer fetched.
    static let goneLimit = 3
    /// Seconds of failure after which followers are notified.
    static let tellAfter: Int64 = 86_400
    /// The next check of a stopped feed, which is only fetched on request.
    static let never: Int64 = 253_370_764_800

    let db: Database
    let time: Date
    let feed: FeedID
    /// The feed's row before this check.
    let row: Row

    func recordSuccess() throws {
        guard let toldAt = row["toldFailingAt"] as Int64? else { return }
        try db.executeCached(sql: "UPDATE feed SET toldFailingAt = NULL WHERE id = ?", arguments: [feed])
        let since = row.optionalDate("failingSince") ?? time
        let over = FeedTrouble(name: row["name"], address: row["url"], failure: nil, since: since)
        try notices.notifyRecovered(feed, over, toldAt: toldAt)
    }

    func record(_ failure: FeedFailure, hasAnswered: Bool) throws {
        let since = row.optionalDate("failingSince") ?? time
        let trouble = FeedTrouble(name: row["name"], address: row["url"], failure: failure, since: since)
        if failure == .gone {
            guard try recordGone() else { return }
            try recordNotified { try notices.notifyGone(feed, trouble) }
            return
        }
        if (row["goneCount"] as Int) > 0 {
            try db.executeCached(sql: "UPDATE feed SET goneCount = 0 WHERE id = ?", arguments: [feed])
        }
        let wasTold = (row["toldFailingAt"] as Int64?) != nil
        guard !wasTold, time.unixSeconds - since.unixSeconds >= Self.tellAfter else { return }
        guard try hasAnswered || otherHostsAnswer() else { return }
        try recordNotified { try notices.notifyFailing(feed, trouble) }
    }

    /// Returns whether this answer stops the feed.
    private func recordGone() throws -> Bool {
        // Only scheduled checks count: three requests of a user in ten minutes prove nothing.
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
            arguments: [count, stops, time.unixSeconds, Self.never, feed]
        )
        return stops && !wasStopped
    }

    /// Whether feeds of other hosts answer.
    ///
    /// If none does, our own network has failed.
    private func otherHostsAnswer() throws -> Bool {
        let sql = """
            SELECT count(*) AS count, max(coalesce(lastSucceededAt, 0)) AS last FROM feed
            WHERE host <> (SELECT host FROM feed WHERE id = ?) AND (isDefault = 1 OR followerCount > 0)
            """
        guard let others = try Row.fetchOne(db, sql: sql, arguments: [feed]), (others["count"] as Int) > 0
        else { return true }
        return (others["last"] as Int64) >= time.unixSeconds - Self.tellAfter
    }

    private func recordNotified(_ notify: () throws -> Void) throws {
        try db.executeCached(
            sql: "UPDATE feed SET toldFailingAt = ? WHERE id = ?",
            arguments: [time.unixSeconds, feed]
        )
        try notify()
    }

    private var notices: FeedNotices { FeedNotices(db: db, time: time) }
}
