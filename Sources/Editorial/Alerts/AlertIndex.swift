package import Foundation
package import NewsModel
package import TextAnalysis

/// Every alert that is on, ready to be asked which of them an article matches.
///
/// The cost of an article does not grow with the number of alerts: `QueryIndex` finds the few candidates by word.
package struct AlertIndex: Sendable {
    /// The change counter of the alerts it was built from.
    package let version: Int
    private var index = QueryIndex<AlertID>()
    /// The alerts that ask what a feed is called, by owner: a follower may call it otherwise.
    private var personal: [RecipientID: [(id: AlertID, query: Query)]] = [:]

    /// `queries` in the order of their owners and numbers.
    ///
    /// What exceeds the limits, and what cannot be read any more, is left out; `StandingQueries` tells its owner why.
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

    /// Whether it matters how somebody calls a feed.
    package var asksForNames: Bool { !personal.isEmpty }

    /// `views` are those of the article's feed.
    package func matches(for article: AlertCandidate, views: [OwnFeedView] = []) -> [AlertID] {
        var asking = asking(about: article, views: views)
        while asking.goOn() {}
        return asking.found
    }

    /// The same in steps.
    package func asking(about article: AlertCandidate, views: [OwnFeedView] = []) -> Asking {
        let document = QueryDocument(article)
        return Asking(
            article: article,
            document: document,
            all: index.asking(about: document),
            views: views.filter { personal[$0.recipientID] != nil }[...],
            personal: personal
        )
    }

    /// Alerts being asked about one article, a few at a time.
    package struct Asking: Sendable {
        fileprivate let article: AlertCandidate
        fileprivate let document: QueryDocument
        fileprivate var all: QueryIndex<AlertID>.Asking
        fileprivate var views: ArraySlice<OwnFeedView>
        fileprivate let personal: [RecipientID: [(id: AlertID, query: Query)]]
        /// Alerts of those who call the feed otherwise, and which of them match.
        fileprivate var asked: Set<AlertID> = []
        fileprivate var matching: [AlertID] = []

        /// Once all were asked.
        package var found: [AlertID] { (all.found.filter { !asked.contains($0) } + matching).sorted() }

        /// Asks the next ones, at most one owner's; false when none is left.
        package mutating func goOn() -> Bool {
            if all.goOn() { return true }
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
    fileprivate init(_ article: AlertCandidate) {
        self.init(
            title: article.title,
            body: article.body,
            feed: article.feed,
            site: article.site,
            author: article.author,
            tags: article.tags,
            language: article.language,
            categories: article.categories,
            date: article.date,
            hasImage: article.hasImage
        )
    }
}

/// What alerts look at of an article.
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
    package var date: Date?
    package var hasImage = false

    package init(title: String) { self.title = title }
}
