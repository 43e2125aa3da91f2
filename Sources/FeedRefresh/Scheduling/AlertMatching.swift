import Editorial
import Foundation
import NewsModel
import Storage
import TextAnalysis

/// The alerts in memory, and which of them new articles match.
///
/// A few alerts and one article at a time, of all feeds in turn: a feed with much to match waits for itself alone.
actor AlertMatching {
    private let store: Store
    private var queries: QueryLimits
    private var index: AlertIndex?
    private var isLoading = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(store: Store, queries: QueryLimits) {
        self.store = store
        self.queries = queries
    }

    /// What alerts may ask for, from the next check on.
    func apply(_ queries: QueryLimits) {
        guard queries != self.queries else { return }
        self.queries = queries
        index = nil
    }

    /// A check with the alerts that its news matches, and the version of the alerts that were asked.
    ///
    /// What would not be kept is not asked about. `stale` is a version that is too old.
    func matched(
        _ commit: RefreshCommit,
        of feed: Feed,
        stale: Int?,
        at time: Date
    ) async throws -> (commit: RefreshCommit, version: Int) {
        let index = try await current(after: stale)
        guard case .document(var document) = commit.outcome, index.count > 0 else { return (commit, index.version) }
        let places = try await store.placesOfNews(in: commit, at: time)
        let views = index.asksForNames && !places.isEmpty ? try await store.ownViews(of: feed.id) : []
        for place in document.articles.indices {
            guard places.contains(place) else {
                document.articles[place].alertIDs = nil
                continue
            }
            var asking = index.asking(about: AlertCandidate(document.articles[place], of: feed), views: views)
            while asking.goOn() { await Task.yield() }
            document.articles[place].alertIDs = asking.found
            try Task.checkCancellation()
            await Task.yield()
        }
        var commit = commit
        commit.outcome = .document(document)
        return (commit, index.version)
    }

    /// The newest alerts; they are loaded once, however many wait for them.
    private func current(after stale: Int?) async throws -> AlertIndex {
        while isLoading { await withCheckedContinuation { waiting.append($0) } }
        if let index, index.version != stale { return index }
        isLoading = true
        defer {
            isLoading = false
            for waiter in waiting { waiter.resume() }
            waiting = []
        }
        let (version, alerts) = try await store.activeAlertQueries()
        // Read after the wait: the limits may have changed meanwhile.
        let loaded = AlertIndex(version: version, queries: alerts, limits: queries)
        index = loaded
        return loaded
    }
}

extension AlertCandidate {
    fileprivate init(_ article: NewArticle, of feed: Feed) {
        self.init(title: article.title)
        body = article.summary
        self.feed = feed.name
        site = article.url ?? feed.url
        author = article.author ?? ""
        tags = article.tags
        language = article.language
        categories = feed.category.map { [$0] } ?? []
        date = article.publishedAt
        hasImage = article.imageURL != nil
    }
}
