package import Foundation
import GRDB
package import NewsModel

extension Store {
    /// Visible articles that contain every word of a text, newest first.
    ///
    /// The text contains no operators. The last word may be a prefix.
    package func searchArticles(
        words text: String,
        in sight: Sight,
        from: Date = .distantPast,
        limit: Int
    ) async throws -> [ListedArticle] {
        guard let pattern = ArticleTokenizer.pattern(of: text) else { return [] }
        let first = ArticleID.first(atSecond: from.unixSeconds)
        return try await read { db in
            // Article ids are in order of time, so no sorting is needed.
            let ids = try ArticleID.fetchAll(
                db,
                sql: """
                    SELECT rowid FROM articleText WHERE articleText MATCH ? AND rowid >= ? ORDER BY rowid DESC LIMIT ?
                    """,
                arguments: [pattern, first, limit * 10 + 1_000]
            )
            return try ListedArticleReader.first(ids, limit, in: sight, db)
        }
    }
}
