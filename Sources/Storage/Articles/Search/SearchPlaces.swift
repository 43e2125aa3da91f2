import GRDB
import NewsModel
import TextAnalysis

/// Finds the articles that name a place which a search requires, however old they are.
///
/// Without it, searches for a place that no word of the index can help would look at the newest articles only.
struct SearchPlaces {
    let search: ArticleSearch
    let sight: Sight
    let limits: SearchLimits
    let db: Database

    /// A search for more places than this looks at the newest articles.
    private static let mostTerms = 10

    /// The articles, newest first, also those out of sight; nil if the search requires no place, or if more articles name one
    /// than are looked at to find those in sight.
    func articles() throws -> [ArticleID]? {
        guard let terms = search.query?.requiredPlaces, terms.count <= Self.mostTerms else { return nil }
        var places = Set<Int64>()
        for case .near(let area) in terms {
            if let centre = area.centre { places.formUnion(try PlaceArea.towns(around: centre, area.kilometres, db)) }
        }
        let phrases = terms.compactMap { if case .phrase(let phrase, _) = $0 { phrase } else { nil } }
        if !phrases.isEmpty { places.formUnion(try self.places(called: phrases)) }
        let numbers = search.numbers
        let statement = try db.cachedStatement(
            sql: """
                SELECT DISTINCT articleID FROM articlePlace
                WHERE placeID IN (SELECT value FROM json_each(?)) AND articleID >= ? AND articleID < ? LIMIT ?
                """
        )
        let found = try ArticleID.fetchAll(
            statement,
            arguments: [places.sorted().jsonList, numbers.lowerBound, numbers.upperBound, limits.rows + 1]
        )
        return found.count > limits.rows ? nil : found.sorted(by: >)
    }

    /// Those of some articles that the search may look at, in their order.
    ///
    /// - Parameter shownLeft: how many articles of feeds that the reader may not see, but was perhaps shown, are still looked
    ///   at one by one.
    func inSight(_ articles: [ArticleID], _ feeds: SearchFeeds, shownLeft: inout Int) throws -> [ArticleID] {
        let feedOf = try db.cachedStatement(sql: "SELECT feedID FROM article WHERE id = ?")
        var (open, shown): ([ArticleID], [ArticleID]) = ([], [])
        for article in articles {
            guard let feed = try FeedID.fetchOne(feedOf, arguments: [article]) else { continue }
            switch try feeds.place(of: feed) {
            case .open where try !feeds.hides(article, of: feed): open.append(article)
            case .closed where shown.count < shownLeft: shown.append(article)
            case .open, .closed, .elsewhere: continue
            }
        }
        shownLeft -= shown.count
        guard !shown.isEmpty else { return open }
        var reader = try ListedArticleReader(sight, db)
        return (open + (try reader.read(shown).map(\.article.id))).sorted(by: >)
    }

    // MARK: - Which places

    /// The stored places of some names, and those of which one is called so is one of the two places around them.
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
            let isNamed = wanted.contains {
                folded.contains($0.word) && $0.query.matches(QueryDocument(title: "", places: [name]))
            }
            if isNamed { named.append(row[0]) }
        }
        let statement = try db.cachedStatement(
            sql: """
                SELECT value FROM json_each(?1)
                UNION SELECT id FROM place WHERE parentID IN (SELECT value FROM json_each(?1))
                UNION SELECT inner.id FROM place AS outer CROSS JOIN place AS inner ON inner.parentID = outer.id
                    WHERE outer.parentID IN (SELECT value FROM json_each(?1))
                """
        )
        return try Int64.fetchAll(statement, arguments: [named.jsonList])
    }
}
