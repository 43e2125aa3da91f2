package import ArticleQueries
package import NewsModel
package import TextAnalysis

/// What a stored query belongs to.
package enum StandingQueryID: Hashable, Comparable, Sendable {
    case alert(AlertID)
    case filter(FilterID)
}

/// Finds which of all stored queries an article matches.
///
/// The cost of an article does not grow with the number of queries: `QueryIndex` finds the few candidates by word.
package struct StandingQueryIndex<ID: Hashable & Comparable & Sendable>: Sendable {
    /// The change counter of the queries it was built from.
    package let version: Int
    private var index = QueryIndex<ID>()
    /// Queries with a `feed:` or `category:` field, by owner; a follower may have renamed the feed or its category.
    private var personal: [RecipientID: [(id: ID, query: Query)]] = [:]

    package init(
        version: Int,
        queries: [(id: ID, owner: RecipientID, query: String)] = [],
        limits: QueryLimits = QueryLimits()
    ) {
        self.version = version
        insert(queries, limits: limits)
    }

    /// Adds all queries of one kind, in the order of their owners and numbers; returns those that are inactive.
    ///
    /// Queries that exceed the limits or can no longer be parsed are left out. `StandingQueries` explains why.
    @discardableResult
    package mutating func insert(
        _ queries: [(id: ID, owner: RecipientID, query: String)],
        limits: QueryLimits
    ) -> [ID] {
        var inactive: [ID] = []
        var rest = queries[...]
        while let owner = rest.first?.owner {
            let own = rest.prefix { $0.owner == owner }
            rest = rest.dropFirst(own.count)
            for (stored, read) in zip(own, Query.readAll(own.map(\.query), limits: limits)) {
                guard let query = try? read.get() else {
                    inactive.append(stored.id)
                    continue
                }
                index.insert(stored.id, query)
                if query.asks(.category) || query.asks(.feed) {
                    personal[owner, default: []].append((stored.id, query))
                }
            }
        }
        return inactive
    }

    package var count: Int { index.count }

    /// How many queries are compared with an article; the others need not be looked at.
    package func candidateCount(for article: QueriedArticle) -> Int { index.candidateCount(for: article.document) }

    /// Whether any query depends on the names that followers have given to feeds or categories.
    package var dependsOnNames: Bool { !personal.isEmpty }

    /// `views` are the names that followers have given to the article's feed.
    package func matches(for article: QueriedArticle, views: [OwnFeedView] = []) -> [ID] {
        var matching = stepwiseMatching(of: article, views: views)
        while matching.advance() {}
        return matching.found
    }

    /// The same as `matches`, in steps.
    package func stepwiseMatching(of article: QueriedArticle, views: [OwnFeedView] = []) -> ArticleMatching {
        let document = article.document
        return ArticleMatching(
            article: article,
            document: document,
            all: index.stepwiseMatching(of: document),
            views: views.filter { personal[$0.recipientID] != nil }[...],
            personal: personal
        )
    }

    /// Matches the queries against one article, a few at a time.
    package struct ArticleMatching: Sendable {
        fileprivate let article: QueriedArticle
        fileprivate let document: QueryDocument
        fileprivate var all: QueryIndex<ID>.StepwiseMatching
        fileprivate var views: ArraySlice<OwnFeedView>
        fileprivate let personal: [RecipientID: [(id: ID, query: Query)]]
        /// Queries of followers who have renamed the feed, and those of them that match.
        fileprivate var asked: Set<ID> = []
        fileprivate var matching: [ID] = []

        /// The matching queries, once `advance` has returned false.
        package var found: [ID] { (all.found.filter { !asked.contains($0) } + matching).sorted() }

        /// Matches the next queries, at most those of one owner; returns false when none is left.
        package mutating func advance() -> Bool {
            if all.advance() { return true }
            guard let view = views.popFirst() else { return false }
            let own =
                document
                .replacing(.feed, with: [view.name, article.feed].compactMap(\.self))
                .replacing(.category, with: view.category.map { [$0] } ?? article.categories)
            let queries = personal[view.recipientID] ?? []
            asked.formUnion(queries.map(\.id))
            matching += queries.filter { $0.query.matches(own) }.map(\.id)
            return !views.isEmpty
        }
    }
}
