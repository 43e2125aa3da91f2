import Foundation
import GRDB
import NewsModel

/// Queues an article for each recipient who has a subscription or alert for it and was not told its story.
struct NewsQueue {
    let db: Database
    let time: Date
    private let mutes: ReadersRules
    private let decisions: Decisions

    /// - Parameter mostDecisions: how many decisions of mutes and filters are recorded for a recipient in a day.
    init(db: Database, time: Date, judge: RuleCheck = RuleCheck(), mostDecisions: Int = 0) {
        self.db = db
        self.time = time
        mutes = ReadersRules(db, judge)
        decisions = Decisions(db: db, time: time, mostPerDay: mostDecisions)
    }

    /// A recipient's subscription or alert for an article.
    struct Interest {
        var reason: QueueReason
        /// The recipient has mutes or filters that may take out the article; they are read only then.
        var hasRules = false
        /// The recipient wants every report of the same news, of everything or of this feed.
        var allowsRepeats = false
    }

    /// Records the matches, so that lists can mark the article; nothing is queued.
    ///
    /// Alerts of breaking news are left to `BreakingNews`; what is in a followed smart feed is not marked.
    ///
    /// An alert searches the default selection and what its owner follows, never other users' private feeds.
    func recordMatches(of article: Article, alerts: [AlertID]) throws {
        guard !alerts.isEmpty else { return }
        let match = try db.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO alertMatch (alertID, articleID)
                SELECT alert.id, :article FROM alert WHERE alert.id = :alert AND breakingSources IS NULL
                    AND smartFeedID IS NULL AND \(Self.alertSeesFeed)
                """
        )
        let count = try db.cachedStatement(sql: "UPDATE alert SET matchCount = matchCount + 1 WHERE id = ?")
        for alert in alerts {
            try match.execute(arguments: ["alert": alert, "feed": article.feedID, "article": article.id])
            if db.changesCount > 0 { try count.execute(arguments: [alert]) }
        }
    }

    /// A recipient who was told enough stories of `repetition` is not sent the article.
    func queue(
        _ article: Article,
        alerts: [AlertID],
        filters: FilterMatches? = nil,
        repeating repetition: StoryRepetition? = nil,
        _ byNumber: StoriesByNumber = StoriesByNumber()
    ) throws {
        let asked = AskedFilters(filters)
        let interests =
            try alerts.compactMap { try interest(of: $0, for: article.feedID, asked) }
            + subscribers(of: article.feedID, samplesOnly: false, asked)
        let repeats = try repetition.map { try ToldRepeats($0, byNumber, in: db) }
        try queue(article, interests, filters, repeats)
    }

    /// The first fetch of a feed queues no news, except one sample for each new subscriber.
    func queueSamples(of article: Article) throws {
        try queue(article, try subscribers(of: article.feedID, samplesOnly: true, AskedFilters(nil)))
    }

    func queue(
        _ article: Article,
        _ interests: [Interest],
        _ filters: FilterMatches? = nil,
        _ repeats: ToldRepeats? = nil
    ) throws {
        guard !interests.isEmpty else { return }
        let eager = Set(interests.filter(\.allowsRepeats).map(\.reason.recipient))
        let own = try StoryFamily(of: article.storyID, in: db)
        let chained = try ChainedStories(of: article, in: db)
        let ledger = Ledger(db: db, time: time)
        var dropped: [(recipient: RecipientID, rule: HidingRule)] = []
        var reached: Set<RecipientID> = []
        // Most urgent first, so that the others only add their reason.
        for interest in interests.sorted(by: { $0.reason.rank > $1.reason.rank }) {
            let reason = interest.reason
            let recipient = reason.recipient
            // A muted story does not become told, so that it can be sent after the mute ends. Alerts pass filters;
            // followed smart feeds do not, as subscriptions do not.
            if interest.hasRules, let rule = try mutes.rule(hiding: article, from: recipient, matches: filters),
                rule.kind == .mute || reason.alert == nil
            {
                dropped.append((recipient, rule))
                continue
            }
            reached.insert(recipient)
            let family = chained.family(toldTo: recipient) ?? own
            let repeated = eager.contains(recipient) ? [] : try repeats?.stories(toldFor: reason, in: db) ?? []
            let outcome = try ledger.queue(article.id, of: family, for: reason, repeating: repeated)
            if let alert = reason.alert, outcome == .queued || outcome == .joined {
                try fired(alert, at: reason.dueAt)
            }
        }
        for (recipient, rule) in dropped where reached.insert(recipient).inserted {
            try decisions.record(rule, of: recipient, for: article.id)
        }
    }
}

extension NewsQueue {
    /// Which filters must be asked about an article: those that the index did not know, and those that it matches.
    ///
    /// Those that let only matches pass are always asked.
    private struct AskedFilters {
        var newest: FilterID
        var matching: String

        init(_ filters: FilterMatches?) {
            newest = filters?.newest ?? FilterID(rawValue: 0)
            matching = (filters?.matching ?? []).sorted().jsonList
        }
    }

    /// SQL: whether a recipient has mutes, or filters that must be asked; `:newest` and `:matching` are of
    /// `AskedFilters`.
    private static func hasRules(_ recipient: String) -> String {
        """
        (EXISTS (SELECT 1 FROM mute WHERE mute.recipientID = \(recipient))
            OR EXISTS (SELECT 1 FROM newsFilter WHERE newsFilter.recipientID = \(recipient) AND (newsFilter.isOnly
                OR newsFilter.id > :newest OR newsFilter.id IN (SELECT value FROM json_each(:matching)))))
        """
    }

    private func subscribers(of feed: FeedID, samplesOnly: Bool, _ filters: AskedFilters) throws -> [Interest] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT subscription.id, subscription.recipientID, addressID,
                    \(Self.hasRules("subscription.recipientID")),
                    subscription.allowsRepeats OR recipient.allowsRepeats
                FROM subscription
                JOIN address ON address.id = addressID
                JOIN recipient ON recipient.id = subscription.recipientID
                WHERE feedID = :feed AND pause IS NULL AND pausedReason IS NULL AND sampleDue >= :sampleDue
                """
        )
        let arguments: StatementArguments = [
            "feed": feed, "sampleDue": samplesOnly, "newest": filters.newest, "matching": filters.matching,
        ]
        return try Row.fetchAll(statement, arguments: arguments).map { row in
            Interest(
                reason: QueueReason(
                    source: samplesOnly ? .sample(row[0]) : .subscription(row[0]),
                    recipient: row[1],
                    address: row[2],
                    dueAt: time.unixSeconds
                ),
                hasRules: row[3],
                allowsRepeats: row[4]
            )
        }
    }

    private static let alertSeesFeed = """
        (EXISTS (SELECT 1 FROM feed WHERE feed.id = :feed AND feed.isDefault = 1)
            OR EXISTS (SELECT 1 FROM subscription
                WHERE subscription.recipientID = alert.recipientID AND subscription.feedID = :feed))
        """

    private func interest(of alert: AlertID, for feed: FeedID, _ filters: AskedFilters) throws -> Interest? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT alert.recipientID, addressID, isUrgent, firesAt, cooldown,
                    \(Self.hasRules("alert.recipientID")), recipient.allowsRepeats, smartFeedID IS NOT NULL
                FROM alert JOIN address ON address.id = addressID JOIN recipient ON recipient.id = alert.recipientID
                WHERE alert.id = :alert AND isOn = 1 AND breakingSources IS NULL AND pausedReason IS NULL
                    AND \(Self.alertSeesFeed)
                """
        )
        let arguments: StatementArguments = [
            "alert": alert, "feed": feed, "newest": filters.newest, "matching": filters.matching,
        ]
        guard let row = try Row.fetchOne(statement, arguments: arguments) else { return nil }
        return Interest(
            reason: QueueReason(
                source: .alert(alert),
                recipient: row[0],
                address: row[1],
                isUrgent: row[2],
                isOfSmartFeed: row[7],
                dueAt: Self.firingTime(last: row[3], cooldown: row[4], now: time.unixSeconds)
            ),
            hasRules: row[5],
            allowsRepeats: row[6]
        )
    }

    /// The time at which an alert fires: now, at the pending time, or at the end of its cool-down.
    static func firingTime(last: Int64?, cooldown: Int64, now: Int64) -> Int64 {
        guard let last, cooldown > 0 else { return now }
        if last > now { return last }
        return max(now, last + cooldown)
    }

    private func fired(_ alert: AlertID, at second: Int64) throws {
        try db.cachedStatement(sql: "UPDATE alert SET lastFiredAt = ?, firesAt = ? WHERE id = ?")
            .execute(arguments: [time.unixSeconds, second, alert])
    }
}

/// Which recipients were told the news that an article repeats.
struct ToldRepeats {
    private let repetition: StoryRepetition
    private let byNumber: StoriesByNumber
    /// By the story that a report was stored with.
    private var families: [StoryID: StoryFamily] = [:]
    private let wanted: String

    init(_ repetition: StoryRepetition, _ byNumber: StoriesByNumber, in db: Database) throws {
        self.repetition = repetition
        self.byNumber = byNumber
        for story in repetition.reports.compactMap({ byNumber.story($0.story) }) {
            families[story] = try StoryFamily(of: story, in: db)
        }
        wanted = families.values.flatMap(\.stories).jsonList
    }

    /// The stories whose news the recipient was told, the most similar first, if the article need not be sent; else
    /// none.
    ///
    /// An alert that matched none of the earlier reports tells of something new.
    func stories(toldFor reason: QueueReason, in db: Database) throws -> [StoryID] {
        if let alert = reason.alert, try !hasFired(alert, in: db) { return [] }
        return try stories(toldTo: reason.recipient, in: db)
    }

    private func hasFired(_ alert: AlertID, in db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                SELECT 1 FROM json_each(?1) AS wanted CROSS JOIN article ON article.storyID = wanted.value
                CROSS JOIN alertMatch ON alertMatch.alertID = ?2 AND alertMatch.articleID = article.id LIMIT 1
                """
        )
        return try Row.fetchOne(statement, arguments: [wanted, alert]) != nil
    }

    private func stories(toldTo recipient: RecipientID, in db: Database) throws -> [StoryID] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT storyID FROM json_each(?1) AS wanted
                CROSS JOIN told ON told.recipientID = ?2 AND told.storyID = wanted.value
                """
        )
        let known = Set(try StoryID.fetchAll(statement, arguments: [wanted, recipient]))
        guard known.count >= repetition.leastTold else { return [] }
        var told: Set<StoryID> = []
        for (story, family) in families where !known.isDisjoint(with: family.stories) {
            if try family.wasTold(to: recipient, in: db) { told.insert(story) }
        }
        return repetition.repeated(told: told) { byNumber.story($0) }
    }
}
