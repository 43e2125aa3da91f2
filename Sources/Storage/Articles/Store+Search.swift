package import Foundation
import GRDB
package import NewsModel

extension Store {
    /// Articles that hold every word of a text and may be seen, the newest first.
    ///
    /// The text is only words here, never an expression: nothing in it is an operator. The last word may be a
    /// beginning.
    package func searchArticles(
        words text: String,
        in sight: Sight,
        from: Date = .distantPast,
        limit: Int
    ) async throws -> [ListedArticle] {
        guard let pattern = ArticleTokenizer.pattern(of: text) else { return [] }
        let first = ArticleID.first(atSecond: from.unixSeconds)
        return try await read { db in
            // Article numbers are in order of time: no sorting, whatever the number of matches.
            let ids = try Int64.fetchCursor(
                db,
                sql: """
                    SELECT rowid FROM articleText WHERE articleText MATCH ? AND rowid >= ? ORDER BY rowid DESC LIMIT ?
                    """,
                arguments: [pattern, first.rawValue, limit * 10 + 1_000]
            )
            var found: [ListedArticle] = []
            while found.count < limit, let id = try ids.next() {
                if let listed = try ListedArticle.find(ArticleID(rawValue: id), in: sight, db) { found.append(listed) }
            }
            return found
        }
    }
}
