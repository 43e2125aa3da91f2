import Foundation
import GRDB
import NewsModel
import TextAnalysis

/// Finds the articles that a search then matches.
struct SearchCandidates {
    let scope: SearchScope
    let db: Database
    private var search: ArticleSearch { scope.search }
    private var sight: Sight { scope.sight }
    private var limits: SearchLimits { scope.limits }

    struct Ranked {
        /// The best first.
        var articles: [ArticleID]
        var isCut: Bool
    }

    /// Articles of feeds that the reader may not see, but was shown, that are checked one by one.
    static let mostShown = 100
    /// The statements for one of the full-text indices: articles, newest first, and how well they match.
    private struct Statements {
        var articles: String
        /// Those that name one of some places.
        var ofFewPlaces: String
        var ofManyPlaces: String

        /// - Parameter weights: how much each column counts.
        init(_ index: String, weights: String) {
            func articles(_ condition: String = "") -> String {
                """
                SELECT rowid, articleRank(\(index), ?\(weights)) FROM \(index)
                WHERE \(index) MATCH ? AND rowid >= ? AND rowid < ? \(condition) ORDER BY rowid DESC LIMIT ?
                """
            }
            self.articles = articles()
            let wanted = "(SELECT value FROM json_each(?))"
            // With "+" the index is read once in its order, not once for each article.
            ofFewPlaces = articles(
                """
                AND +rowid IN (SELECT articleID FROM articlePlace WHERE placeID IN \(wanted)
                    AND articleID >= ? AND articleID < ?)
                """
            )
            ofManyPlaces = articles(
                """
                AND EXISTS (SELECT 1 FROM articlePlace INDEXED BY articlePlaceByArticle
                    WHERE articleID = \(index).rowid AND placeID IN \(wanted))
                """
            )
        }
    }

    /// A title counts four times as much as a summary.
    private static let titles = Statements("articleText", weights: ", 4.0, 1.0")
    private static let texts = Statements("readText", weights: "")

    /// The newest articles in sight that the index finds, by relevance and age; nil when the index cannot help.
    func ranked() throws -> Ranked? {
        guard let query = search.query, let titles = SearchPattern.pattern(of: query, in: .titles) else { return nil }
        let feeds = try SearchFeeds(search, sight, db)
        let places = try scope.places(in: db).places()
        if places?.isEmpty == true { return Ranked(articles: [], isCut: false) }
        var scores: [ArticleID: Double] = [:]
        var isCut = try add(Self.titles, titles, feeds, places, &scores)
        if let texts = SearchPattern.pattern(of: query, in: .texts) {
            isCut = try add(Self.texts, texts, feeds, places, &scores) || isCut
        }
        let articles = scores.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        return Ranked(articles: articles, isCut: isCut)
    }

    /// Returns whether there were more.
    private func add(
        _ statements: Statements,
        _ pattern: String,
        _ feeds: SearchFeeds,
        _ places: Set<Int64>?,
        _ scores: inout [ArticleID: Double]
    ) throws -> Bool {
        let most = search.asksOnlyWhether ? min(limits.candidates, Self.mostForOne) : limits.candidates
        let wanted = WantedArticles(feeds, scope.articleFeeds, closed: Self.mostShown)
        var found: [Found] = []
        var (unknown, shown): ([Found], [ArticleID: Double]) = ([], [:])
        var unknownAtOnce = min(most, Self.rowsAtOnce)
        func show(_ article: ArticleID, _ rank: Double) {
            guard wanted.closedLeft > 0 else { return }
            wanted.closedLeft -= 1
            shown[article] = rank
        }
        func lookUpUnknown() throws {
            let ranks = Dictionary(unknown.map { ($0.article, $0.rank) }) { first, _ in first }
            let some = try scope.articleFeeds.feeds(of: unknown.map(\.article), in: db)
            try feeds.load(some.lazy.map(\.feed))
            for (article, feed) in some {
                let rank = ranks[article] ?? 0
                switch try feeds.place(of: feed) {
                case .open where try !feeds.hides(article, of: feed): found.append(Found(article: article, rank: rank))
                case .closed: show(article, rank)
                case .open, .elsewhere: continue
                }
            }
            unknown = []
            unknownAtOnce = Self.rowsAtOnce
            wanted.learn()
        }
        var rows = 0
        try read(statements, pattern, places, wanted) { article, rank in
            rows += 1
            guard let rank else { return true }
            switch wanted.verdict {
            case .open(let feed):
                if try !feeds.hides(article, of: feed) { found.append(Found(article: article, rank: rank)) }
            case .closed: show(article, rank)
            case .unknown: unknown.append(Found(article: article, rank: rank))
            case .unwanted: break
            }
            // Each look-up costs a statement, so that it is never made for a single article.
            if unknown.count >= unknownAtOnce { try lookUpUnknown() }
            return found.count < most
        }
        try lookUpUnknown()
        let isCut = found.count >= most || rows >= limits.rows
        if found.count > most {
            found.sort { $0.article > $1.article }
            found.removeLast(found.count - most)
        }
        if !shown.isEmpty {
            let visible = try sight.visible(ofClosedFeeds: shown.keys.sorted(by: >), in: db)
            found += visible.map { Found(article: $0, rank: shown[$0] ?? 0) }
        }
        for found in found {
            let relevance = relevance(search.asksOnlyWhether ? 1 : found.rank, of: found.article)
            scores[found.article] = max(relevance, scores[found.article] ?? 0)
        }
        return isCut
    }

    private struct Found {
        var article: ArticleID
        var rank: Double
    }

    /// So many candidates show whether a search finds anything.
    private static let mostForOne = 20
    /// Places that are named by more articles than this are looked up for each article.
    private static let mostListed = 2_000

    /// Reads what an index finds, newest first, until `body` returns false; with `places`, those that name one of them.
    ///
    /// - Parameter body: gets an article and its rank, or nil for one that is not wanted.
    private func read(
        _ statements: Statements,
        _ pattern: String,
        _ places: Set<Int64>?,
        _ wanted: WantedArticles,
        _ body: (ArticleID, Double?) throws -> Bool
    ) throws {
        let (first, end) = (search.numbers.lowerBound, search.numbers.upperBound)
        let list = places?.sorted().jsonList
        let areFew = try list.map { list in
            let count = try Int.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT count(*) FROM (SELECT 1 FROM articlePlace
                            WHERE placeID IN (SELECT value FROM json_each(?)) AND articleID >= ? AND articleID < ? LIMIT ?)
                        """
                ),
                arguments: [list, first, end, Self.mostListed + 1]
            )
            return count ?? 0 <= Self.mostListed
        }
        let sql =
            switch areFew {
            case nil: statements.articles
            case true?: statements.ofFewPlaces
            case false?: statements.ofManyPlaces
            }
        try DirectStatement(sql, in: db).forEachRow {
            $0.bind(wanted, type: WantedArticles.pointerType)
            $0.bind(pattern)
            $0.bind(first)
            $0.bind(end)
            if let list { $0.bind(list) }
            if areFew == true {
                $0.bind(first)
                $0.bind(end)
            }
            $0.bind(Int64(limits.rows))
        } _: { row in
            try body(ArticleID(rawValue: row.integer(0)), row.isNull(1) ? nil : row.number(1))
        }
    }

    /// Rows whose feeds are read together.
    private static let rowsAtOnce = 500

    /// The next articles and their feeds.
    private static func next(of rows: RowCursor) throws -> [(article: ArticleID, feed: FeedID)] {
        var some: [(article: ArticleID, feed: FeedID)] = []
        while some.count < rowsAtOnce, let row = try rows.next() { some.append((row[0], row[1])) }
        return some
    }

    /// A week halves two thirds of what an article counts.
    private func relevance(_ rank: Double, of article: ArticleID) -> Double {
        let age = max(0, search.time.now.timeIntervalSince(article.publishedAt)) / (7 * 86_400)
        return rank * (1 + 2 * exp2(-age)) / 3
    }

    /// What the reader has saved, newest first, if the search requires that; else nil.
    func saved() throws -> [ArticleID]? {
        guard let reader = sight.reader, search.query?.requiredStates.contains(.saved) == true else { return nil }
        let feeds = try SearchFeeds(search, sight, db)
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT articleID, article.feedID FROM savedArticle JOIN article ON article.id = articleID
                    WHERE profileID = ? AND articleID >= ? AND articleID < ? ORDER BY articleID DESC
                    """
            ),
            arguments: [reader, search.numbers.lowerBound, search.numbers.upperBound]
        )
        return try rows.compactMap { row -> ArticleID? in
            if case .elsewhere = try feeds.place(of: row[1]) { return nil }
            return row[0]
        }
    }

    struct Newest {
        var articles: [ArticleID]
        /// Before which article the search goes on; nil when there are no more.
        var next: ArticleID?
        var rows: Int
    }

    /// The newest articles in sight before one, newest first; at most `count`.
    func newest(_ count: Int, before end: ArticleID, rows most: Int, _ feeds: SearchFeeds) throws -> Newest {
        var arguments: [String: (any DatabaseValueConvertible)?] = [
            "first": search.numbers.lowerBound, "end": end, "rows": most,
        ]
        if let chosen = search.feeds { arguments["feeds"] = chosen.sorted().jsonList }
        let sql = Self.newestQuery(search.query?.requiredMedia ?? [], ofFeeds: search.feeds != nil)
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: StatementArguments(arguments))
        var newest = Newest(articles: [], next: nil, rows: 0)
        while true {
            let some = try Self.next(of: rows)
            if some.isEmpty { break }
            try feeds.load(some.lazy.map(\.feed))
            for (article, feed) in some {
                newest.rows += 1
                newest.next = article
                guard case .open = try feeds.place(of: feed), try !feeds.hides(article, of: feed) else { continue }
                newest.articles.append(article)
                if newest.articles.count == count { return newest }
            }
        }
        if newest.rows < most { newest.next = nil }
        return newest
    }

    private static func newestQuery(_ media: Set<QueryMedium>, ofFeeds: Bool) -> String {
        let index = ofFeeds ? "INDEXED BY articleByFeed" : media.isEmpty ? "INDEXED BY feedOfArticle" : "NOT INDEXED"
        var conditions = ["id >= :first", "id < :end"]
        if ofFeeds { conditions.append("feedID IN (SELECT value FROM json_each(:feeds))") }
        if media.contains(.image) { conditions.append("imageURL IS NOT NULL") }
        if media.contains(.audio) || media.contains(.video) { conditions.append("attachment IS NOT NULL") }
        return """
            SELECT id, feedID FROM article \(index) WHERE \(conditions.joined(separator: " AND "))
            ORDER BY id DESC LIMIT :rows
            """
    }
}
