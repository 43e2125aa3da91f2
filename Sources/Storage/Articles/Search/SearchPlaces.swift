import GRDB
import Glibc
import NewsModel
import TextAnalysis

/// Finds the articles that name a place which a search requires, however old they are.
///
/// Without it, searches for a place that no word of the index can help would look at the newest articles only.
struct SearchPlaces {
    let scope: SearchScope
    let db: Database
    private var search: ArticleSearch { scope.search }
    private var sight: Sight { scope.sight }

    /// A search for more places than this looks at the newest articles.
    private static let mostTerms = 10

    /// The stored places of which the search requires one, perhaps none; nil if it requires no place.
    func places() throws -> Set<Int64>? {
        guard let terms = search.query?.requiredPlaces, terms.count <= Self.mostTerms else { return nil }
        var places = Set<Int64>()
        for case .near(let area) in terms {
            if let centre = area.centre { places.formUnion(try PlaceArea.towns(around: centre, area.kilometres, db)) }
        }
        let phrases = terms.compactMap { if case .phrase(let phrase, _) = $0 { phrase } else { nil } }
        if !phrases.isEmpty { places.formUnion(try self.places(called: phrases)) }
        return places
    }

    /// Periods before the end of a search, the last first, each four times as long as the one after it.
    ///
    /// A place that is often in the news needs only the last of them, and the others cost little.
    static func periods(of search: ArticleSearch) -> [Range<ArticleID>] {
        let numbers = search.numbers
        var end = numbers.upperBound
        var second = min(end.publishedAt, search.time.now).unixSeconds
        var length: Int64 = 2 * 86_400
        var periods: [Range<ArticleID>] = []
        while numbers.lowerBound < end {
            second = max(0, second - length)
            length *= 4
            let first = max(numbers.lowerBound, min(end, ArticleID.first(atSecond: second)))
            if first < end { periods.append(first..<end) }
            end = first
            if second == 0 { break }
        }
        return periods
    }

    /// The articles of a period that name one of some places, newest first, also those out of sight; at most `most`.
    func articles(naming places: Set<Int64>, in period: Range<ArticleID>, _ most: Int) throws -> [ArticleID] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT DISTINCT articleID FROM articlePlace
                WHERE placeID IN (SELECT value FROM json_each(?)) AND articleID >= ? AND articleID < ?
                ORDER BY articleID DESC LIMIT ?
                """
        )
        return try ArticleID.fetchAll(
            statement,
            arguments: [places.sorted().jsonList, period.lowerBound, period.upperBound, most]
        )
    }

    /// Those of some articles that the search may look at, in their order.
    ///
    /// - Parameter shownLeft: how many articles of feeds that the reader may not see, but was perhaps shown, are still
    ///   looked at one by one.
    func inSight(_ articles: [ArticleID], _ feeds: SearchFeeds, shownLeft: inout Int) throws -> [ArticleID] {
        let feedOf = try scope.articleFeeds.feeds(of: articles, in: db)
        try feeds.load(feedOf.lazy.map(\.feed))
        var (open, shown): ([ArticleID], [ArticleID]) = ([], [])
        for (article, feed) in feedOf {
            switch try feeds.place(of: feed) {
            case .open where try !feeds.hides(article, of: feed): open.append(article)
            case .closed where shown.count < shownLeft: shown.append(article)
            case .open, .closed, .elsewhere: continue
            }
        }
        shownLeft -= shown.count
        guard !shown.isEmpty else { return open }
        return (open + (try sight.visible(ofClosedFeeds: shown, in: db))).sorted(by: >)
    }

    // MARK: - Which places

    /// The stored places of some names, and all that lie in them.
    private func places(called phrases: [QueryPhrase]) throws -> [Int64] {
        let wanted = try phrases.map { phrase in
            (
                word: phrase.words.max { $0.utf8.count < $1.utf8.count } ?? "",
                query: try Query(.term(.phrase(phrase, in: .place)))
            )
        }
        let rows = try Row.fetchCursor(db.cachedStatement(sql: "SELECT id, name FROM place"))
        var named: [Int64] = []
        while let row = try rows.next() {
            let name: String = row[1]
            let folded = TextFolding.folded(name)
            // `String.contains` takes ten times as long.
            let isNamed = wanted.contains {
                strstr(folded, $0.word) != nil && $0.query.matches(QueryDocument(title: "", places: [name]))
            }
            if isNamed { named.append(row[0]) }
        }
        return try PlaceArea.inside(named, db)
    }
}
