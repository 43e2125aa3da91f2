package import NewsModel
import TextAnalysis

/// What somebody wants to be alerted of, checked before it is kept.
package struct AlertQuery: Hashable, Sendable {
    /// The form in which alerts are stored and shown: the shortest spelling of the same query.
    package var canonical: String { query.canonical }
    private let query: Query

    /// Throws `AlertQueryError`.
    package init(parsing text: String) throws {
        do {
            query = try Query(parsing: text)
        } catch {
            throw AlertQueryError(error)
        }
    }

    /// Whether a stored article would have matched.
    package func matches(_ listed: ListedArticle) -> Bool {
        let article = listed.article
        return query.matches(
            QueryDocument(
                title: article.title,
                body: article.summary,
                feed: listed.feedName,
                site: article.url ?? "",
                author: article.author ?? "",
                tags: article.tags,
                language: article.language,
                categories: listed.category.map { [$0] } ?? [],
                date: article.publishedAt,
                hasImage: article.imageURL != nil
            )
        )
    }
}

/// Why a query cannot be an alert, for its author to read.
package struct AlertQueryError: UserFacingError, Hashable {
    package let message: LocalizedMessage

    init(_ error: QueryError) {
        message =
            switch error {
            case .empty: LocalizedMessage("error.query.empty")
            case .tooLong(let limit): LocalizedMessage("error.query.tooLong", ["limit": .number(limit)])
            case .tooManyTerms(let limit): LocalizedMessage("error.query.tooManyTerms", ["limit": .number(limit)])
            case .tooDeep(let limit): LocalizedMessage("error.query.tooDeep", ["limit": .number(limit)])
            case .onlyExclusions: LocalizedMessage("error.query.onlyExclusions")
            case .wildcardTooShort(let word): LocalizedMessage("error.query.wildcardTooShort", ["word": .text(word)])
            case .unknownDate(let text): LocalizedMessage("error.query.unknownDate", ["text": .text(text)])
            case .badRegex(_, let reason): LocalizedMessage("error.query.badRegex", ["reason": .text(reason)])
            case .regexTooLong(let limit): LocalizedMessage("error.query.regexTooLong", ["limit": .number(limit)])
            }
    }
}
