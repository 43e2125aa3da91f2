import Foundation
import GRDB
import NewsModel

/// Queues an article for alerts of breaking news: enough independent sources report its event within a short time.
///
/// Sources are independent if their hosts differ. An owner is told of an event once, whatever else told it, and is sent
/// a few such articles a day. Only sources count that an alert of the owner searches (`NewsQueue`).
struct BreakingNews {
    let db: Database
    let time: Date
    var judge = RuleCheck()
    /// How many decisions are recorded for an owner in a day.
    var mostDecisions = 0

    /// The most articles that an owner is sent as breaking news within 24 hours.
    static let mostADay = 5
    /// The most owners for whom one article is queued; the next article of the event finds the others.
    private static let mostOwners = 1_000
    /// Stories and articles of an event that are looked at.
    private static let mostStories = 50
    private static let mostReports = 200

    func queue(_ article: Article, alerts: [AlertID]) throws {
        let isAsked = try db.cachedStatement(
            sql: "SELECT 1 FROM alert INDEXED BY alertBreaking WHERE breakingSources IS NOT NULL AND isOn = 1 LIMIT 1"
        )
        guard try Row.fetchOne(isAsked) != nil else { return }
        let events = StoryEvents(db: db)
        let stories = try events.newest(Self.mostStories, of: events.event(of: article.storyID))
        let reports = try reports(stories)
        let sources = Set(reports.map(\.host)).count
        guard sources >= BreakingRule.sourceLimits.lowerBound else { return }
        let followers = try followers(of: reports.filter { !$0.isDefault }.map(\.feed))
        let told = try told(stories)
        var queued = 0
        for alert in try self.alerts(asking: sources, alerts) where queued < Self.mostOwners {
            let followed = followers[alert.reason.recipient] ?? []
            let seen = reports.filter { $0.isDefault || followed.contains($0.feed) }
            guard seen.contains(where: { $0.feed == article.feedID }), alert.rule.fits(seen, at: time) else { continue }
            if told.contains(alert.reason.recipient) {
                // What waits for the end of quiet hours may be sent now.
                if alert.reason.isUrgent, try raise(alert.reason, stories) { try fired(alert.reason, article) }
            } else if try queue(article, alert.reason, of: stories) {
                queued += 1
                try fired(alert.reason, article)
            }
        }
    }
}

extension BreakingNews {
    fileprivate struct Report {
        var feed: FeedID
        var host: String
        var isDefault: Bool
        var time: Int64
    }

    fileprivate struct Asked {
        var rule: BreakingRule
        var reason: QueueReason
    }

    private func reports(_ stories: [StoryID]) throws -> [Report] {
        let oldest = time.addingTimeInterval(-Double(BreakingRule.secondLimits.upperBound))
        let statement = try db.cachedStatement(
            sql: """
                SELECT feed.id, feed.host, feed.isDefault, article.id FROM json_each(?) AS wanted
                    CROSS JOIN article ON article.storyID = wanted.value CROSS JOIN feed ON feed.id = article.feedID
                WHERE article.id >= ? ORDER BY \(Sight.isPublic("feed")) DESC, article.id DESC LIMIT \(Self.mostReports)
                """
        )
        let first = ArticleID.first(atSecond: oldest.unixSeconds)
        return try Row.fetchAll(statement, arguments: [stories.jsonList, first]).map {
            Report(feed: $0[0], host: $0[1], isDefault: $0[2], time: ($0[3] as ArticleID).publishedAt.unixSeconds)
        }
    }

    /// Who follows which of the feeds.
    private func followers(of feeds: [FeedID]) throws -> [RecipientID: Set<FeedID>] {
        guard !feeds.isEmpty else { return [:] }
        let statement = try db.cachedStatement(
            sql: """
                SELECT recipientID, feedID FROM json_each(?) AS wanted
                    CROSS JOIN subscription ON subscription.feedID = wanted.value
                """
        )
        return try Row.fetchAll(statement, arguments: [Array(Set(feeds)).jsonList]).reduce(into: [:]) {
            $0[$1[0] as RecipientID, default: []].insert($1[1])
        }
    }

    private func told(_ stories: [StoryID]) throws -> Set<RecipientID> {
        let statement = try db.cachedStatement(
            sql: """
                SELECT DISTINCT told.recipientID FROM json_each(?) AS wanted
                    CROSS JOIN told INDEXED BY toldByStory ON told.storyID = wanted.value
                """
        )
        return Set(try RecipientID.fetchAll(statement, arguments: [stories.jsonList]))
    }

    /// The alerts for which so many sources may be enough: those without a query, and those whose query matched.
    private func alerts(asking sources: Int, _ matched: [AlertID]) throws -> [Asked] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT alert.id, alert.recipientID, addressID, isUrgent, firesAt, cooldown, breakingSources, breakingSeconds
                FROM alert INDEXED BY alertBreaking JOIN address ON address.id = addressID
                WHERE breakingSources <= ? AND isOn = 1 AND pausedReason IS NULL
                    AND (query = '' OR alert.id IN (SELECT value FROM json_each(?)))
                """
        )
        return try Row.fetchAll(statement, arguments: [sources, matched.jsonList]).map { row in
            let due = NewsQueue.firingTime(last: row[4], cooldown: row[5], now: time.unixSeconds)
            return Asked(
                rule: BreakingRule(sources: row[6], seconds: row[7]),
                reason: QueueReason(
                    source: .alert(row[0]),
                    recipient: row[1],
                    address: row[2],
                    isUrgent: row[3],
                    dueAt: due
                )
            )
        }
    }

    /// False if the owner has muted the article, or was sent enough of such today, which is recorded.
    private func queue(_ article: Article, _ reason: QueueReason, of event: [StoryID]) throws -> Bool {
        guard try sentToday(reason.recipient) < Self.mostADay else {
            try recordLimit(article, of: event, reason.recipient)
            return false
        }
        guard try !isMuted(article, by: reason.recipient) else { return false }
        let family = try StoryFamily(of: article.storyID, in: db)
        return try Ledger(db: db, time: time).queue(article.id, of: family, for: reason) == .queued
    }

    /// Alerts pass filters.
    private func isMuted(_ article: Article, by owner: RecipientID) throws -> Bool {
        try ReadersRules(db, judge).rule(hiding: article, from: owner, matches: nil)?.kind == .mute
    }

    /// Records that the owner is not sent an event because of the limit, with its first such report.
    private func recordLimit(_ article: Article, of event: [StoryID], _ owner: RecipientID) throws {
        guard mostDecisions > 0, try !Decisions.heldBack(event, from: owner, in: db),
            try !isMuted(article, by: owner)
        else { return }
        let decisions = Decisions(db: db, time: time, mostPerDay: mostDecisions)
        try decisions.record(.breakingLimit, of: owner, for: article.id)
    }

    private func sentToday(_ owner: RecipientID) throws -> Int {
        let statement = try db.cachedStatement(
            sql: """
                SELECT count(DISTINCT delivery.id) FROM alert
                    CROSS JOIN deliveryReason INDEXED BY deliveryReasonByReason
                        ON deliveryReason.kind = 'alert' AND deliveryReason.reasonID = alert.id
                    CROSS JOIN delivery ON delivery.id = deliveryReason.deliveryID
                WHERE alert.recipientID = ? AND alert.breakingSources IS NOT NULL AND delivery.createdAt > ?
                """
        )
        return try Int.fetchOne(statement, arguments: [owner, time.unixSeconds - 86_400]) ?? 0
    }

    /// Makes a queued delivery of the event as urgent as the alert; false if there is none that it had not raised
    /// before.
    private func raise(_ reason: QueueReason, _ stories: [StoryID]) throws -> Bool {
        for story in stories {
            let waiting = try StoryFamily(of: story, in: db).waitingDelivery(of: reason.recipient, in: db)
            guard let waiting else { continue }
            guard waiting.rank < reason.rank, try sentToday(reason.recipient) < Self.mostADay else { return false }
            try Ledger(db: db, time: time).join(reason, to: waiting)
            return true
        }
        return false
    }

    private func fired(_ reason: QueueReason, _ article: Article) throws {
        guard let alert = reason.alert else { return }
        try db.cachedStatement(sql: "INSERT OR IGNORE INTO alertMatch (alertID, articleID) VALUES (?, ?)")
            .execute(arguments: [alert, article.id])
        try db.cachedStatement(
            sql: "UPDATE alert SET matchCount = matchCount + 1, lastFiredAt = ?, firesAt = ? WHERE id = ?"
        )
        .execute(arguments: [time.unixSeconds, reason.dueAt, alert])
    }
}

extension BreakingRule {
    fileprivate func fits(_ reports: [BreakingNews.Report], at time: Date) -> Bool {
        let oldest = time.unixSeconds - Int64(seconds)
        return Set(reports.filter { $0.time >= oldest }.map(\.host)).count >= sources
    }
}
