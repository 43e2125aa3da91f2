import Foundation
import GRDB
package import NewsModel
package import TextAnalysis

extension Store {
    /// Finds articles in sight, one of each story, without muted ones.
    ///
    /// Candidates of the full-text index come by relevance and age, others newest first. What the reader has saved is
    /// asked for directly, because it may be old, and of feeds that are not open to them any more.
    package func search(_ search: ArticleSearch, in sight: Sight, limits: SearchLimits) async throws -> SearchResult {
        let scope = SearchScope(search: search, sight: sight, limits: limits, articleFeeds: articleFeeds.reader())
        let saved = try await read { db in try scope.candidates(in: db).saved() }
        if let saved, let reader = sight.reader {
            var matching = SearchMatching(store: self, search: search, sight: .shown(to: reader), limits: limits)
            try await matching.add(saved)
            let hits = try await hits(matching.found, search, in: .shown(to: reader))
            return SearchResult(hits: hits, looked: nil, isCut: matching.isCut)
        }
        var matching = SearchMatching(store: self, search: search, sight: sight, limits: limits)
        let ranked = try await read { db in try scope.candidates(in: db).ranked() }
        var result = SearchResult(hits: [], looked: nil, isCut: false)
        if let ranked {
            try await matching.add(ranked.articles)
            result.isCut = matching.isCut || ranked.isCut && !matching.isFull
        } else if try await addNamingPlaces(&matching, scope) {
            result.isCut = matching.isCut
        } else {
            try await addNewest(&matching, scope)
            result.looked = search.query == nil ? nil : matching.looked
            result.isCut = matching.isCut
        }
        result.hits = try await hits(matching.found, search, in: sight)
        return result
    }

    private static let searchStep = 500

    /// False if the search requires no place.
    private func addNamingPlaces(_ matching: inout SearchMatching, _ scope: SearchScope) async throws -> Bool {
        let (search, sight, limits) = (matching.search, matching.sight, matching.limits)
        let required = try await read { db in try scope.places(in: db).places() }
        guard let places = required else { return false }
        guard !places.isEmpty else { return true }
        let mostLooked = max(limits.candidates, limits.newest)
        var (rows, shownLeft) = (limits.rows, SearchCandidates.mostShown)
        for period in SearchPlaces.periods(of: search) where !matching.isFull && !matching.isCut {
            let most = rows
            var named = try await read { db in
                try scope.places(in: db).articles(naming: places, in: period, most + 1)
            }[...]
            rows -= named.count
            while !named.isEmpty, !matching.isFull, !matching.isCut {
                guard matching.looked < mostLooked else {
                    matching.isCut = true
                    break
                }
                let some = Array(named.prefix(min(Self.searchStep, mostLooked - matching.looked)))
                named = named.dropFirst(some.count)
                let (left, known) = (shownLeft, matching.known)
                let (inSight, rest, after) = try await read { db in
                    var rest = left
                    let feeds = try SearchFeeds(search, sight, db, known: known)
                    let found = try scope.places(in: db).inSight(some, feeds, shownLeft: &rest)
                    return (found, rest, feeds.known)
                }
                (shownLeft, matching.known) = (rest, after)
                try await matching.add(inSight)
            }
            if rows < 0, !matching.isFull { matching.isCut = true }
        }
        return true
    }

    private func addNewest(_ matching: inout SearchMatching, _ scope: SearchScope) async throws {
        let (search, sight, limits) = (matching.search, matching.sight, matching.limits)
        var end: ArticleID? = search.numbers.upperBound
        var rows = limits.rows
        while let before = end, !matching.isFull, !matching.isCut {
            let (most, count) = (rows, min(Self.searchStep, limits.newest - matching.looked))
            let known = matching.known
            let (newest, after) = try await read { db in
                let feeds = try SearchFeeds(search, sight, db, known: known)
                let newest = try scope.candidates(in: db).newest(count, before: before, rows: most, feeds)
                return (newest, feeds.known)
            }
            matching.known = after
            rows -= newest.rows
            end = newest.next
            try await matching.add(newest.articles)
            if end != nil, rows <= 0 || matching.looked >= limits.newest { matching.isCut = true }
        }
    }

    /// What was found, as the reader sees it; a muted feed is shown if the search names it.
    private func hits(_ found: [SearchText], _ search: ArticleSearch, in sight: Sight) async throws -> [SearchHit] {
        let texts = Dictionary(found.map { ($0.id, $0.text) }) { first, _ in first }
        let ids = found.map(\.id)
        return try await readMuting { db, judge in
            let mutes = try sight.reader.flatMap { try ReaderRules(of: $0, in: db, judge, withFilters: false) }
            var reader = try ListedArticleReader(sight, db)
            return try reader.read(ids)
                .filter { listed in
                    search.feeds == nil ? mutes?.hides(listed) != true : mutes?.hidesContent(of: listed) != true
                }
                .map { SearchHit(listed: $0, text: texts[$0.article.id] ?? nil) }
        }
    }

    /// Which of some articles a query matches.
    ///
    /// They must be in the reader's sight.
    package func matching(
        _ query: Query,
        among ids: [ArticleID],
        in sight: Sight,
        time: QueryTime,
        limits: SearchLimits
    ) async throws -> MatchingArticles {
        let search = ArticleSearch(query: query, time: time, limit: .max)
        var matching = SearchMatching(store: self, search: search, sight: sight, limits: limits)
        matching.groupsStories = false
        try await matching.add(ids)
        var texts: [ArticleID: String] = [:]
        for found in matching.found { texts[found.id] = found.text }
        return MatchingArticles(ids: matching.found.map(\.id), texts: texts, isCut: matching.isCut)
    }

    /// How often words occur in the titles of the newest articles in sight, for suggestions.
    package func titleWords(in sight: Sight, newest count: Int) async throws -> [String: Int] {
        let search = ArticleSearch(query: nil, time: QueryTime(now: .distantPast), limit: 0)
        let limits = SearchLimits(newest: count)
        let scope = SearchScope(search: search, sight: sight, limits: limits, articleFeeds: articleFeeds.reader())
        return try await read { db in
            let newest = try scope.candidates(in: db)
                .newest(count, before: search.numbers.upperBound, rows: limits.rows, try SearchFeeds(search, sight, db))
            let titles = try Row.fetchCursor(
                db.cachedStatement(sql: "SELECT title FROM article WHERE id IN (SELECT value FROM json_each(?))"),
                arguments: [newest.articles.jsonList]
            )
            var words: [String: Int] = [:]
            while let row = try titles.next() {
                WordTokenizer.forEachToken(row[0]) { word, _, _ in
                    words[word, default: 0] += 1
                    return true
                }
            }
            return words
        }
    }
}

/// What is searched by whom and at what cost, for all transactions of one search.
struct SearchScope: Sendable {
    let search: ArticleSearch
    let sight: Sight
    let limits: SearchLimits
    let articleFeeds: ArticleFeeds.Reader

    func candidates(in db: Database) -> SearchCandidates { SearchCandidates(scope: self, db: db) }

    func places(in db: Database) -> SearchPlaces { SearchPlaces(scope: self, db: db) }
}
