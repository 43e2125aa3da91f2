internal import ArticleQueries
internal import Editorial
package import NewsModel
package import Storage
package import TextAnalysis

/// Finds the alerts and filters that a new article matches.
package struct ArticleMatcher: Sendable {
    private var index: StandingQueryIndex<StandingQueryID>
    private let newestFilter: FilterID?
    /// Filters of which only matches pass, and whose queries are inactive: everything passes them.
    private var passing: Set<FilterID> = []

    package init(_ stored: StoredQueries, limits: QueryLimits) {
        index = StandingQueryIndex(
            version: stored.version,
            queries: stored.alerts.map { (.alert($0.id), $0.owner, $0.query) },
            limits: limits
        )
        let inactive = Set(index.insert(stored.filters.map { (.filter($0.id), $0.owner, $0.query) }, limits: limits))
        newestFilter = stored.filters.map(\.id).max()
        if !inactive.isEmpty {
            passing = Set(stored.filters.filter { $0.isOnly && inactive.contains(.filter($0.id)) }.map(\.id))
        }
    }

    /// The version of the stored queries.
    package var version: Int { index.version }
    var count: Int { index.count }
    var dependsOnNames: Bool { index.dependsOnNames }

    /// How many queries are compared with an article.
    func candidateCount(for article: QueriedArticle) -> Int { index.candidateCount(for: article) }

    /// Gives the article its matches.
    ///
    /// - Parameter views: the names that followers have given to the article's feed.
    package func match(_ article: inout NewArticle, of feed: Feed, _ views: [OwnFeedView]) async {
        var matching = index.stepwiseMatching(of: QueriedArticle(article, of: feed), views: views)
        while matching.advance() { await Task.yield() }
        var (alerts, filters): ([AlertID], Set<FilterID>) = ([], passing)
        for id in matching.found {
            switch id {
            case .alert(let alert): alerts.append(alert)
            case .filter(let filter): filters.insert(filter)
            }
        }
        article.alertIDs = alerts
        article.filterMatches = FilterMatches(matching: filters, newest: newestFilter)
    }
}

extension QueriedArticle {
    fileprivate init(_ article: NewArticle, of feed: Feed) {
        self.init(title: article.title)
        body = article.summary
        self.feed = feed.name
        site = article.url ?? feed.url
        author = article.author ?? ""
        tags = article.tags
        language = article.facts?.language ?? article.language
        categories = feed.category.map { [$0] } ?? []
        places = (article.places ?? []).map { named in
            ListedPlace(
                id: named.place.id,
                names: ([named.place] + named.containers).map(\.name),
                position: named.place.kind.isTown ? named.place.position : nil
            )
        }
        date = article.publishedAt
        hasImage = article.imageURL != nil
        attachment = article.attachment?.mimeType
        sport = article.facts?.sport
        topic = article.facts?.topic
    }
}
