import GRDB
import NewsModel
import TextAnalysis

/// The feeds in which a search looks, each read once in a search.
final class SearchFeeds {
    /// What is known of them, for further transactions of the same search.
    struct Known {
        fileprivate var cleared: ClearedFeeds?
        fileprivate var feeds: [FeedID: NamedFeed] = [:]
        fileprivate var places: [FeedID: Place] = [:]

        /// Nil if it was not asked yet.
        func place(of feed: FeedID) -> Place? { places[feed] }
    }

    enum Place {
        /// All of its articles may be found.
        case open
        /// Only articles that the reader was shown may be found.
        case closed
        /// The search does not ask for it.
        case elsewhere
    }

    private let search: ArticleSearch
    private let sight: Sight
    private let db: Database
    private let cleared: ClearedFeeds
    private let category: String?
    /// Whether the query has terms for names of feeds or for categories, and no expressions.
    private let asksFeeds: Bool
    private(set) var known: Known

    init(_ search: ArticleSearch, _ sight: Sight, _ db: Database, known: Known = Known()) throws {
        self.search = search
        self.sight = sight
        self.db = db
        cleared = try known.cleared ?? ClearedFeeds(of: sight.reader, in: db)
        self.known = known
        if known.cleared == nil { self.known.cleared = cleared }
        category = search.category.map(FeedKey.fold)
        asksFeeds = search.query.map { ($0.asks(.feed) || $0.asks(.category)) && !$0.hasExpression } ?? false
    }

    func named(_ id: FeedID) throws -> NamedFeed? {
        if let known = known.feeds[id] { return known }
        let row = try Row.fetchOne(
            db.cachedStatement(sql: NamedFeed.query),
            arguments: ["recipient": sight.reader, "feeds": [id].jsonList]
        )
        known.feeds[id] = row.map(NamedFeed.init(row:))
        return known.feeds[id]
    }

    /// Reads those together that were not read yet.
    func load(_ ids: some Sequence<FeedID>) throws {
        var new = Set<FeedID>()
        for id in ids where known.feeds.index(forKey: id) == nil { new.insert(id) }
        guard !new.isEmpty else { return }
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: NamedFeed.query),
            arguments: ["recipient": sight.reader, "feeds": new.jsonList]
        )
        while let row = try rows.next() {
            let feed = NamedFeed(row: row)
            known.feeds[feed.id] = feed
        }
    }

    func place(of id: FeedID) throws -> Place {
        if let known = known.places[id] { return known }
        let place = try findPlace(of: id)
        known.places[id] = place
        return place
    }

    private func findPlace(of id: FeedID) throws -> Place {
        let isAsked = search.feeds?.contains(id) ?? !search.without.contains(id)
        guard isAsked, let feed = try named(id) else { return .elsewhere }
        if let category, feed.category.map(FeedKey.fold) != category { return .elsewhere }
        // No pattern runs inside a transaction.
        if let query = search.query, asksFeeds {
            let document = QueryDocument(title: "", feed: feed.name, categories: [feed.category].compactMap(\.self))
            guard query.mayMatch(.feed, of: document), query.mayMatch(.category, of: document) else {
                return .elsewhere
            }
        }
        return feed.isOpen || sight.showsAll ? .open : .closed
    }

    /// Whether the reader has emptied the feed of the article.
    func hides(_ article: ArticleID, of feed: FeedID) throws -> Bool {
        try cleared.hides(article, of: feed, in: db)
    }
}
