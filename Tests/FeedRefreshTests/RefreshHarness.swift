import CurlClient
import Foundation
import Logging
import NewsModel
import Storage
import TestSupport
import Testing

@testable import FeedRefresh

/// Everything that fetches, over a real web server, with a clock that a test moves.
struct RefreshHarness: Sendable {
    let server: LocalWebServer
    let store: Store
    let time: ManualTimeSource
    let client: HTTPClient
    let refresher: FeedRefresher
    let finder: FeedFinder
    let scheduler: FeedScheduler

    init(_ change: (inout FetchOptions) -> Void = { _ in }) throws {
        var options = FetchOptions(hostSpacing: 0, allowAddresses: [try #require(AddressRange("127.0.0.0/8"))])
        // However busy the machine is with other tests.
        options.parseSeconds = 600
        change(&options)
        self.init(
            options,
            server: try LocalWebServer(),
            store: try Store.inMemory(),
            time: ManualTimeSource(),
            client: HTTPClient(options: options.clientOptions)
        )
    }

    private init(
        _ options: FetchOptions,
        server: LocalWebServer,
        store: Store,
        time: ManualTimeSource,
        client: HTTPClient
    ) {
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        (self.server, self.store, self.time, self.client) = (server, store, time, client)
        refresher = FeedRefresher(store: store, client: client, options: options, time: time, log: log)
        finder = FeedFinder(client: client, time: time, parsing: refresher.parsing)
        scheduler = FeedScheduler(store: store, refresher: refresher, time: time, log: log)
    }

    /// The same after a restart: only the store remembers.
    func restarted() async -> RefreshHarness {
        RefreshHarness(await refresher.options, server: server, store: store, time: time, client: client)
    }

    /// A feed of the default selection that shows what `site` holds.
    func defaultFeed(_ path: String, _ site: NewsSite) async throws -> Feed {
        server.respond(to: path) { site.answer($0) }
        var selection = try await store.defaultFeeds().map { FeedDescription(url: $0.url) }
        selection.append(FeedDescription(url: server.url(path)))
        try await store.saveDefaultSelection(selection, at: time.now)
        return try #require(try await store.feed(url: server.url(path)))
    }

    /// A feed that nobody has selected.
    func feed(_ path: String, _ site: NewsSite) async throws -> Feed {
        server.respond(to: path) { site.answer($0) }
        return try await store.ensureFeed(FeedDescription(url: server.url(path)), at: time.now)
    }

    /// Checks a feed once, a day after the last time.
    @discardableResult
    func check(_ feed: Feed) async throws -> RefreshOutcome {
        time.advance(by: 86_400)
        return try await refresher.refreshNow(feed.id, deadline: time.now + 60)
    }

    func health(_ feed: Feed) async throws -> FeedHealth { try #require(try await store.feed(feed.id)).health }

    func wait(of feed: Feed) async throws -> Double {
        try #require(try await health(feed).nextCheckAt).timeIntervalSince(time.now)
    }

    /// Runs the scheduler beside `body`.
    func scheduling(_ body: () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await scheduler.run() }
            try await body()
            group.cancelAll()
        }
    }

    /// Moves the clock to the next check, and waits until all that is due then has been checked.
    func pass(_ seconds: Double) async throws {
        let end = time.now + seconds
        while let next = try await store.nextDueTime(), next <= end {
            time.set(max(time.now, next) + 1)
            try await settled()
        }
        time.set(max(time.now, end))
        try await settled()
    }

    /// Everything that is due has been checked.
    func settled() async throws {
        try await waitUntil("everything due is checked") {
            guard await refresher.busy.isEmpty else { return false }
            return try await store.nextDueTime().map { $0 > time.now } ?? true
        }
    }
}
