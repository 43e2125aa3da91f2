import ArticleQueries
import GRDB
import NewsModel

/// One recipient's mutes, for checking articles.
struct MuteFilter {
    private(set) var feeds: Set<FeedID> = []
    private var stories: Set<StoryID> = []
    private var queries: [String] = []
    private let reader: RecipientID
    private let judge: MuteCheck

    /// Nil for a recipient without mutes, which is nearly everybody.
    init?(of recipient: RecipientID, in db: Database, _ judge: MuteCheck) throws {
        let mutes = try Mute.all(of: recipient, in: db)
        guard !mutes.isEmpty else { return nil }
        reader = recipient
        self.judge = judge
        for mute in mutes {
            switch mute.subject {
            case .feed(let feed): feeds.insert(feed)
            case .story(let story):
                // Further reports of the event are what nobody wants to hear of any more.
                stories.formUnion(try StoryFamily(of: story, in: db).stories)
                stories.formUnion(try StoryEvents(db: db).members(with: story))
            case .words(let query): queries.append(query)
            }
        }
    }

    /// Whether stories or words are muted, so that each article must be read.
    var looksAtArticles: Bool { !stories.isEmpty || !queries.isEmpty }

    /// Whether words are muted, so that each article's text must be read.
    var looksAtTexts: Bool { !queries.isEmpty }

    /// - Parameter story: the root of a story, or one of its members.
    func hides(_ story: StoryID) -> Bool { stories.contains(story) }

    /// Whether the article's story or words are muted; its feed is not checked.
    func hidesContent(of listed: ListedArticle) -> Bool {
        if stories.contains(listed.article.storyID) { return true }
        guard !queries.isEmpty else { return false }
        let article = QueriedArticle(
            listed.article,
            feedName: listed.feedName,
            category: listed.category,
            places: listed.places,
            facts: listed.facts,
            isTitleOnly: listed.isTitlesOnly
        )
        return hides(article)
    }

    func hides(_ listed: ListedArticle) -> Bool {
        feeds.contains(listed.article.feedID) || hidesContent(of: listed)
    }

    /// The same for a stored article; the reader's name of its feed, its places and its facts are needed only if words are
    /// muted.
    fileprivate func hides(
        _ article: Article,
        feed read: () throws -> NamedFeed?,
        places: () throws -> [ListedPlace],
        facts: () throws -> ArticleFacts
    ) rethrows -> Bool {
        if feeds.contains(article.feedID) || stories.contains(article.storyID) { return true }
        guard !queries.isEmpty, let feed = try read() else { return false }
        let queried = QueriedArticle(
            article,
            feedName: feed.name,
            category: feed.category,
            places: try places(),
            facts: try facts(),
            isTitleOnly: feed.isTitlesOnly
        )
        return hides(queried)
    }

    private func hides(_ article: QueriedArticle) -> Bool {
        judge.hides(MuteQuestion(reader: reader, queries: queries, article: article))
    }
}

/// The mutes of all recipients in one transaction, and their names of feeds, each read once.
final class MuteFilters {
    private struct Reader {
        let filter: MuteFilter?
        var feeds: [FeedID: NamedFeed] = [:]
    }

    private let db: Database
    private let judge: MuteCheck
    private var readers: [RecipientID: Reader] = [:]

    init(_ db: Database, _ judge: MuteCheck) {
        self.db = db
        self.judge = judge
    }

    /// Whether a recipient has muted an article.
    func hides(_ article: Article, from recipient: RecipientID) throws -> Bool {
        var reader = try readers[recipient] ?? Reader(filter: MuteFilter(of: recipient, in: db, judge))
        defer { readers[recipient] = reader }
        guard let filter = reader.filter else { return false }
        return try filter.hides(article) {
            if let known = reader.feeds[article.feedID] { return known }
            let feed = try NamedFeed.find(article.feedID, for: recipient, in: db)
            reader.feeds[article.feedID] = feed
            return feed
        } places: {
            try ListedPlace.all(of: article.id, in: db)
        } facts: {
            try ArticleFacts.find(article.id, in: db)
        }
    }
}

extension Ledger {
    /// Withdraws queued deliveries that the recipient has muted.
    func withdrawMuted(of recipient: RecipientID, _ judge: MuteCheck) throws {
        guard let filter = try MuteFilter(of: recipient, in: db, judge) else { return }
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT id, articleID FROM delivery INDEXED BY deliveryByStory
                WHERE recipientID = ? AND state = 'queued' AND articleID IS NOT NULL AND kind IN ('news', 'update')
                """,
            arguments: [recipient]
        )
        var reader = try ListedArticleReader(.shown(to: recipient), db)
        let articles = try reader.find(rows.map { $0[1] as ArticleID })
        for row in rows {
            guard let listed = articles[row[1] as ArticleID], filter.hides(listed) else { continue }
            try withdraw(row[0] as DeliveryID)
        }
    }
}
