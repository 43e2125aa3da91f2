import Foundation
import GRDB
import NewsModel

/// Queues an article for each recipient who has a subscription or alert for it and was not told its story.
struct NewsQueue {
    let db: Database
    let time: Date
    private let mutes: MuteBook

    init(db: Database, time: Date, judge: MuteJudge = MuteJudge()) {
        self.db = db
        self.time = time
        mutes = MuteBook(db, judge)
    }

    /// A recipient's subscription or alert for an article.
    struct Interest {
        var reason: QueueReason
        /// The recipient has mutes; they are read only then.
        var hasMutes = false
    }

    /// Records the matches, so that lists can mark the article; nothing is queued.
    ///
    /// An alert searches the default selection and what its owner follows, never other users' private feeds.
    func recordMatches(of article: Article, alerts: [AlertID]) throws {
        guard !alerts.isEmpty else { return }
        let match = try db.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO alertMatch (alertID, articleID)
                SELECT alert.id, ?3 FROM alert WHERE alert.id = ?1 AND \(Self.alertSeesFeed)
                """
        )
        let count = try db.cachedStatement(sql: "UPDATE alert SET matchCount = matchCount + 1 WHERE id = ?")
        for alert in alerts {
            try match.execute(arguments: [alert, article.feedID, article.id])
            if db.changesCount > 0 { try count.execute(arguments: [alert]) }
        }
    }

    func queue(_ article: Article, alerts: [AlertID]) throws {
        let interests =
            try alerts.compactMap { try interest(of: $0, for: article.feedID) }
            + subscribers(of: article.feedID, samplesOnly: false)
        try queue(article, interests)
    }

    /// The first fetch of a feed queues no news, except one sample for each new subscriber.
    func queueSamples(of article: Article) throws {
        try queue(article, try subscribers(of: article.feedID, samplesOnly: true))
    }

    func queue(_ article: Article, _ interests: [Interest]) throws {
        guard !interests.isEmpty else { return }
        let own = try StoryFamily(of: article.storyID, in: db)
        let chained = try ChainedStories(of: article, in: db)
        let ledger = Ledger(db: db, time: time)
        // Most urgent first, so that the others only add their reason.
        for interest in interests.sorted(by: { $0.reason.rank > $1.reason.rank }) {
            let reason = interest.reason
            // A muted story does not become told, so that it can be sent after the mute ends.
            if interest.hasMutes, try mutes.hides(article, from: reason.recipient) { continue }
            let family = chained.family(toldTo: reason.recipient) ?? own
            let outcome = try ledger.queue(article.id, of: family, for: reason)
            if reason.kind == .alert, outcome != .known { try fired(reason) }
        }
    }
}

extension NewsQueue {
    private func subscribers(of feed: FeedID, samplesOnly: Bool) throws -> [Interest] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT subscription.id, subscription.recipientID, addressID,
                    EXISTS (SELECT 1 FROM mute WHERE mute.recipientID = subscription.recipientID)
                FROM subscription
                JOIN address ON address.id = addressID
                WHERE feedID = ? AND pause IS NULL AND pausedReason IS NULL AND sampleDue >= ?
                """
        )
        return try Row.fetchAll(statement, arguments: [feed, samplesOnly]).map { row in
            Interest(
                reason: QueueReason(
                    kind: samplesOnly ? .sample : .subscription,
                    id: row[0],
                    recipient: row[1],
                    address: row[2],
                    dueAt: time.unixSeconds
                ),
                hasMutes: row[3]
            )
        }
    }

    private static let alertSeesFeed = """
        (EXISTS (SELECT 1 FROM feed WHERE feed.id = ?2 AND feed.isDefault = 1)
            OR EXISTS (SELECT 1 FROM subscription
                WHERE subscription.recipientID = alert.recipientID AND subscription.feedID = ?2))
        """

    private func interest(of alert: AlertID, for feed: FeedID) throws -> Interest? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT alert.recipientID, addressID, isUrgent, firesAt, cooldown,
                    EXISTS (SELECT 1 FROM mute WHERE mute.recipientID = alert.recipientID)
                FROM alert JOIN address ON address.id = addressID
                WHERE alert.id = ?1 AND isOn = 1 AND pausedReason IS NULL AND \(Self.alertSeesFeed)
                """
        )
        guard let row = try Row.fetchOne(statement, arguments: [alert, feed]) else { return nil }
        return Interest(
            reason: QueueReason(
                kind: .alert,
                id: alert.rawValue,
                recipient: row[0],
                address: row[1],
                isUrgent: row[2],
                dueAt: Self.firingTime(last: row[3], cooldown: row[4], now: time.unixSeconds)
            ),
            hasMutes: row[5]
        )
    }

    /// The time at which an alert fires: now, at the pending time, or at the end of its cool-down.
    static func firingTime(last: Int64?, cooldown: Int64, now: Int64) -> Int64 {
        guard let last, cooldown > 0 else { return now }
        if last > now { return last }
        return max(now, last + cooldown)
    }

    private func fired(_ reason: QueueReason) throws {
        try db.cachedStatement(sql: "UPDATE alert SET lastFiredAt = ?, firesAt = ? WHERE id = ?")
            .execute(arguments: [time.unixSeconds, reason.dueAt, reason.id])
    }
}
