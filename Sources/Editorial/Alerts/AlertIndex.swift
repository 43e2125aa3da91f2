package import Foundation
package import NewsModel
package import TextAnalysis

/// Finds which of all active alerts an article matches.
///
/// The cost of an article does not grow with the number of alerts: `QueryIndex` finds the few candidates by word.
package struct AlertIndex: Sendable {
    /// The change counter of the alerts it was built from.
    package let version: Int
    private var index = QueryIndex<AlertID>()
    /// Alerts with a `feed:` or `category:` field, by owner; a follower may have renamed the feed or its category.
    private var personal: [RecipientID: [(id: AlertID, query: Query)]] = [:]

    /// `queries` must be in the order of their owners and numbers.
    ///
    /// Queries that exceed the limits or can no longer be parsed are left out. `StandingQueries` explains why.
    package init(
        version: Int,
        queries: [(id: AlertID, owner: RecipientID, query: String)],
        limits: QueryLimits = QueryLimits()
    ) {
        self.version = version
        var rest = queries[...]
        while let owner = rest.first?.owner {
            let own = rest.prefix { $0.owner == owner }
            rest = rest.dropFirst(own.count)
            for (alert, read) in zip(own, Query.readAll(own.map(\.query), limits: limits)) {
                guard let query = try? read.get() else { continue }
                index.insert(alert.id, query)
                if query.asks(.category) || query.asks(.feed) {
                    personal[owner, default: []].append((alert.id, query))
                }
            }
        }
    }

    package var count: Int { index.count }

    /// Whether any alert depends on the names that followers have given to feeds or categories.
    package var dependsOnNames: Bool { !personal.isEmpty }

    /// `views` are the names that followers have given to the article's feed.
    package func matches(for article: AlertCandidate, views: [OwnFeedView] = []) -> [AlertID] {
        var matching = stepwiseMatching(of: article, views: views)
        while matching.advance() {}
        return matching.found
    }

    /// The same as `matches`, in steps.
    package func stepwiseMatching(of article: AlertCandidate, views: [OwnFeedView] = []) -> StepwiseMatching {
        let document = QueryDocument(article)
        return StepwiseMatching(
            article: article,
            document: document,
            all: index.stepwiseMatching(of: document),
            views: views.filter { personal[$0.recipientID] != nil }[...],
            personal: personal
        )
    }

    /// Matches the alerts against one article, a few at a time.
    package struct StepwiseMatching: Sendable {
        fileprivate let article: AlertCandidate
        fileprivate let document: QueryDocument
        fileprivate var all: QueryIndex<AlertID>.StepwiseMatching
        fileprivate var views: ArraySlice<OwnFeedView>
        fileprivate let personal: [RecipientID: [(id: AlertID, query: Query)]]
        /// Alerts of followers who have renamed the feed, and those of them that match.
        fileprivate var asked: Set<AlertID> = []
        fileprivate var matching: [AlertID] = []

        /// The matching alerts, once `advance` has returned false.
        package var found: [AlertID] { (all.found.filter { !asked.contains($0) } + matching).sorted() }

        /// Matches the next alerts, at most those of one owner; returns false when none is left.
        package mutating func advance() -> Bool {
            if all.advance() { return true }
            guard let view = views.popFirst() else { return false }
            let own =
                document
                .replacing(.feed, with: [view.name, article.feed].compactMap(\.self))
                .replacing(.category, with: view.category.map { [$0] } ?? article.categories)
            let alerts = personal[view.recipientID] ?? []
            asked.formUnion(alerts.map(\.id))
            matching += alerts.filter { $0.query.matches(own) }.map(\.id)
            return !views.isEmpty
        }
    }
}

extension QueryDocument {
    init(_ article: AlertCandidate) {
        self.init(
            title: article.title,
            body: article.body,
            feed: article.feed,
            site: article.site,
            author: article.author,
            tags: article.tags,
            language: article.language,
            categories: article.categories,
            places: article.places.flatMap(\.names),
            sport: article.sport,
            topic: article.topic,
            date: article.date,
            hasImage: article.hasImage,
            attachment: article.attachment,
            positions: article.places.compactMap(\.position)
        )
    }
}

/// The parts of an article that alerts can match.
package struct AlertCandidate: Sendable {
    package var title: String
    package var body = ""
    package var feed = ""
    /// A host or a URL.
    package var site = ""
    package var author = ""
    package var tags: [String] = []
    package var language: String?
    package var categories: [String] = []
    package var places: [ListedPlace] = []
    package var date: Date?
    package var hasImage = false
    /// The MIME type of its audio or video.
    package var attachment: String?
    package var sport: String?
    package var topic: String?

    package init(title: String) { self.title = title }

    init(_ listed: ListedArticle) {
        let article = listed.article
        title = article.title
        body = article.summary
        feed = listed.feedName
        site = article.url ?? ""
        author = article.author ?? ""
        tags = article.tags
        language = article.language
        categories = listed.category.map { [$0] } ?? []
        places = listed.places
        date = article.publishedAt
        hasImage = article.imageURL != nil
        attachment = article.attachment?.mimeType
        sport = listed.facts.sport
        topic = listed.facts.topic
    }
}
