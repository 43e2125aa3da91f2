package import Foundation
import GRDB
package import NewsModel

/// Which articles somebody asks for.
package struct ArticleSelection: Hashable, Sendable {
    package enum Feeds: Hashable, Sendable {
        /// What the reader follows; who follows nothing sees the house selection.
        case own
        case house
        /// What the reader's alerts look at: what they follow and the house selection.
        case watched
        /// Those of them that may be seen.
        case some([FeedID])
    }

    package var feeds: Feeds
    /// Compared without case and diacritics; the reader's own category of a feed counts before the feed's.
    package var category: String?
    /// Publication times: `from` included, `to` not.
    package var from: Date
    package var to: Date

    package init(feeds: Feeds = .own, category: String? = nil, from: Date, to: Date) {
        self.feeds = feeds
        self.category = category
        self.from = from
        self.to = to
    }
}

/// How much a selection holds.
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
    /// Articles for a reader, the newest first; what they have muted is left out.
    package func articles(
        _ selection: ArticleSelection,
        in sight: Sight,
        limit: Int
    ) async throws -> [ListedArticle] {
        try await readMuting { db, judge in
            let mutes = try sight.reader.flatMap { try MuteFilter(of: $0, in: db, judge) }
            let feeds = try selection.feedIDs(in: sight, db, without: mutes)
            var range = ArticleRange(selection, without: try ClearedFeeds(of: sight.reader, in: db))
            var articles: [ListedArticle] = []
            // Where much is muted older articles take its place, within reason.
            for _ in 0..<(mutes?.looksAtArticles == true ? 4 : 1) {
                let ids = try range.newest(limit, of: feeds, in: db)
                let found = try ids.compactMap { try ListedArticle.find($0, in: sight, db) }
                articles += mutes.map { mutes in found.filter { !mutes.hidesContent(of: $0) } } ?? found
                guard articles.count < limit, ids.count == limit, let last = ids.last else { break }
                range = range.before(last)
            }
            return Array(articles.prefix(limit))
        }
    }

    package func countArticles(_ selection: ArticleSelection, in sight: Sight) async throws -> ArticleCount {
        try await read { db in
            let feeds = try selection.feedIDs(in: sight, db)
            let cleared = try ClearedFeeds(of: sight.reader, in: db)
            return try ArticleRange(selection, without: cleared).count(of: feeds, in: db)
        }
    }

    package func article(_ id: ArticleID, in sight: Sight) async throws -> ListedArticle? {
        try await read { db in try ListedArticle.find(id, in: sight, db) }
    }

    /// In the order asked for; those that are gone are left out.
    package func articles(_ ids: [ArticleID], in sight: Sight) async throws -> [ListedArticle] {
        try await read { db in try ids.compactMap { try ListedArticle.find($0, in: sight, db) } }
    }

    /// The same without those that the reader has muted.
    package func unmutedArticles(_ ids: [ArticleID], in sight: Sight) async throws -> [ListedArticle] {
        try await readMuting { db, judge in
            let mutes = try sight.reader.flatMap { try MuteFilter(of: $0, in: db, judge) }
            return try ids.compactMap { try ListedArticle.find($0, in: sight, db) }
                .filter { mutes?.hides($0) != true }
        }
    }

    /// The first article with a canonical link (`StoryKeys.canonicalURL`) that may be seen.
    package func article(linkKey: String, in sight: Sight) async throws -> ListedArticle? {
        try await read { db in
            let ids = try Int64.fetchAll(
                db,
                sql: """
                    SELECT article.id FROM storyKey
                    JOIN article ON article.storyID = storyKey.storyID AND article.feedID = storyKey.feedID
                    JOIN feed ON feed.id = article.feedID
                    WHERE storyKey.kind = 'link' AND storyKey.key = ?
                    ORDER BY \(sight.isOpen("feed")) DESC, article.id LIMIT \(Self.mostLooked)
                    """,
                arguments: [linkKey]
            )
            for id in ids {
                if let listed = try ListedArticle.find(ArticleID(rawValue: id), in: sight, db) { return listed }
            }
            return nil
        }
    }

    /// A story's articles in the order they appeared, those found to be the same story included.
    package func articles(
        ofStory story: StoryID,
        in sight: Sight,
        limit: Int = 50
    ) async throws -> [ListedArticle] {
        try await read { db in
            let ids = try Int64.fetchAll(
                db,
                sql: """
                    WITH root AS (SELECT coalesce(sameAs, id) AS id FROM story WHERE id = ?),
                        family AS (SELECT id FROM root
                            UNION SELECT story.id FROM story JOIN root ON story.sameAs = root.id)
                    SELECT article.id FROM family JOIN article ON article.storyID = family.id
                    JOIN feed ON feed.id = article.feedID
                    ORDER BY \(sight.isOpen("feed")) DESC, article.id LIMIT \(Self.mostLooked)
                    """,
                arguments: [story.rawValue]
            )
            var articles: [ListedArticle] = []
            for id in ids where articles.count < limit {
                if let listed = try ListedArticle.find(ArticleID(rawValue: id), in: sight, db) {
                    articles.append(listed)
                }
            }
            return articles.sorted { $0.article.id < $1.article.id }
        }
    }

    /// Articles of one story or link that are looked at, those of open feeds first: strangers may add any number.
    private static let mostLooked = 1_000

    /// The feeds whose news a reader is shown: what they follow, else the house selection.
    package func shownFeeds(in sight: Sight) async throws -> [FeedID] {
        try await read { db in
            try ArticleSelection(from: .distantPast, to: .distantFuture).feedIDs(in: sight, db)
        }
    }

    /// The categories of the feeds whose news a reader is shown, each once, by name.
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
