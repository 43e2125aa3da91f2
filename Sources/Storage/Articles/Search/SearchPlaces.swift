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

    /// The articles, newest first, also those out of sight; nil if the search requires no place, or if more articles name one
    /// than a search looks at.
    func articles() throws -> [ArticleID]? {
        guard let terms = search.query?.requiredPlaces else { return nil }
        let places = try terms.reduce(into: Set<Int64>()) { try $0.formUnion(self.places($1)) }
        let numbers = search.numbers
        let statement = try db.cachedStatement(
            sql: """
                SELECT DISTINCT articleID FROM articlePlace
                WHERE placeID IN (SELECT value FROM json_each(?)) AND articleID >= ? AND articleID < ? LIMIT ?
                """
        )
        let found = try ArticleID.fetchAll(
            statement,
            arguments: [places.sorted().jsonList, numbers.lowerBound, numbers.upperBound, limits.newest + 1]
        )
        return found.count > limits.newest ? nil : found.sorted(by: >)
    }

    /// Those of some articles that the search may look at, in their order.
    func inSight(_ articles: [ArticleID], _ feeds: SearchFeeds) throws -> [ArticleID] {
        let feedOf = try db.cachedStatement(sql: "SELECT feedID FROM article WHERE id = ?")
        var shown: Set<ArticleID> = []
        let open = try articles.filter { article in
            guard let feed = try FeedID.fetchOne(feedOf, arguments: [article]) else { return false }
            switch try feeds.place(of: feed) {
            case .open: return try !feeds.hides(article, of: feed)
            case .closed:
                shown.insert(article)
                return false
            case .elsewhere: return false
            }
        }
        guard !shown.isEmpty else { return open }
        var reader = try ListedArticleReader(sight, db)
        let readable = try reader.read(shown.sorted(by: >)).map(\.article.id)
        return (open + readable).sorted(by: >)
    }

    // MARK: - Which places

    private func places(_ term: QueryTerm) throws -> Set<Int64> {
        switch term {
        case .near(let area): try area.centre.map { try PlaceArea.towns(around: $0, area.kilometres, db) } ?? []
        case .phrase(let phrase, in: .place): try places(called: phrase)
        default: []
        }
    }

    /// The stored places of a name, and those of which one is called so is one of the two places around them.
    private func places(called phrase: QueryPhrase) throws -> Set<Int64> {
        let word = phrase.words.max { $0.utf8.count < $1.utf8.count } ?? ""
        let query = try Query(.term(.phrase(phrase, in: .place)))
        // Signs with accents are folded here; all others SQLite compares without their case.
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: "SELECT id, name FROM place WHERE instr(lower(name), ?) OR name GLOB '*[^ -~]*'"),
            arguments: [word]
        )
        var named: [Int64] = []
        while let row = try rows.next() {
            let (id, name): (Int64, String) = (row[0], row[1])
            guard TextFolding.folded(name).contains(word),
                query.matches(QueryDocument(title: "", places: [name]))
            else { continue }
            named.append(id)
        }
        let statement = try db.cachedStatement(
            sql: """
                SELECT value FROM json_each(?1)
                UNION SELECT id FROM place WHERE parentID IN (SELECT value FROM json_each(?1))
                UNION SELECT inner.id FROM place AS outer CROSS JOIN place AS inner ON inner.parentID = outer.id
                    WHERE outer.parentID IN (SELECT value FROM json_each(?1))
                """
        )
        return Set(try Int64.fetchAll(statement, arguments: [named.jsonList]))
    }
}
