import ArticleQueries
import GRDB
import NewsModel

/// What one recipient does not want to see: their mutes and filters, for checking articles.
///
/// Mutes are asked first, then the filters that exclude, then those that let through only what matches.
struct ReaderRules {
    private(set) var feeds: Set<FeedID> = []
    private var feedMutes: [FeedID: Int] = [:]
    /// The numbers of their mutes.
    private var stories: [StoryID: Int] = [:]
    private var rules = StandingRules()
    /// Nil for a guest, who has none and reads one query.
    private let reader: RecipientID?
    private let judge: RuleCheck

    /// Nil for a recipient without mutes and filters, which is nearly everybody.
    ///
    /// - Parameter withFilters: false to ignore filters.
    /// - Parameter wanted: the query of a smart feed that is read; what does not match it is hidden, too.
    init?(
        of recipient: RecipientID?,
        in db: Database,
        _ judge: RuleCheck,
        withFilters: Bool = true,
        matching wanted: String? = nil
    ) throws {
        rules.wanted = wanted
        let mutes = try recipient.map { try Mute.all(of: $0, in: db) } ?? []
        if withFilters, let recipient { rules.filters = try NewsFilter.all(of: recipient, in: db).filter(\.isOn) }
        guard !mutes.isEmpty || !rules.filters.isEmpty || wanted != nil else { return nil }
        reader = recipient
        self.judge = judge
        for mute in mutes {
            switch mute.subject {
            case .feed(let feed):
                feeds.insert(feed)
                feedMutes[feed] = mute.number
            case .story(let story):
                // Further reports of the event are hidden, too.
                let members = try StoryEvents(db: db).members(with: story)
                for member in try StoryFamily(of: story, in: db).stories + members { stories[member] = mute.number }
            case .words(let query): rules.mutes.append(StandingRules.MutedWords(number: mute.number, query: query))
            }
        }
    }

    /// The rules for a list.
    init?(
        in sight: Sight,
        _ selection: ArticleSelection,
        _ db: Database,
        _ judge: RuleCheck,
        withFilters: Bool = true
    ) throws {
        try self.init(of: sight.reader, in: db, judge, withFilters: withFilters, matching: selection.query)
    }

    /// Whether each article must be read: for its story, its words or its feed's category.
    var looksAtArticles: Bool { !stories.isEmpty || looksAtTexts }

    /// Whether each article's text must be read.
    var looksAtTexts: Bool { !rules.mutes.isEmpty || hasFilters }

    /// Whether filters or a smart feed may take out nearly everything.
    var hasFilters: Bool { !rules.filters.isEmpty || rules.wanted != nil }

    /// How many of the newest articles are checked for a list of `limit`.
    ///
    /// Filters may take out nearly everything.
    func mostLooked(for limit: Int) -> Int {
        guard looksAtArticles else { return limit }
        return hasFilters ? max(limit * 4, 2_000) : limit * 4
    }

    /// - Parameter story: the root of a story, or one of its members.
    func hides(_ story: StoryID) -> Bool { stories[story] != nil }

    /// Whether the article's story is muted, or its words are hidden; mutes of its feed do not count.
    func hidesContent(of listed: ListedArticle) -> Bool {
        if hides(listed.article.storyID) { return true }
        return answer(listed) != .shown
    }

    func hides(_ listed: ListedArticle) -> Bool {
        feeds.contains(listed.article.feedID) || hidesContent(of: listed)
    }

    /// The rule that hides an article; nil while that is not known.
    func rule(hiding listed: ListedArticle) -> HidingRule? {
        if let mute = mute(ofFeed: listed.article.feedID, story: listed.article.storyID) { return mute }
        guard case .hidden(let rule) = answer(listed) else { return nil }
        return rule
    }

    private func mute(ofFeed feed: FeedID, story: StoryID) -> HidingRule? {
        (feedMutes[feed] ?? stories[story]).map { HidingRule(.mute, $0) }
    }

    private func answer(_ listed: ListedArticle) -> RuleAnswer {
        let covering = rules.covering(listed.article.feedID, category: listed.category)
        guard !rules.mutes.isEmpty || !covering.isEmpty || rules.wanted != nil else { return .shown }
        let article = QueriedArticle(
            listed.article,
            feedName: listed.feedName,
            category: listed.category,
            places: listed.places,
            facts: listed.facts,
            isTitleOnly: listed.isTitlesOnly
        )
        return answer(covering, article)
    }

    private func answer(_ covering: [NewsFilter], _ article: QueriedArticle) -> RuleAnswer {
        judge.answer(RuleQuestion(reader: reader, rules: rules, covering: covering, article: article))
    }

    /// The same for a stored article; the reader's name of its feed, its places and its facts are needed only if words
    /// are hidden.
    ///
    /// - Parameter matches: the filters that it matches, if that is known.
    fileprivate func rule(
        hiding article: Article,
        matches: FilterMatches?,
        feed read: () throws -> NamedFeed?,
        places: () throws -> [ListedPlace],
        facts: () throws -> ArticleFacts
    ) rethrows -> HidingRule? {
        if let mute = mute(ofFeed: article.feedID, story: article.storyID) { return mute }
        guard looksAtTexts, let feed = try read() else { return nil }
        let covering = rules.covering(article.feedID, category: feed.category)
        let known = matches.flatMap { $0.know(covering) ? $0 : nil }
        let asked = known == nil ? covering : []
        if !rules.mutes.isEmpty || !asked.isEmpty {
            let queried = QueriedArticle(
                article,
                feedName: feed.name,
                category: feed.category,
                places: try places(),
                facts: try facts(),
                isTitleOnly: feed.isTitlesOnly
            )
            if case .hidden(let rule) = answer(asked, queried) { return rule }
        }
        guard let known else { return nil }
        return covering.hiding { known.matching.contains($0.id) }.map { HidingRule(.filter, $0.number) }
    }
}

/// The mutes and filters of all recipients in one transaction, and their names of feeds, each read once.
final class ReadersRules {
    private struct Reader {
        let filter: ReaderRules?
        var feeds: [FeedID: NamedFeed] = [:]
    }

    private let db: Database
    private let judge: RuleCheck
    private var readers: [RecipientID: Reader] = [:]

    init(_ db: Database, _ judge: RuleCheck) {
        self.db = db
        self.judge = judge
    }

    /// The mute or filter of a recipient that keeps an article from them.
    ///
    /// - Parameter matches: the filters that it matches, if that is known.
    func rule(
        hiding article: Article,
        from recipient: RecipientID,
        matches: FilterMatches? = nil
    ) throws -> HidingRule? {
        var reader = try readers[recipient] ?? Reader(filter: ReaderRules(of: recipient, in: db, judge))
        defer { readers[recipient] = reader }
        guard let filter = reader.filter else { return nil }
        return try filter.rule(hiding: article, matches: matches) {
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
    /// Withdraws deliveries, queued or kept back of late, that the recipient has muted or that their filters take out.
    ///
    /// What an alert has found passes filters.
    func withdrawHidden(from recipient: RecipientID, _ judge: RuleCheck) throws {
        guard let filter = try ReaderRules(of: recipient, in: db, judge) else { return }
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT id, articleID, \(Self.isOfAlert), 0 FROM delivery INDEXED BY deliveryByStory
                WHERE recipientID = :recipient AND state = 'queued' AND articleID IS NOT NULL
                    AND kind IN ('news', 'edit')
                UNION ALL SELECT id, articleID, \(Self.isOfAlert), 1 FROM delivery INDEXED BY deliveryKeptBack
                WHERE recipientID = :recipient AND state = 'withdrawn' AND repeatedStoryID IS NOT NULL
                    AND articleID IS NOT NULL AND endedAt >= :recent
                """,
            arguments: ["recipient": recipient, "recent": seconds - Int64(Retention.sentAge)]
        )
        var reader = try ListedArticleReader(.shown(to: recipient), db)
        let articles = try reader.find(rows.map { $0[1] as ArticleID })
        var (hidden, keptBack): ([DeliveryID], [DeliveryID]) = ([], [])
        for row in rows {
            guard let listed = articles[row[1] as ArticleID], let rule = filter.rule(hiding: listed),
                rule.kind == .mute || !(row[2] as Bool)
            else { continue }
            if row[3] { keptBack.append(row[0]) } else { hidden.append(row[0]) }
        }
        // What was kept back ends first, so that it is not released in place of what is withdrawn.
        try end(queued: hidden, keptBack: keptBack)
    }
}
