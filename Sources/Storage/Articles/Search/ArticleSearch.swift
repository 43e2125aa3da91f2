package import Foundation
package import NewsModel
package import TextAnalysis

/// A request to search the articles in sight.
package struct ArticleSearch: Sendable {
    /// Nil for everything that the rest allows.
    package var query: Query?
    /// Nil for all feeds in sight.
    package var feeds: Set<FeedID>?
    /// Feeds that are left out unless `feeds` names some.
    package var without: Set<FeedID> = []
    /// As in `ArticleSelection`.
    package var category: String?
    /// Publication times: `from` included, `to` not.
    package var from: Date
    package var to: Date
    package var time: QueryTime
    /// The most stories that are found.
    package var limit: Int
    /// Whether it is only asked if anything is found: the order does not matter, and few candidates are looked at.
    package var asksOnlyWhether = false

    package init(
        query: Query?,
        feeds: Set<FeedID>? = nil,
        category: String? = nil,
        from: Date = .distantPast,
        to: Date = .distantFuture,
        time: QueryTime,
        limit: Int
    ) {
        self.query = query
        self.feeds = feeds
        self.category = category
        self.from = from
        self.to = to
        self.time = time
        self.limit = limit
    }

    /// The ids of articles published in the time of the search and of its query.
    var numbers: Range<ArticleID> {
        let required = query?.requiredTimes(at: time)
        let first = ArticleID.first(atSecond: max(from, required?.from ?? from).unixSeconds)
        return first..<max(first, ArticleID.first(atSecond: min(to, required?.to ?? to).unixSeconds))
    }
}

/// What one search may cost.
package struct SearchLimits: Hashable, Sendable {
    /// Articles in sight that the full-text index finds, the newest, which are ranked and then matched.
    package var candidates: Int
    /// Newest articles in sight that are matched when the index cannot help.
    package var newest: Int
    /// Seconds for matching.
    package var seconds: Double

    package init(candidates: Int = 1_000, newest: Int = 20_000, seconds: Double = 0.5) {
        self.candidates = candidates
        self.newest = newest
        self.seconds = seconds
    }

    /// Rows that are looked at to find articles in sight among others.
    var rows: Int { max(candidates, newest) * 5 }
}

/// An article that a search has found.
package struct SearchHit: Hashable, Sendable {
    package var listed: ListedArticle
    /// Its text, if somebody has read it; else nil.
    package var text: String?
}

/// Which of some articles a query matches.
package struct MatchingArticles: Hashable, Sendable {
    /// In the order in which they were given.
    package var ids: [ArticleID]
    /// The texts of those that somebody has read.
    package var texts: [ArticleID: String]
    /// The time was used up before all were looked at.
    package var isCut: Bool
}

package struct SearchResult: Hashable, Sendable {
    /// One of each story, the best first.
    package var hits: [SearchHit]
    /// How many articles were matched without the index, the newest; nil when the index has found the candidates.
    package var looked: Int?
    /// The limits ended the search: older articles were not looked at.
    package var isCut: Bool
}
