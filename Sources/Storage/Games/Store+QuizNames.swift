package import Foundation
package import NewsModel
import TextAnalysis

extension Store {
    /// How long and in how many articles a name of the quiz is looked for.
    private static let quizLimits = SearchLimits(candidates: 200, newest: 500, seconds: 0.1)

    /// Articles in sight of a period that have the words of a name side by side, one of each story.
    package func articles(
        naming name: String,
        from: Date,
        to: Date,
        in sight: Sight,
        limit: Int
    ) async throws -> [ListedArticle] {
        let words = name.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
        guard let query = try? Query(parsing: "\"\(words)\"") else { return [] }
        let search = ArticleSearch(query: query, from: from, to: to, time: QueryTime(now: to), limit: limit)
        return try await self.search(search, in: sight, limits: Self.quizLimits).hits.map(\.listed)
    }
}
