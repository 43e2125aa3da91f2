import Foundation
import GRDB
import NewsModel

/// Queues updates of stories for recipients who asked for them (`RecipientSettings.hearsUpdates`): many more sources
/// report an event they were sent, or a number has risen.
struct StoryUpdates {
    let db: Database
    let time: Date
    var judge = MuteCheck()

    /// An update is worth sending when so many sources report the event.
    private static let steps = [5, 10, 20, 50, 100]
    /// Seconds between two updates of an event.
    private static let rest: Int64 = 86_400
    /// The most recipients that one article is compared with; the next article finds the others, because these rest.
    private static let mostRecipients = 1_000
    /// A recipient was sent an event if they were told one of so many of its newest stories.
    private static let mostStories = 50

    func queue(_ article: Article, _ facts: ArticleFacts?) throws {
        let isAsked = try db.cachedStatement(sql: "SELECT 1 FROM recipient WHERE hearsUpdates = 1 LIMIT 1")
        guard try Row.fetchOne(isAsked) != nil else { return }
        let event = try StoryEvents(db: db).event(of: article.storyID)
        // Most articles are no news for anybody, so that few recipients have to be looked at.
        let (feeds, ofFeed) = try counts(article, event)
        let numbers = facts?.numbers ?? []
        let hasGrown = try takeGrowth(event)
        let mayBeStep = (ofFeed == 1 || hasGrown) && feeds >= Self.steps[0]
        guard try mayBeStep || feeds > 1 && hasRisen(numbers, article, event) else { return }
        for recipient in try recipients(of: event, article) { try queue(article, numbers, of: event, for: recipient) }
    }

    /// Whether the event was joined with another one since the last report.
    private func takeGrowth(_ event: StoryID) throws -> Bool {
        try db.cachedStatement(sql: "UPDATE story SET hasGrown = 0 WHERE id = ? AND hasGrown = 1")
            .execute(arguments: [event])
        return db.changesCount > 0
    }

    /// How many feeds report the event, and how many of its articles are of the article's feed.
    private func counts(_ article: Article, _ event: StoryID) throws -> (feeds: Int, ofFeed: Int) {
        let counting = try db.cachedStatement(
            sql: """
                SELECT count(DISTINCT feedID), count(*) FILTER (WHERE feedID = :feed) FROM article
                WHERE storyID IN \(StoryEvents.members(of: ":event"))
                """
        )
        let row = try Row.fetchOne(counting, arguments: ["event": event, "feed": article.feedID])
        return (row?[0] ?? 0, row?[1] ?? 0)
    }

    /// The recipients who were told of the event, want updates, and had none of it for a day; of a private feed's
    /// article only its followers.
    private func recipients(of event: StoryID, _ article: Article) throws -> [RecipientID] {
        let follows = "EXISTS (SELECT 1 FROM subscription WHERE recipientID = recipient.id AND feedID = :feed) AND"
        let condition = try Sight.of(nil).sees(article.feedID, in: db) ? "" : follows
        let statement = try db.cachedStatement(
            sql: """
                SELECT DISTINCT recipient.id FROM json_each(:stories) AS known
                    CROSS JOIN told INDEXED BY toldByStory ON told.storyID = known.value
                    CROSS JOIN recipient ON recipient.id = told.recipientID AND hearsUpdates = 1
                WHERE \(condition) NOT EXISTS (SELECT 1 FROM storyUpdate
                        WHERE recipientID = recipient.id AND eventID = :event AND queuedAt > :rest)
                LIMIT \(Self.mostRecipients)
                """
        )
        return try RecipientID.fetchAll(
            statement,
            arguments: [
                "stories": try StoryEvents(db: db).newest(Self.mostStories, of: event).jsonList,
                "event": event, "feed": article.feedID, "rest": time.unixSeconds - Self.rest,
            ]
        )
    }

    /// Whether a number is higher than those that other articles of the event give.
    ///
    /// What other private feeds give does not count.
    private func hasRisen(_ numbers: [ArticleFacts.Number], _ article: Article, _ event: StoryID) throws -> Bool {
        guard !numbers.isEmpty else { return false }
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(ArticleFacts.columns) FROM article JOIN feed ON feed.id = article.feedID
                JOIN articleAnalysis ON articleAnalysis.articleID = article.id
                WHERE article.storyID IN \(StoryEvents.members(of: ":event")) AND article.id <> :article
                    AND articleAnalysis.numbers IS NOT NULL AND (feed.id = :feed OR \(Sight.isPublic("feed")))
                ORDER BY article.id DESC LIMIT 50
                """
        )
        let ids: StatementArguments = ["event": event, "article": article.id, "feed": article.feedID]
        let known = try Row.fetchAll(statement, arguments: ids).flatMap { ArticleFacts(row: $0, at: 0).numbers }
        return numbers.contains { number in
            let same = known.filter { $0.counts(theSameAs: number) }
            return !same.isEmpty && same.allSatisfy { $0.value < number.value }
        }
    }

    private func queue(
        _ article: Article,
        _ numbers: [ArticleFacts.Number],
        of event: StoryID,
        for recipient: RecipientID
    ) throws {
        let ids: StatementArguments = ["recipient": recipient, "event": event]
        let last = try Int.fetchOne(
            db.cachedStatement(
                sql: "SELECT sourceCount FROM storyUpdate WHERE recipientID = :recipient AND eventID = :event"
            ),
            arguments: ids
        )
        guard try mayHear(article, recipient), let telling = try firstTelling(ids) else { return }
        let sources = try sourceCount(ids)
        let step = Self.steps.last { $0 <= sources } ?? 0
        let risen = try risen(numbers, ids)
        let isStep = step > (last ?? 0)
        guard isStep || risen != nil else { return }
        let update = StoryUpdate(
            article: article.id.rawValue,
            sources: isStep ? sources : nil,
            numbers: risen ?? [],
            post: telling.post
        )
        try Ledger(db: db, time: time).queue(.storyUpdated(update), to: recipient, at: telling.address)
        try db.cachedStatement(
            sql: "INSERT OR REPLACE INTO storyUpdate (recipientID, eventID, sourceCount, queuedAt) VALUES (?, ?, ?, ?)"
        )
        .execute(arguments: [recipient, event, max(step, last ?? 0), time.unixSeconds])
    }

    /// Not if the article itself is on its way to the recipient, is muted, or is of a feed they may not see.
    private func mayHear(_ article: Article, _ recipient: RecipientID) throws -> Bool {
        let isQueued = try db.cachedStatement(
            sql: "SELECT 1 FROM delivery WHERE articleID = ? AND recipientID = ? AND state IN ('queued', 'frozen')"
        )
        guard try Row.fetchOne(isQueued, arguments: [article.id, recipient]) == nil,
            try Sight.of(recipient).sees(article.feedID, in: db)
        else { return false }
        return try MuteFilters(db, judge).rule(hiding: article, from: recipient) == nil
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

    /// The number of feeds that report the event and that the recipient may see.
    private func sourceCount(_ ids: StatementArguments) throws -> Int {
        let statement = try db.cachedStatement(
            sql: """
                SELECT count(DISTINCT article.feedID) FROM article JOIN feed ON feed.id = article.feedID
                WHERE article.storyID IN \(StoryEvents.members(of: ":event")) AND \(Sight.isSeen("feed"))
                """
        )
        return try Int.fetchOne(statement, arguments: ids) ?? 0
    }

    /// The highest number that the recipient was told and the new one that counts the same and is higher, as written.
    ///
    /// The article that was told may be another one of its story, but none of a feed that the recipient may not see.
    private func risen(_ numbers: [ArticleFacts.Number], _ ids: StatementArguments) throws -> [String]? {
        guard !numbers.isEmpty else { return nil }
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(ArticleFacts.columns) FROM article JOIN feed ON feed.id = article.feedID
                JOIN articleAnalysis ON articleAnalysis.articleID = article.id
                JOIN told ON told.recipientID = :recipient AND told.storyID = article.storyID
                WHERE article.storyID IN \(StoryEvents.members(of: ":event")) AND articleAnalysis.numbers IS NOT NULL
                    AND \(Sight.isSeen("feed"))
                """
        )
        let told = try Row.fetchAll(statement, arguments: ids).flatMap { ArticleFacts(row: $0, at: 0).numbers }
        for number in numbers {
            let same = told.filter { $0.counts(theSameAs: number) }
            if let highest = same.max(by: { $0.value < $1.value }), highest.value < number.value {
                return [highest.text, number.text]
            }
        }
        return nil
    }
}
