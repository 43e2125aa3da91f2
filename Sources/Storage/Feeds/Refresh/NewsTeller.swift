import Foundation
import GRDB
import NewsModel

/// Queues an article for everybody who wants its story and was not told it yet.
struct NewsTeller {
    let db: Database
    let time: Date
    private let mutes: MuteBook

    init(db: Database, time: Date, judge: MuteJudge = MuteJudge()) {
        self.db = db
        self.time = time
        mutes = MuteBook(db, judge)
    }

    /// One recipient's wish that an article fulfils.
    struct Wish {
        enum Kind: String {
            case subscription
            case sample
            case alert
        }

        var kind: Kind
        var id: Int64
        var recipient: Int64
        var address: Int64
        var isUrgent = false
        /// The recipient mutes something; what, is looked up.
        var hasMutes = false
        var dueAt: Int64

        /// The most urgent wish picks the address.
        var rank: Int { isUrgent ? 2 : kind == .alert ? 1 : 0 }
    }

    /// Counts the matches, so that lists carry the sign; nothing is told by this.
    ///
    /// An alert looks at the house selection and at what its owner follows, never at a stranger's own feeds.
    func recordMatches(of article: Article, alerts: [AlertID]) throws {
        let match = try db.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO alertMatch (alertID, articleID)
                SELECT alert.id, ?1 FROM alert WHERE alert.id = ?2 AND \(Self.alertSeesFeed)
                """
        )
        let count = try db.cachedStatement(sql: "UPDATE alert SET matchCount = matchCount + 1 WHERE id = ?")
        for alert in alerts {
            try match.execute(arguments: [article.id.rawValue, alert.rawValue, article.feedID.rawValue])
            if db.changesCount > 0 { try count.execute(arguments: [alert.rawValue]) }
        }
    }

    func tell(_ article: Article, alerts: [AlertID]) throws {
        let wishes =
            try alerts.compactMap { try wish(of: $0, for: article.feedID) }
            + subscribers(of: article.feedID, samplesOnly: false)
        try tell(article, wishes)
    }

    /// The first fetch of a feed is silent, but whoever waits for it gets one article.
    func tellSamples(of article: Article) throws {
        try tell(article, try subscribers(of: article.feedID, samplesOnly: true))
    }

    func tell(_ article: Article, _ wishes: [Wish]) throws {
        guard !wishes.isEmpty else { return }
        let own = try StoryFamily(of: article.storyID, in: db)
        let chained = try ChainedStories(of: article, in: db)
        // The most urgent first, so that the others only add their reason.
        for wish in wishes.sorted(by: { $0.rank > $1.rank }) {
            // What is muted is not told, so that it comes again when it is muted no more.
            if wish.hasMutes, try mutes.hides(article, from: RecipientID(rawValue: wish.recipient)) { continue }
            let family = chained.family(toldTo: wish.recipient) ?? own
            if try family.tell(wish.recipient, in: db) {
                try queue(article, family.root, wish)
            } else if let waiting = try family.waitingDelivery(of: wish.recipient, in: db) {
                try join(waiting, wish)
            } else {
                continue
            }
            if wish.kind == .alert { try fired(wish) }
        }
    }

    private func queue(_ article: Article, _ story: StoryID, _ wish: Wish) throws {
        let insert = try db.cachedStatement(
            sql: """
                INSERT INTO delivery (recipientID, addressID, kind, storyID, articleID, isUrgent, dueAt, createdAt)
                VALUES (?, ?, 'news', ?, ?, ?, ?, ?)
                """
        )
        try insert.execute(arguments: [
            wish.recipient, wish.address, story.rawValue, article.id.rawValue, wish.isUrgent, wish.dueAt,
            time.unixSeconds,
        ])
        let delivery = db.lastInsertedRowID
        try db.cachedStatement(sql: "INSERT INTO deliveryStory (deliveryID, storyID) VALUES (?, ?)")
            .execute(arguments: [delivery, story.rawValue])
        try addReason(wish, to: delivery)
    }

    private func join(_ waiting: StoryFamily.Waiting, _ wish: Wish) throws {
        try addReason(wish, to: waiting.delivery)
        if wish.rank > waiting.rank {
            try db.execute(
                sql: "UPDATE delivery SET isUrgent = ?, addressID = ?, dueAt = min(dueAt, ?) WHERE id = ?",
                arguments: [wish.isUrgent, wish.address, wish.dueAt, waiting.delivery]
            )
        }
    }

    private func addReason(_ wish: Wish, to delivery: Int64) throws {
        let statement = try db.cachedStatement(
            sql: "INSERT OR IGNORE INTO deliveryReason (deliveryID, kind, reasonID) VALUES (?, ?, ?)"
        )
        try statement.execute(arguments: [delivery, wish.kind.rawValue, wish.id])
    }
}

extension NewsTeller {
    private func subscribers(of feed: FeedID, samplesOnly: Bool) throws -> [Wish] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT subscription.id, subscription.recipientID, addressID,
                    EXISTS (SELECT 1 FROM mute WHERE mute.recipientID = subscription.recipientID) AS hasMutes
                FROM subscription
                JOIN address ON address.id = addressID
                WHERE feedID = ? AND pause IS NULL AND pausedReason IS NULL AND sampleDue >= ?
                """
        )
        return try Row.fetchAll(statement, arguments: [feed.rawValue, samplesOnly]).map { row in
            Wish(
                kind: samplesOnly ? .sample : .subscription,
                id: row["id"],
                recipient: row["recipientID"],
                address: row["addressID"],
                hasMutes: row["hasMutes"],
                dueAt: time.unixSeconds
            )
        }
    }

    private static let alertSeesFeed = """
        (EXISTS (SELECT 1 FROM feed WHERE feed.id = ?3 AND feed.isHouse = 1)
            OR EXISTS (SELECT 1 FROM subscription
                WHERE subscription.recipientID = alert.recipientID AND subscription.feedID = ?3))
        """

    private func wish(of alert: AlertID, for feed: FeedID) throws -> Wish? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT alert.*, pausedReason,
                    EXISTS (SELECT 1 FROM mute WHERE mute.recipientID = alert.recipientID) AS hasMutes
                FROM alert JOIN address ON address.id = addressID
                WHERE alert.id = ?2 AND isOn = 1 AND pausedReason IS NULL AND ?1 IS NULL AND \(Self.alertSeesFeed)
                """
        )
        guard let row = try Row.fetchOne(statement, arguments: [nil, alert.rawValue, feed.rawValue]) else { return nil }
        return Wish(
            kind: .alert,
            id: alert.rawValue,
            recipient: row["recipientID"],
            address: row["addressID"],
            isUrgent: row["isUrgent"],
            hasMutes: row["hasMutes"],
            dueAt: Self.firingTime(last: row["firesAt"], cooldown: row["cooldown"], now: time.unixSeconds)
        )
    }

    /// When an alert may fire: now, or with what is already waiting, or when its rest is over.
    static func firingTime(last: Int64?, cooldown: Int64, now: Int64) -> Int64 {
        guard let last, cooldown > 0 else { return now }
        if last > now { return last }
        return max(now, last + cooldown)
    }

    private func fired(_ wish: Wish) throws {
        try db.cachedStatement(sql: "UPDATE alert SET lastFiredAt = ?, firesAt = ? WHERE id = ?")
            .execute(arguments: [time.unixSeconds, wish.dueAt, wish.id])
    }
}
