package import NewsModel
import TextAnalysis

/// The smart feeds that a query may name after `smart:`.
package struct SmartFeedNames: Sendable {
    private let feeds: [SmartFeed]
    /// The folded name of the one that is being made.
    private let adding: String?

    package init(_ feeds: [SmartFeed] = [], adding name: String? = nil) {
        self.feeds = feeds
        adding = name.map(QueryPhrase.folded)
    }

    /// Throws `AlertQueryError` when there is none of that name.
    func resolved(_ phrase: QueryPhrase) throws -> SmartFeed {
        let wanted = phrase.plainText
        if let feed = feeds.first(where: { QueryPhrase.folded($0.name) == wanted }) { return feed }
        let text = MessageArgument.text(String(wanted.prefix(60)))
        if wanted == adding { throw AlertQueryError(LocalizedMessage("smart.error.itself", ["text": text])) }
        throw AlertQueryError(LocalizedMessage("smart.error.unknown", ["text": text]))
    }

    /// The query with what the smart feeds are made of in place of their names.
    ///
    /// Throws `QueryError`, or `AlertQueryError` for a name that is not known.
    func replaced(in query: Query, limits: QueryLimits) throws -> Query {
        guard query.asks(.smart) else { return query }
        return try query.replacingSmart(longest: limits.forSmartFeeds.longest) { phrase in
            try Query(parsing: resolved(phrase).query, allowingOnlyExclusions: true, limits: limits.forSmartFeeds)
        }
    }
}
