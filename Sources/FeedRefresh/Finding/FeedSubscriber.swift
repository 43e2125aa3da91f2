package import FeedParsing
package import Foundation
package import NewsModel
package import Storage

/// Makes a feed known that somebody wants to follow, and brings its first articles.
package struct FeedSubscriber: Sendable {
    package enum Opening: Sendable {
        /// Known and fetched; `newest` is the sample to show.
        case ready(Feed, articleCount: Int, newest: Article?)
        /// Known, but not fetched yet: a sample follows when it is.
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

    /// Seconds; nobody's wish makes a feed asked more often.
    package var shortestInterval: Double {
        get async { await refresher.options.floor }
    }

    /// An address or a site's name → a feed to follow, answered by `deadline`.
    ///
    /// One that is new is brought in by `bringer`; throws `StorageError.noRoom` when there is none for it.
    package func open(_ text: String, by bringer: Maker? = nil, deadline: Date) async throws -> Opening {
        if let known = try await knownFeed(text) {
            return try await ready(try await caughtUp(known, deadline: deadline))
        }
        switch await finder.find(text, deadline: deadline) {
        case .choices(let links): return .choices(links)
        case .failed(let failure): return .failed(failure)
        case .notAnAddress: return .notAnAddress
        case .slow(nil): return .failed(.timedOut)
        case .slow(let url?):
            let feed = try await store.ensureFeed(description(of: text, foundAt: url), by: bringer, at: time.now)
            try await store.requestCheck(of: [feed.id], at: time.now)
            return .pending(feed)
        case .feed(let found):
            let feed = try await store.ensureFeed(
                description(of: text, foundAt: found.url),
                by: bringer,
                at: time.now
            )
            if try await !isPolled(feed) {
                _ = try await refresher.store(found.document, of: feed, status: found.status)
            }
            return try await ready(try await store.feed(feed.id) ?? feed)
        }
    }

    /// What the catalogue knows of a feed, by the address asked for or the one it was found at.
    func description(of text: String, foundAt url: String) -> FeedDescription {
        guard let source = catalogue.source(url: text) ?? catalogue.source(url: url) else {
            return FeedDescription(url: url)
        }
        return FeedDescription(source, url: url)
    }

    func knownFeed(_ text: String) async throws -> Feed? {
        for url in FeedFinder.addresses(meant: text) {
            if let feed = try await store.feed(url: url), feed.health.lastSucceededAt != nil { return feed }
        }
        return nil
    }

    /// A feed nobody followed was not asked for a while: what it holds by now is no news to who follows it next.
    private func caughtUp(_ feed: Feed, deadline: Date) async throws -> Feed {
        guard try await !isPolled(feed) else { return feed }
        _ = try await refresher.refreshNow(feed.id, deadline: deadline)
        return try await store.feed(feed.id) ?? feed
    }

    /// Whether following what the text means asks no site, because its newest is here.
    package func isAtHand(_ text: String) async throws -> Bool {
        guard let feed = try await knownFeed(text) else { return false }
        return try await isPolled(feed)
    }

    func isPolled(_ feed: Feed) async throws -> Bool {
        guard feed.health.lastSucceededAt != nil else { return false }
        if feed.isHouse { return true }
        return try await store.followerCount(of: feed.id) > 0
    }

    private func ready(_ feed: Feed) async throws -> Opening {
        let selection = ArticleSelection(feeds: .some([feed.id]), from: .distantPast, to: .distantFuture)
        let newest = try await store.articles(selection, in: .address(of: feed.id), limit: 1).first?.article
        let count = try await store.countArticles(selection, in: .address(of: feed.id)).articles
        return .ready(feed, articleCount: count, newest: newest)
    }
}
