package import Foundation
import GRDB
package import NewsModel

/// A request for articles.
package struct ArticleSelection: Hashable, Sendable, Codable {
    package enum Feeds: Hashable, Sendable, Codable {
        /// What the reader follows; the default selection if they follow nothing.
        case own
        case defaultSelection
        /// What the reader's alerts search: what they follow and the default selection.
        case watched
        /// Those of the given feeds that the reader may see.
        case some([FeedID])
    }

    package var feeds: Feeds
    /// Compared without case and diacritics.
    ///
    /// The reader's own category of a feed replaces the feed's.
    package var category: String?
    /// The query of a smart feed, in canonical form; nil for all articles.
    package var query: String?
    /// Publication times: `from` included, `to` not.
    package var from: Date
    package var to: Date
    /// Whether the feeds of categories that the reader has hidden are left out, unless a category is named.
    package var leavesOutHidden: Bool
    /// Feeds that are left out unless `feeds` names them.
    package var without: [FeedID] = []
    /// Whether articles without a picture are left out.
    package var onlyPictures = false
    /// If set, what the reader has read by this time is left out; of older than a month that is everything.
    package var unreadAt: Date?

    package init(
        feeds: Feeds = .own,
        category: String? = nil,
        query: String? = nil,
        from: Date,
        to: Date,
        leavesOutHidden: Bool = false
    ) {
        self.feeds = feeds
        self.category = category
        self.query = query
        self.from = from
        self.to = to
        self.leavesOutHidden = leavesOutHidden
    }
}

/// The size of a selection.
package struct ArticleCount: Hashable, Sendable {
    package var articles: Int
    package var stories: Int
    package var feeds: Int

    package init(
        articles: Int,
        stories: Int,
        feeds: Int
    ) {
        self.articles = articles
        self.stories = stories
        self.feeds = feeds
    }
}

extension Store {
    /// Articles for a reader, newest first, without those they have muted or their filters take out.
    ///
    /// - Parameter withFilters: false to ignore filters.
    package func articles(
        _ selection: ArticleSelection,
        in sight: Sight,
        limit: Int,
        withFilters: Bool = true
    ) async throws -> [ListedArticle] {
        try await readMuting { db, judge in
            let mutes = try ReaderRules(in: sight, selection, db, judge, withFilters: withFilters)
            let filter = try ArticleFilter(selection, in: sight, without: mutes, db)
            return try Self.articles(selection, filter, mutes, in: sight, limit, db)
        }
    }

    static func articles(
        _ selection: ArticleSelection,
        _ filter: ArticleFilter,
        _ mutes: ReaderRules?,
        in sight: Sight,
        _ limit: Int,
        _ db: Database
    ) throws -> [ListedArticle] {
        var (filter, reader) = (filter, try ListedArticleReader(sight, db))
        var articles: [ListedArticle] = []
        // Older articles replace hidden ones, in so many passes.
        let isSieve = selection.onlyPictures || mutes?.hasFilters == true
        let most = isSieve ? 20 : mutes?.looksAtArticles == true ? 4 : 1
        for _ in 0..<most {
            let newest = try filter.newest(limit, in: db)
            let found = try reader.read(newest.map(\.id))
            articles += found.filter { listed in
                mutes?.hidesContent(of: listed) != true
                    && (!selection.onlyPictures || listed.article.imageURL != nil)
            }
            guard articles.count < limit, newest.count == limit, let last = newest.last else { break }
            filter = filter.before(last.id)
        }
        return Array(articles.prefix(limit))
    }

    package func countArticles(_ selection: ArticleSelection, in sight: Sight) async throws -> ArticleCount {
        try await read { db in try ArticleFilter(selection, in: sight, db).count(in: db) }
    }

    package func article(_ id: ArticleID, in sight: Sight) async throws -> ListedArticle? {
        try await read { db in try ListedArticle.find(id, in: sight, db) }
    }

    /// In the requested order; articles that are gone are left out.
    package func articles(_ ids: [ArticleID], in sight: Sight) async throws -> [ListedArticle] {
        try await read { db in
            var reader = try ListedArticleReader(sight, db)
            return try reader.read(ids)
        }
    }

    /// The same without those that the reader has muted or that their filters take out.
    ///
    /// - Parameter withFilters: false to ignore filters.
    package func unmutedArticles(
        _ ids: [ArticleID],
        in sight: Sight,
        withFilters: Bool = true
    ) async throws -> [ListedArticle] {
        try await readMuting { db, judge in
            let mutes = try sight.reader.flatMap { try ReaderRules(of: $0, in: db, judge, withFilters: withFilters) }
            var reader = try ListedArticleReader(sight, db)
            return try reader.read(ids).filter { mutes?.hides($0) != true }
        }
    }

    /// The first visible article with a canonical link (`StoryKeys.canonicalURL`).
    package func article(linkKey: String, in sight: Sight) async throws -> ListedArticle? {
        try await read { db in
            let ids = try ArticleID.fetchAll(
                db,
                sql: """
                    SELECT article.id FROM storyKey
                    JOIN article ON article.storyID = storyKey.storyID AND article.feedID = storyKey.feedID
                    JOIN feed ON feed.id = article.feedID
                    WHERE storyKey.key = ?
                    ORDER BY \(sight.isOpen("feed")) DESC, article.id LIMIT \(Self.mostLooked)
                    """,
                arguments: [KeyHashes(in: db).hash(linkKey, .link)]
            )
            return try ListedArticleReader.first(ids, 1, in: sight, db).first
        }
    }

    /// A story's articles in the order they appeared, including those of stories merged with it.
    package func articles(
        ofStory story: StoryID,
        in sight: Sight,
        limit: Int = 50
    ) async throws -> [ListedArticle] {
        try await read { db in
            let members = StoryFamily.members(of: StoryFamily.root(of: ":story"))
            return try Self.articles(ofStories: members, story, in: sight, limit, db)
        }
    }

    /// The articles about a story's event in the order they appeared.
    package func articles(
        aboutEventOf story: StoryID,
        in sight: Sight,
        limit: Int = 50
    ) async throws -> [ListedArticle] {
        try await read { db in
            let event = try StoryEvents(db: db).event(of: story)
            return try Self.articles(ofStories: StoryEvents.members(of: ":story"), event, in: sight, limit, db)
        }
    }

    private static func articles(
        ofStories members: String,
        _ story: StoryID,
        in sight: Sight,
        _ limit: Int,
        _ db: Database
    ) throws -> [ListedArticle] {
        let ids = try ArticleID.fetchAll(
            db,
            sql: """
                SELECT article.id FROM article JOIN feed ON feed.id = article.feedID WHERE article.storyID IN \(members)
                ORDER BY \(sight.isOpen("feed")) DESC, article.id LIMIT \(mostLooked)
                """,
            arguments: ["story": story]
        )
        let articles = try ListedArticleReader.first(ids, limit, in: sight, db)
        return articles.sorted { $0.article.id < $1.article.id }
    }

    /// The most articles of one story or link that are read, those of visible feeds first: strangers may add any
    /// number.
    private static let mostLooked = 1_000

    /// The feeds whose news a reader sees: what they follow, else the default selection.
    package func shownFeeds(in sight: Sight) async throws -> [FeedID] {
        try await read { db in
            try ArticleSelection(from: .distantPast, to: .distantFuture).feedIDs(in: sight, db)
        }
    }

    /// The categories of the feeds whose news a reader sees, without duplicates, sorted by name.
    package func shownCategories(in sight: Sight) async throws -> [String] {
        try await read { db in
            let selection = ArticleSelection(from: .distantPast, to: .distantFuture)
            let categories = try selection.feedIDs(in: sight, db).compactMap {
                try ArticleSelection.category(of: $0, for: sight.reader, in: db)
            }
            var seen: Set<String> = []
            return categories.filter { seen.insert(FeedKey.fold($0)).inserted }.sorted()
        }
    }
}
