package import NewsModel
package import TextAnalysis

/// A stored article that a query matches, and the word that decided.
package struct QueryEvidence: Sendable {
    package var article: ListedArticle
    /// As it stands in the article; the query itself if it matches something else than words.
    package var word: String
}

extension AlertQuery {
    /// The articles that match, in their order; `tried` is how many were looked at in `seconds`.
    package func evidence(
        in articles: [ListedArticle],
        seconds: Double,
        by time: any TimeSource
    ) async -> (tried: Int, matches: [QueryEvidence]) {
        let end = time.uptime + seconds
        var (tried, found): (Int, [QueryEvidence]) = (0, [])
        for article in articles {
            guard time.uptime < end else { break }
            if matches(article) { found.append(QueryEvidence(article: article, word: word(in: article))) }
            tried += 1
            await Task.yield()
        }
        return (tried, found)
    }

    private func word(in listed: ListedArticle) -> String {
        for text in [listed.article.title, listed.article.summary] {
            if let range = matchedRanges(in: text).first { return String(text[range]) }
        }
        return Self.shown(canonical)
    }

    /// What a query of exclusions alone keeps out, as a query; nil for any other query, and for one that cannot be
    /// read.
    package static func excluded(
        by text: String,
        limits: QueryLimits = QueryLimits(),
        fields: QueryFieldWords = QueryFieldWords()
    ) -> String? {
        let query = try? Query(parsing: text, allowingOnlyExclusions: true, limits: limits, fields: fields)
        return query?.excluded?.canonical
    }
}
