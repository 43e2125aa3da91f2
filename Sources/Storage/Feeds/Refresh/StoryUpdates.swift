import Foundation
import GRDB
import NewsModel

/// Queues updates of stories for recipients who asked for them (`RecipientSettings.hearsUpdates`): many more sources
/// report an event they were sent, or a number has changed.
struct StoryUpdates {
    let db: Database
    let time: Date
    var judge = RuleCheck()
    /// The most recipients that are looked at in one transaction; the next ones go on (`storyUpdateDue`).
    var mostRecipients = 1_000

    /// An update is worth sending when so many sources report the event.
    private static let steps = [5, 10, 20, 50, 100]
    /// Seconds between two updates of an event.
    private static let rest: Int64 = 86_400
    /// A recipient was sent an event if they were told one of so many of its newest stories.
    private static let mostStories = 50

    func queue(_ article: Article, _ facts: ArticleFacts?) throws {
        let isAsked = try db.cachedStatement(sql: "SELECT 1 FROM recipient WHERE hearsUpdates = 1 LIMIT 1")
        guard try Row.fetchOne(isAsked) != nil else { return }
        let report = try EventReport(article, facts, in: db)
        // Most articles are no news for anybody, so that few recipients have to be looked at.
        let hasGrown = try takeGrowth(report)
        let mayBeStep = (report.isFirstOfFeed || hasGrown) && report.feedCount >= Self.steps[0]
        let numbers = NumberChange.Known(report.numbers, of: article.id)
        guard try mayBeStep || report.feedCount > 1 && numbers.change(from: reported(report)) != nil else { return }
        try queue(report, after: RecipientID(rawValue: 0))
    }

    /// Goes on with the recipients of the oldest article that has some left.
    func goOn() throws {
        let statement = try db.cachedStatement(
            sql: "SELECT articleID, lookedUpTo FROM storyUpdateDue ORDER BY articleID LIMIT 1"
        )
        guard let row = try Row.fetchOne(statement) else { return }
        let id: ArticleID = row[0]
        let found = try db.cachedStatement(sql: "SELECT \(Article.columns) FROM article WHERE id = ?")
        guard let article = try Row.fetchOne(found, arguments: [id]).map(Article.init(row:)) else { return }
        try queue(try EventReport(article, try ArticleFacts.find(id, in: db), in: db), after: row[1])
    }

    /// Looks at some recipients, and notes if there are more.
    private func queue(_ report: EventReport, after last: RecipientID) throws {
        let recipients = try recipients(of: report, after: last)
        for recipient in recipients { try queue(report, for: recipient) }
        if recipients.count == mostRecipients, let last = recipients.last {
            try db.cachedStatement(sql: "INSERT OR REPLACE INTO storyUpdateDue (articleID, lookedUpTo) VALUES (?, ?)")
                .execute(arguments: [report.article.id, last])
        } else {
            try db.cachedStatement(sql: "DELETE FROM storyUpdateDue WHERE articleID = ?")
                .execute(arguments: [report.article.id])
        }
    }

    /// Whether the event was joined with another one since the last report that everybody may see.
    private func takeGrowth(_ report: EventReport) throws -> Bool {
        guard report.isOpen else {
            let hasGrown = try db.cachedStatement(sql: "SELECT 1 FROM story WHERE id = ? AND hasGrown = 1")
            return try Row.fetchOne(hasGrown, arguments: [report.event]) != nil
        }
        try db.cachedStatement(sql: "UPDATE story SET hasGrown = 0 WHERE id = ? AND hasGrown = 1")
            .execute(arguments: [report.event])
        return db.changesCount > 0
    }

    /// Who was told of the event, wants updates, and had none of it for a day; of a private feed's article, those who
    /// follow it.
    private func recipients(of report: EventReport, after last: RecipientID) throws -> [RecipientID] {
        let follows = "AND EXISTS (SELECT 1 FROM subscription WHERE recipientID = recipient.id AND feedID = :feed)"
        let statement = try db.cachedStatement(
            sql: """
                SELECT DISTINCT recipient.id FROM json_each(:stories) AS known
                    CROSS JOIN told INDEXED BY toldByStory ON told.storyID = known.value
                    CROSS JOIN recipient ON recipient.id = told.recipientID AND hearsUpdates = 1
                WHERE recipient.id > :last \(report.isOpen ? "" : follows)
                    AND NOT EXISTS (SELECT 1 FROM storyUpdate
                        WHERE recipientID = recipient.id AND eventID = :event AND queuedAt > :rest)
                ORDER BY recipient.id LIMIT :most
                """
        )
        return try RecipientID.fetchAll(
            statement,
            arguments: [
                "stories": try StoryEvents(db: db).newest(Self.mostStories, of: report.event).jsonList,
                "event": report.event, "feed": report.article.feedID, "rest": time.unixSeconds - Self.rest,
                "last": last, "most": mostRecipients,
            ]
        )
    }

    /// The numbers that other articles of the event give; what other private feeds give does not count.
    private func reported(_ report: EventReport) throws -> [NumberChange.Known] {
        guard !report.numbers.isEmpty else { return [] }
        let statement = try db.cachedStatement(
            sql: """
                SELECT article.id, \(ArticleFacts.columns) FROM article JOIN feed ON feed.id = article.feedID
                JOIN articleAnalysis ON articleAnalysis.articleID = article.id
                WHERE article.storyID IN \(StoryEvents.members(of: ":event")) AND article.id <> :article
                    AND articleAnalysis.numbers IS NOT NULL AND (feed.id = :feed OR \(Sight.isPublic("feed")))
                ORDER BY article.id DESC LIMIT \(NumberChange.mostArticles)
                """
        )
        let article = report.article
        return try NumberChange.Known.fetchAll(
            statement,
            ["event": report.event, "article": article.id, "feed": article.feedID]
        )
    }

    private func queue(_ report: EventReport, for recipient: RecipientID) throws {
        let ids: StatementArguments = ["recipient": recipient, "event": report.event]
        guard try mayHear(report.article, recipient), let telling = try firstTelling(ids) else { return }
        let last = try Int.fetchOne(
            db.cachedStatement(
                sql: "SELECT sourceCount FROM storyUpdate WHERE recipientID = :recipient AND eventID = :event"
            ),
            arguments: ids
        )
        let sources = try report.sourceCount(for: recipient, in: db)
        let step = Self.steps.last { $0 <= sources } ?? 0
        let change = try change(report, ids)
        let isStep = step > (last ?? 0)
        guard isStep || change != nil else { return }
        let update = StoryUpdate(
            article: report.article.id,
            sources: isStep ? sources : nil,
            numbers: change.map { [$0.before, $0.after] } ?? [],
            post: telling.post
        )
        let ledger = Ledger(db: db, time: time)
        try ledger.queue(update, to: recipient, at: telling.address)
        try ledger.recordUpdate(of: report.event, to: recipient, sources: max(step, last ?? 0))
    }

    /// Not if the article itself is on its way to the recipient, or is muted.
    private func mayHear(_ article: Article, _ recipient: RecipientID) throws -> Bool {
        let isQueued = try db.cachedStatement(
            sql: "SELECT 1 FROM delivery WHERE articleID = ? AND recipientID = ? AND state IN ('queued', 'frozen')"
        )
        guard try Row.fetchOne(isQueued, arguments: [article.id, recipient]) == nil else { return false }
        return try ReadersRules(db, judge).rule(hiding: article, from: recipient) == nil
    }

    /// Where the event was sent first, and the post on networks where posts can be answered; nil when nothing was sent.
    private func firstTelling(_ ids: StatementArguments) throws -> (address: AddressID, post: String?)? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT delivery.addressID, (SELECT eventID FROM postedEvent
                    WHERE postedEvent.messageID = delivery.messageID ORDER BY part LIMIT 1)
                FROM delivery JOIN address ON address.id = delivery.addressID AND address.pausedReason IS NULL
                WHERE delivery.recipientID = :recipient AND delivery.kind = 'news' AND delivery.state = 'sent'
                    AND delivery.storyID IN \(StoryEvents.members(of: ":event"))
                ORDER BY delivery.id LIMIT 1
                """
        )
        return try Row.fetchOne(statement, arguments: ids).map { ($0[0], $0[1]) }
    }

    /// The number that the recipient was told and the new one, as written.
    ///
    /// The article that was told may be another one of its story, but none of a feed that the recipient may not see.
    private func change(_ report: EventReport, _ ids: StatementArguments) throws -> NumberChange? {
        guard !report.numbers.isEmpty else { return nil }
        let statement = try db.cachedStatement(
            sql: """
                SELECT article.id, \(ArticleFacts.columns) FROM article JOIN feed ON feed.id = article.feedID
                JOIN articleAnalysis ON articleAnalysis.articleID = article.id
                JOIN told ON told.recipientID = :recipient AND told.storyID = article.storyID
                WHERE article.storyID IN \(StoryEvents.members(of: ":event")) AND articleAnalysis.numbers IS NOT NULL
                    AND \(Sight.isSeen("feed"))
                ORDER BY article.id DESC LIMIT \(NumberChange.mostArticles)
                """
        )
        let told = try NumberChange.Known.fetchAll(statement, ids)
        return NumberChange.Known(report.numbers, of: report.article.id).change(from: told)
    }
}
