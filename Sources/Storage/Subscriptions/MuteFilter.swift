import GRDB
import NewsModel

/// What one recipient does not want to hear of, ready to be asked about articles.
struct MuteFilter {
    private(set) var feeds: Set<FeedID> = []
    private var stories: Set<StoryID> = []
    private var queries: [String] = []
    private let reader: RecipientID
    private let judge: MuteJudge

    /// Nil for who mutes nothing, as nearly everybody.
    init?(of recipient: RecipientID, in db: Database, _ judge: MuteJudge) throws {
        let mutes = try Mute.all(of: recipient, in: db)
        guard !mutes.isEmpty else { return nil }
        reader = recipient
        self.judge = judge
        for mute in mutes {
            switch mute.subject {
            case .feed(let feed): feeds.insert(feed)
            case .story(let story): stories.formUnion(try StoryFamily(of: story, in: db).stories)
            case .words(let query): queries.append(query)
            }
        }
    }

    /// Whether anything but whole feeds is muted: then each article must be looked at.
    var looksAtArticles: Bool { !stories.isEmpty || !queries.isEmpty }

    /// Whether the article's story or words are muted; its feed is not asked here.
    func hidesContent(of listed: ListedArticle) -> Bool {
        if stories.contains(listed.article.storyID) { return true }
        guard !queries.isEmpty else { return false }
        return judge.hides(MuteQuestion(reader: reader, queries: queries, text: MutedText(listed)))
    }

    func hides(_ listed: ListedArticle) -> Bool {
        feeds.contains(listed.article.feedID) || hidesContent(of: listed)
    }

    /// The same, where the words need not be looked up for feeds and stories.
    fileprivate func hides(_ article: Article, from recipient: RecipientID, in db: Database) throws -> Bool {
        if feeds.contains(article.feedID) || stories.contains(article.storyID) { return true }
        guard !queries.isEmpty else { return false }
        return try ListedArticle.find(article.id, in: .shown(to: recipient), db).map(hidesContent) ?? false
    }
}

/// The mutes of all who are told something in one transaction, each looked up once.
final class MuteBook {
    private let db: Database
    private let judge: MuteJudge
    private var filters: [RecipientID: MuteFilter?] = [:]

    init(_ db: Database, _ judge: MuteJudge) {
        self.db = db
        self.judge = judge
    }

    /// Whether a recipient wants nothing of an article.
    func hides(_ article: Article, from recipient: RecipientID) throws -> Bool {
        if let known = filters[recipient] { return try known?.hides(article, from: recipient, in: db) ?? false }
        let filter = try MuteFilter(of: recipient, in: db, judge)
        filters[recipient] = .some(filter)
        return try filter?.hides(article, from: recipient, in: db) ?? false
    }
}

extension Withdrawal {
    /// Takes back queued work about what the recipient has muted.
    func withdrawMuted(of recipient: RecipientID, in db: Database, _ judge: MuteJudge) throws {
        guard let filter = try MuteFilter(of: recipient, in: db, judge) else { return }
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT id, articleID FROM delivery INDEXED BY deliveryByStory
                WHERE recipientID = ? AND state = 'queued' AND articleID IS NOT NULL AND kind IN ('news', 'update')
                """,
            arguments: [recipient.rawValue]
        )
        for row in rows {
            guard let listed = try ListedArticle.find(row.id("articleID"), in: .shown(to: recipient), db),
                filter.hides(listed)
            else { continue }
            try withdraw(delivery: row["id"], in: db)
        }
    }
}
