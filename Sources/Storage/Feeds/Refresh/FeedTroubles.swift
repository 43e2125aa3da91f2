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
    let before: FeedBeforeCheck

    func recordSuccess() throws {
        guard let toldAt = before.toldFailingAt else { return }
        try db.executeCached(sql: "UPDATE feed SET toldFailingAt = NULL WHERE id = ?", arguments: [feed])
        let since = before.failingSince ?? time
        let over = FeedTrouble(name: before.name, address: before.url, failure: nil, since: since)
        try notices.notifyRecovered(feed, over, toldAt: toldAt)
    }

    func record(_ failure: FeedFailure, hasAnswered: Bool) throws {
        let since = before.failingSince ?? time
        let trouble = FeedTrouble(name: before.name, address: before.url, failure: failure, since: since)
        if failure == .gone {
            guard try recordGone() else { return }
            try recordNotified { try notices.notifyGone(feed, trouble) }
            return
        }
        if before.goneCount > 0 {
            try db.executeCached(sql: "UPDATE feed SET goneCount = 0 WHERE id = ?", arguments: [feed])
        }
        let wasTold = before.toldFailingAt != nil
        guard !wasTold, time.unixSeconds - since.unixSeconds >= Self.tellAfter else { return }
        guard try hasAnswered || otherHostsAnswer() else { return }
        try recordNotified { try notices.notifyFailing(feed, trouble) }
    }

    /// Returns whether this answer stops the feed.
    private func recordGone() throws -> Bool {
        // Only scheduled checks count: three requests of a user in ten minutes prove nothing.
        let isRegular = !before.isRequested && before.nextCheckAt <= time.unixSeconds
        let count = before.goneCount + (isRegular ? 1 : 0)
        guard count >= Self.goneLimit else {
            try db.executeCached(
                sql: "UPDATE feed SET goneCount = ?, stoppedAt = NULL WHERE id = ?",
                arguments: [count, feed]
            )
            return false
        }
        try db.executeCached(
            sql: "UPDATE feed SET goneCount = ?, stoppedAt = coalesce(stoppedAt, ?), nextCheckAt = ? WHERE id = ?",
            arguments: [count, time.unixSeconds, Self.never, feed]
        )
        return !before.isStopped
    }

    /// Whether feeds of other hosts answer.
    ///
    /// If none does, our own network has failed.
    private func otherHostsAnswer() throws -> Bool {
        let sql = """
            SELECT count(*), max(coalesce(lastSucceededAt, 0)) FROM feed
            WHERE host <> (SELECT host FROM feed WHERE id = ?) AND (isDefault = 1 OR followerCount > 0)
            """
        guard let others = try Row.fetchOne(db, sql: sql, arguments: [feed]), (others[0] as Int) > 0
        else { return true }
        return (others[1] as Int64) >= time.unixSeconds - Self.tellAfter
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
