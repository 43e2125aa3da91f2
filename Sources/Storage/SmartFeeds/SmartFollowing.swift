import Foundation
import GRDB
import NewsModel

/// The alerts of followed smart feeds.
///
/// Such an alert has the query of its smart feed, and the number of that below zero, so that the numbers of other
/// alerts have no gaps. It is matched and addressed like others; for filters, quotas and lists it is a subscription.
struct SmartFollowing {
    let db: Database
    let time: Date

    /// Nil when the smart feed is not followed.
    func alert(of feed: SmartFeedID) throws -> AlertID? {
        try AlertID.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM alert WHERE smartFeedID = ?"),
            arguments: [feed]
        )
    }

    /// Adds the alert of a smart feed that is not followed yet.
    func begin(_ feed: SmartFeedID, _ row: StoredFollowing) throws {
        try db.executeCached(
            sql: """
                INSERT INTO alert (recipientID, number, query, isOn, addressID, createdBy, madeBy, createdAt, smartFeedID,
                    isPaused, pausedUntil)
                SELECT recipientID, -number, query, isOn AND NOT :isPaused, :address,
                    (SELECT id FROM profile WHERE id = :createdBy), :madeBy, :createdAt, id, :isPaused, :pausedUntil
                FROM smartFeed WHERE id = :feed
                """,
            arguments: [
                "feed": feed, "address": row.address, "isPaused": row.isPaused, "pausedUntil": row.pausedUntil,
                "createdBy": row.createdBy, "madeBy": row.madeBy, "createdAt": row.createdAt,
            ]
        )
    }

    /// Makes the alert follow its smart feed and its pause.
    ///
    /// When it goes off, what was queued only for it is withdrawn.
    func update(_ feed: SmartFeedID) throws {
        try db.executeCached(
            sql: """
                UPDATE alert SET isOn = NOT alert.isPaused AND smartFeed.isOn FROM smartFeed
                WHERE smartFeed.id = alert.smartFeedID AND alert.smartFeedID = ?
                """,
            arguments: [feed]
        )
        let off = try db.cachedStatement(sql: "SELECT id FROM alert WHERE smartFeedID = ? AND isOn = 0")
        guard let alert = try AlertID.fetchOne(off, arguments: [feed]) else { return }
        try Ledger(db: db, time: time).withdraw(.alert(alert))
    }

    /// False when the smart feed is not followed.
    func setPause(_ isPaused: Bool, until end: Date?, on feed: SmartFeedID) throws -> Bool {
        try db.executeCached(
            sql: "UPDATE alert SET isPaused = ?, pausedUntil = ? WHERE smartFeedID = ?",
            arguments: [isPaused, isPaused ? end?.unixSeconds : nil, feed]
        )
        guard db.changesCount > 0 else { return false }
        try update(feed)
        return true
    }

    /// Ends the pauses that were to end by now.
    func endPauses() throws {
        try db.executeCached(
            sql: """
                UPDATE alert SET isPaused = 0, pausedUntil = NULL,
                    isOn = (SELECT isOn FROM smartFeed WHERE id = smartFeedID)
                WHERE pausedUntil <= ?
                """,
            arguments: [time.unixSeconds]
        )
    }

    /// Withdraws what was queued only for the smart feed; false when it was not followed.
    @discardableResult
    func end(_ feed: SmartFeedID) throws -> Bool {
        guard let alert = try alert(of: feed) else { return false }
        try Ledger(db: db, time: time).withdraw(.alert(alert))
        try db.executeCached(sql: "DELETE FROM alert WHERE id = ?", arguments: [alert])
        return true
    }
}

/// What a row of `alert` says of following a smart feed.
struct StoredFollowing {
    var address: AddressID
    var isPaused = false
    /// Unix seconds.
    var pausedUntil: Int64?
    var createdBy: ProfileID?
    var madeBy: MakerMark?
    var createdAt: Int64
}
