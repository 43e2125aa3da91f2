package import FeedParsing
package import Foundation
package import NewsModel
package import Storage

/// Adds a feed that somebody wants to follow, and fetches its first articles.
package struct FeedSubscriber: Sendable {
    package enum Opening: Sendable {
        /// Known and fetched. `newest` is the article to show as a sample.
        case ready(Feed, articleCount: Int, newest: Article?)
        /// Known, but not yet fetched. A sample follows after the first check.
        case pending(Feed)
        case choices([FeedLink])
        case failed(FeedFailure)
        case notAnAddress
    }

    let store: Store
    let finder: FeedFinder
    let refresher: FeedRefresher
    private let catalogue: SourceCatalogue
    private let time: any TimeSource

    package init(
        store: Store,
        finder: FeedFinder,
        refresher: FeedRefresher,
        catalogue: SourceCatalogue = SourceCatalogue(),
        time: any TimeSource
    ) {
        self.store = store
        self.finder = finder
        self.refresher = refresher
        self.catalogue = catalogue
        self.time = time
    }

    /// Seconds; no feed is checked more often, whatever anybody asks for.
    package var shortestInterval: Double {
        get async {
            let options = await refresher.options
            return max(options.floor, options.askedFloor)
        }
    }

    /// Finds or adds the feed for an address or host name, answered by `deadline`.
    ///
    /// A new feed is counted for `maker`. Throws `StorageError.noSpace` when there is no space for it.
    package func open(_ text: String, by maker: Maker? = nil, deadline: Date) async throws -> Opening {
        if let known = try await knownFeed(text) {
            return try await ready(try await checkedIfNotPolled(known, deadline: deadline))
        }
        switch await finder.find(text, deadline: deadline) {
        case .choices(let links): return .choices(links)
        case .failed(let failure): return .failed(failure)
        case .notAnAddress: return .notAnAddress
        case .slow(nil): return .failed(.timedOut)
        case .slow(let url?):
            let feed = try await store.ensureFeed(description(of: text, foundAt: url), by: maker, at: time.now)
            try await store.requestCheck(of: [feed.id], at: time.now)
            return .pending(feed)
        case .feed(let found):
            let feed = try await store.ensureFeed(
                description(of: text, foundAt: found.url),
                by: maker,
                at: time.now
            )
            if try await !isPolled(feed) {
                _ = try await refresher.store(found.document, of: feed, status: found.status)
            }
            return try await ready(try await store.feed(feed.id) ?? feed)
        }
    }

    /// The catalogue's description of a feed, by the typed address or the one it was found at.
    func description(of text: String, foundAt url: String) -> FeedDescription {
        guard let source = catalogue.source(url: text) ?? catalogue.source(url: url) else {
            return FeedDescription(url: url)
        }
        return FeedDescription(source, url: url)
    }

    func knownFeed(_ text: String) async throws -> Feed? {
        for url in FeedFinder.addresses(for: text) {
            if let feed = try await store.feed(url: url), feed.health.lastSucceededAt != nil { return feed }
        }
        return nil
    }

    /// A feed without followers was not polled; it is checked now, so that its next follower is not sent old entries.
    private func checkedIfNotPolled(_ feed: Feed, deadline: Date) async throws -> Feed {
        guard try await !isPolled(feed) else { return feed }
        _ = try await refresher.refreshNow(feed.id, deadline: deadline)
        return try await store.feed(feed.id) ?? feed
    }

    /// Whether the feed that the text means can be followed without a request, because it is polled already.
    package func isAtHand(_ text: String) async throws -> Bool {
        guard let feed = try await knownFeed(text) else { return false }
        return try await isPolled(feed)
    }

    func isPolled(_ feed: Feed) async throws -> Bool {
        guard feed.health.lastSucceededAt != nil else { return false }
        if feed.isDefault { return true }
        return try await store.followerCount(of: feed.id) > 0
    }

    private func ready(_ feed: Feed) async throws -> Opening {
        let selection = ArticleSelection(feeds: .some([feed.id]), from: .distantPast, to: .distantFuture)
        let newest = try await store.articles(selection, in: .address(of: feed.id), limit: 1).first?.article
        let count = try await store.countArticles(selection, in: .address(of: feed.id)).articles
        return .ready(feed, articleCount: count, newest: newest)
    }
}

extension FeedDescription {
    /// Describes a source of the catalogue as a feed; `url` replaces the catalogue's address.
    package init(_ source: CatalogueSource, url: String? = nil) {
        self.init(
            url: url ?? source.url,
            name: source.name,
            category: source.category,
            language: source.language,
            homePageURL: source.homePageURL.isEmpty ? nil : source.homePageURL,
            iconURL: source.iconURL.isEmpty ? nil : source.iconURL
        )
    }
}
