import GRDB
import NewsModel

extension Store {
    /// The most waiting articles that are looked at, the newest first.
    private static let mostWaiting = 5_000

    /// How many articles of a selection an answer about their places or facts lacks, because nothing of them was
    /// analysed yet.
    ///
    /// Articles that are analysed again are not counted: what was found before stays until then.
    ///
    /// - Parameter orUnindexed: also counts those that the full-text index lacks.
    package func countMissingArticles(
        _ selection: ArticleSelection,
        in sight: Sight,
        orUnindexed: Bool = false
    ) async throws -> Int {
        try await read { db in
            let tables = "SELECT 1 FROM analysisDue UNION ALL SELECT 1 FROM unindexedArticle LIMIT 1"
            guard try Row.fetchOne(db.cachedStatement(sql: tables)) != nil else { return 0 }
            return try ArticleFilter(selection, in: sight, db)
                .countWaiting(orUnindexed ? [Self.unanalysed, Self.unindexed] : [Self.unanalysed], db)
        }
    }

    private static let newest = "articleID >= :first AND articleID < :end ORDER BY articleID DESC LIMIT \(mostWaiting)"

    private static let unanalysed = """
        SELECT articleID FROM (SELECT articleID FROM analysisDue WHERE \(newest)) AS due
        WHERE NOT EXISTS (SELECT 1 FROM articleAnalysis WHERE articleAnalysis.articleID = due.articleID)
        """
    private static let unindexed = """
        SELECT articleID FROM (SELECT articleID FROM unindexedArticle
            WHERE feedID IN (SELECT value FROM json_each(:feeds)) AND \(newest))
        """
}

extension ArticleFilter {
    /// Counts the selected articles among those that the given statements name.
    fileprivate func countWaiting(_ statements: [String], _ db: Database) throws -> Int {
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT article.id, article.feedID FROM (\(statements.joined(separator: " UNION "))) AS waiting
                    CROSS JOIN article ON article.id = waiting.articleID
                    WHERE article.feedID IN (SELECT value FROM json_each(:feeds))
                    """
            ),
            arguments: ["first": numbers.lowerBound, "end": numbers.upperBound, "feeds": feeds.jsonList]
        )
        var count = 0
        while let row = try rows.next() {
            if try !cleared.hides(row[0], of: row[1], in: db) { count += 1 }
        }
        return count
    }
}
