import GRDB
package import NewsModel

extension Store {
    /// The most articles that are marked in one transaction.
    private static let mostMarked = 2_000

    /// Marks all articles that were analysed by rules of another version.
    ///
    /// Other writers run in between. When it is interrupted, the next time finds what is left.
    package func demandAnalysis(byVersion version: Int) async throws {
        let known = try await read { db in
            try Int.fetchOne(db, sql: "SELECT value FROM changeCounter WHERE name = 'analysis'")
        }
        guard known != version else { return }
        var end: ArticleID? = .highest
        while let before = end {
            try Task.checkCancellation()
            end = try await write { db in try Self.markNewest(before: before, unless: version, db) }
        }
        try await write { db in
            try db.execute(sql: "UPDATE changeCounter SET value = ? WHERE name = 'analysis'", arguments: [version])
        }
    }

    /// Returns the oldest article that was looked at; nil when there was none.
    private static func markNewest(before end: ArticleID, unless version: Int, _ db: Database) throws -> ArticleID? {
        let newest = try ArticleID.fetchAll(
            db.cachedStatement(sql: "SELECT id FROM article WHERE id < ? ORDER BY id DESC LIMIT \(mostMarked)"),
            arguments: [end]
        )
        guard let oldest = newest.last else { return nil }
        try db.executeCached(
            sql: """
                INSERT OR IGNORE INTO analysisDue (articleID) SELECT id FROM article WHERE id < ? AND id >= ?
                    AND NOT EXISTS (SELECT 1 FROM articleAnalysis WHERE articleID = article.id AND version = ?)
                """,
            arguments: [end, oldest, version]
        )
        return oldest
    }

    /// How many articles are still to be analysed; reads all of them.
    package func countArticlesToAnalyse() async throws -> Int {
        try await read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM analysisDue") ?? 0 }
    }

    /// The newest articles that are still to be analysed.
    package func articlesToAnalyse(limit: Int) async throws -> [AnalysedText] {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT \(Article.columns), substr(articleBody.text, 1, 2000), coalesce(article.language, feed.language),
                        feed.url, feed.name, feed.homePageURL, feed.language
                    FROM analysisDue CROSS JOIN article ON article.id = analysisDue.articleID
                    CROSS JOIN feed ON feed.id = article.feedID
                    LEFT JOIN articleBody ON articleBody.articleID = article.id
                    ORDER BY analysisDue.articleID DESC LIMIT ?
                    """
            )
            var usual: [FeedID: String?] = [:]
            return try Row.fetchAll(statement, arguments: [limit]).map { row in
                let article = Article(row: row)
                let known = try usual[article.feedID] ?? Self.usualLanguage(of: article.feedID, db)
                usual[article.feedID] = known
                return AnalysedText(
                    article: article,
                    head: row[Article.columnCount] ?? "",
                    declared: row[Article.columnCount + 1],
                    usual: known,
                    origin: FeedOrigin(
                        url: row[Article.columnCount + 2],
                        name: row[Article.columnCount + 3],
                        homePageURL: row[Article.columnCount + 4],
                        language: row[Article.columnCount + 5]
                    )
                )
            }
        }
    }

    /// Replaces what is known of articles; articles that are gone are skipped.
    ///
    /// Nil places or facts stay as they are. An article whose words differ from `texts` by now is analysed again.
    ///
    /// - Parameter version: of the rules by which they were found; 0 for none.
    package func saveAnalyses(
        _ found: [ArticleID: (places: [NamedPlace]?, facts: ArticleFacts?)],
        of texts: [AnalysedText] = [],
        version: Int = 0
    ) async throws {
        let read = Dictionary(texts.map { ($0.article.id, $0) }, uniquingKeysWith: { first, _ in first })
        try await write { db in
            let (places, facts) = (PlaceWriting(db: db), AnalysisWriting(db: db))
            let statement = try db.cachedStatement(
                sql: """
                    SELECT article.title, substr(articleBody.text, 1, 2000) FROM article
                    LEFT JOIN articleBody ON articleBody.articleID = article.id WHERE article.id = ?
                    """
            )
            for (article, known) in found.sorted(by: { $0.key < $1.key }) {
                let row = try Row.fetchOne(statement, arguments: [article])
                let isSame = row.map { row in
                    read[article].map { $0.article.title == row[0] && $0.head == (row[1] ?? "") } ?? true
                }
                if isSame ?? true {
                    try db.executeCached(sql: "DELETE FROM analysisDue WHERE articleID = ?", arguments: [article])
                }
                guard row != nil else { continue }
                if let found = known.places {
                    try db.executeCached(sql: "DELETE FROM articlePlace WHERE articleID = ?", arguments: [article])
                    try places.save(found, of: article)
                }
                if let found = known.facts { try facts.save(found, of: article, version: version) }
                try facts.recount(article)
            }
        }
    }

    /// The language of most of a feed's newest articles; nil when none is known.
    package func usualLanguage(of feed: FeedID) async throws -> String? {
        try await read { db in try Self.usualLanguage(of: feed, db) }
    }

    private static func usualLanguage(of feed: FeedID, _ db: Database) throws -> String? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT language FROM (SELECT articleAnalysis.language FROM article
                    JOIN articleAnalysis ON articleAnalysis.articleID = article.id
                    WHERE article.feedID = ? ORDER BY article.id DESC LIMIT 20)
                WHERE language IS NOT NULL GROUP BY language ORDER BY count(*) DESC, language LIMIT 1
                """
        )
        return try String.fetchOne(statement, arguments: [feed])
    }
}
