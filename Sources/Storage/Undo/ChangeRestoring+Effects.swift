import Foundation
import GRDB
import NewsModel

/// What else follows when a row is put back, as it does when a command changes it.
extension ChangeRestoring {
    private var ledger: Ledger { Ledger(db: db, time: time) }

    /// Before an added row is removed: what was queued only for it is withdrawn.
    func willRemove(_ row: RowChange) throws {
        guard let id = row.key.first?.number else { return }
        switch row.table {
        case .subscription: try ledger.withdraw(.subscription(SubscriptionID(rawValue: id)))
        case .alert: try ledger.withdraw(.alert(AlertID(rawValue: id)))
        case .schedule: try ledger.withdraw(ScheduleID(rawValue: id))
        case .smartFeed: try SmartFollowing(db: db, time: time).end(SmartFeedID(rawValue: id))
        default: break
        }
    }

    /// Before a removed subscription is inserted: a feed that nobody else follows is paid for by its maker again.
    func willInsert(_ row: RowChange) throws {
        guard row.table == .subscription else { return }
        try db.execute(
            sql: """
                UPDATE feed SET unfollowedAt = NULL, paidBy = :maker
                WHERE id = :feed AND NOT EXISTS (SELECT 1 FROM subscription WHERE feedID = :feed)
                """,
            arguments: ["feed": row.before("feedID"), "maker": row.before("madeBy")]
        )
    }

    /// After a row was inserted again, or columns of it got their old values.
    ///
    /// - Parameter columns: nil when the whole row was inserted.
    mutating func hasChanged(_ row: RowChange, _ columns: Set<String>?) throws {
        func concerns(_ column: String) -> Bool { columns?.contains(column) ?? true }
        let id = row.key.first?.number ?? 0
        switch row.table {
        case .subscription:
            let subscription = SubscriptionID(rawValue: id)
            if concerns("pause") || concerns("addressID") {
                try resumeOrPause(subscription, isPausing: concerns("pause"))
            }
            if concerns("checkInterval"), let feed = try feed(of: subscription) {
                try Store.bringForward(feed, row.before("checkInterval")?.number.map(Double.init), in: db)
            }
        case .alert where concerns("isOn"):
            let isOff = try db.cachedStatement(sql: "SELECT 1 FROM alert WHERE id = ? AND isOn = 0")
            if try Row.fetchOne(isOff, arguments: [id]) != nil { try ledger.withdraw(.alert(AlertID(rawValue: id))) }
        case .schedule: try checkTimes(of: ScheduleID(rawValue: id), isMoved: concerns("minuteOfDay"))
        case .mute: hidesMore = true
        case .filter: hidesMore = true
        case .recipient:
            guard concerns("checkInterval") else { return }
            for feed in try Store.feedsAtUsualPace(of: owner, in: db) {
                try Store.bringForward(feed, row.before("checkInterval")?.number.map(Double.init), in: db)
            }
        default: break
        }
    }

    func finish(_ rows: [RowChange]) throws {
        if hidesMore { try ledger.withdrawHidden(from: owner, judge) }
        // Deliveries that quiet hours had postponed may be due now.
        if rows.contains(where: { $0.table == .recipient }) { try Ledger.releaseHeld(of: owner, in: db) }
    }

    private func feed(of subscription: SubscriptionID) throws -> FeedID? {
        try FeedID.fetchOne(
            db.cachedStatement(sql: "SELECT feedID FROM subscription WHERE id = ?"),
            arguments: [subscription]
        )
    }

    // MARK: - Schedules

    /// Slots that are over are not sent late, and no list comes twice at the same times.
    private func checkTimes(of id: ScheduleID, isMoved: Bool) throws {
        let all = try Schedule.all(of: owner, in: db)
        guard let schedule = all.first(where: { $0.id == id }) else { return }
        if all.contains(where: { $0.id != id && $0.isDueWith(schedule) }) { throw Kept(reason: .changed) }
        guard isMoved else { return }
        try db.execute(sql: "UPDATE schedule SET movedAt = ? WHERE id = ?", arguments: [time.unixSeconds, id])
    }

    // MARK: - Subscriptions

    /// A paused subscription keeps no work; one that goes on gets what came since the change.
    private mutating func resumeOrPause(_ subscription: SubscriptionID, isPausing: Bool) throws {
        let address = try AddressID.fetchOne(
            db,
            sql: "SELECT addressID FROM subscription WHERE id = ?",
            arguments: [subscription]
        )
        try address?.pauseSubscriptions(in: db)
        guard isPausing else { return }
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT feedID, subscription.pause IS NULL, subscription.allowsRepeats OR recipient.allowsRepeats
                FROM subscription JOIN recipient ON recipient.id = recipientID WHERE subscription.id = ?
                """,
            arguments: [subscription]
        )
        guard let row, let address else { return }
        guard row[1] else { return try ledger.withdraw(.subscription(subscription)) }
        let reason = QueueReason(
            source: .subscription(subscription),
            recipient: owner,
            address: address,
            dueAt: time.unixSeconds
        )
        let interest = NewsQueue.Interest(reason: reason, hasRules: true, allowsRepeats: row[2])
        let queue = NewsQueue(db: db, time: time, judge: judge)
        for article in try missed(of: row[0]) { try queue.queue(article, [interest]) }
    }

    /// The articles of a feed that came as news since the change, or whose queued delivery the change withdrew, oldest
    /// first.
    ///
    /// The ledger leaves out what was told. News is published at or after the time when it was seen, or arrived late.
    /// Beyond the limit the oldest are left out, and the outcome says so.
    private mutating func missed(of feed: FeedID) throws -> [Article] {
        let withdrawn = try withdrawn ?? readWithdrawn()
        self.withdrawn = withdrawn
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT \(Article.columns) FROM article WHERE id IN (
                    SELECT id FROM article WHERE feedID = :feed AND id >= :first
                        AND firstSeenAt >= :since AND firstSeenAt <= publishedAt
                        AND firstSeenAt > (SELECT firstFetchedAt FROM feed WHERE id = :feed)
                    UNION SELECT id FROM article INDEXED BY articleByArrival
                        WHERE feedID = :feed AND arrivedAt >= :since AND firstSeenAt >= :since
                            AND firstSeenAt > (SELECT firstFetchedAt FROM feed WHERE id = :feed)
                    UNION SELECT value FROM json_each(:withdrawn))
                ORDER BY id DESC LIMIT :most
                """,
            arguments: [
                "feed": feed, "first": ArticleID.first(atSecond: since.unixSeconds), "since": since.unixSeconds,
                "withdrawn": (withdrawn[feed] ?? []).jsonList, "most": missedLeft + 1,
            ]
        )
        if rows.count > missedLeft { outcome.leavesOutNews = true }
        let newest = rows.prefix(missedLeft)
        missedLeft -= newest.count
        return newest.reversed().map { Article(row: $0) }
    }

    private func readWithdrawn() throws -> [FeedID: [ArticleID]] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT article.feedID, article.id FROM delivery JOIN article ON article.id = delivery.articleID
                WHERE delivery.recipientID = ? AND kind = 'news' AND state = 'withdrawn' AND repeatedStoryID IS NULL
                    AND endedAt >= ? AND NOT EXISTS (SELECT 1 FROM deliveryReason WHERE deliveryID = delivery.id)
                ORDER BY article.id DESC LIMIT 1000
                """,
            arguments: [owner, since.unixSeconds]
        )
        return rows.reduce(into: [:]) { $0[$1[0] as FeedID, default: []].append($1[1]) }
    }
}
