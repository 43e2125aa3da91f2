import CurlClient
import Foundation
import Logging
import NewsModel
import Storage
import TestSupport
import Testing

@testable import FeedRefresh

/// Icons come from the feed or its site's front page, seldom, and only where somebody is to see them.
@Suite(.timed) struct FeedIconFetchingTests {
    private let harness: RefreshHarness
    private let icons: FeedIcons
    private let fetching: FeedIconFetching
    private let reader = Address(network: "testnet", kind: .person, target: "alice")
    private static let picture = Array("GIF89a".utf8) + [32, 0, 32, 0]
    private static let month = 31.0 * 86_400

    init() throws {
        harness = try RefreshHarness()
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        icons = FeedIcons(store: harness.store, time: harness.time, log: log)
        fetching = FeedIconFetching(
            icons: icons,
            refresher: harness.refresher,
            client: harness.client,
            time: harness.time,
            log: log
        )
    }

    private func feed(icon: String? = nil, isPublic: Bool = true) async throws -> FeedID {
        let description = FeedDescription(
            url: harness.server.url("/feed/secret-1"),
            homePageURL: harness.server.url("/home/secret-2?key=3"),
            iconURL: icon.map { harness.server.url($0) }
        )
        if isPublic { try await harness.store.saveDefaultSelection([description], at: harness.time.now) }
        return try await harness.store.ensureFeed(description, at: harness.time.now).id
    }

    private func serve(_ path: String, _ bytes: [UInt8], etag: String = "\"1\"") {
        harness.server.respond(to: path) { request in
            request.header("If-None-Match") == etag
                ? .status(304, headers: [("ETag", etag)]) : .ok(bytes, headers: [("ETag", etag)])
        }
    }

    private func count(_ path: String) -> Int { harness.server.requests(to: path).count }

    private func shown(_ feed: FeedID) async -> [UInt8]? { await icons.icons(of: [feed], for: reader)[feed]?.bytes }

    @Test func `an icon is fetched after it was wanted, once a month, and then asked whether it is the same`()
        async throws
    {
        serve("/i.gif", Self.picture)
        let feed = try await feed(icon: "/i.gif")
        for _ in 0..<3 { await fetching.fetch(feed) }
        #expect(await shown(feed) == Self.picture)
        #expect(count("/i.gif") == 1)
        harness.time.advance(by: 29 * 86_400)
        await fetching.fetch(feed)
        #expect(count("/i.gif") == 1)
        harness.time.advance(by: Self.month)
        await fetching.fetch(feed)
        #expect(harness.server.requests(to: "/i.gif").map { $0.header("If-None-Match") } == [nil, "\"1\""])
        #expect(count("/") == 0)
        #expect(await shown(feed) == Self.picture)
    }

    @Test func `only what somebody may see and is shown is wanted`() async throws {
        serve("/i.gif", Self.picture)
        let hidden = try await feed(icon: "/i.gif", isPublic: false)
        let running = Task { [fetching] in try await fetching.run() }
        defer { running.cancel() }
        #expect(await shown(hidden) == nil)
        let alice = try await harness.store.sampleProfile()
        try await harness.store.sampleSubscription(of: alice, to: try #require(try await harness.store.feed(hidden)))
        #expect(count("/i.gif") == 0)
        try await waitUntil("the icon is there") { await shown(hidden) == Self.picture }
        #expect(count("/i.gif") == 1)
    }

    @Test(arguments: [nil, "/favicon.ico", "/i.svg", "/gone.gif", "/banner.gif", "/page.gif", "/large.gif"])
    func `without a usable icon of the feed, the front page of its site names one`(icon: String?) async throws {
        serve("/banner.gif", Array("GIF89a".utf8) + [144, 0, 40, 0])
        serve("/page.gif", Array("<html></html>".utf8))
        serve("/large.gif", Self.picture + [UInt8](repeating: 0, count: FeedIcon.largest))
        harness.server.respond(to: "/") { _ in
            .ok(#"<link rel="icon" type="image/gif" href="/own.gif">"#, headers: [("Content-Type", "text/html")])
        }
        serve("/own.gif", Self.picture)
        let feed = try await feed(icon: icon)
        await fetching.fetch(feed)
        #expect(await shown(feed) == Self.picture)
        let paths = Set(harness.server.requests.map(\.path))
        #expect(paths.isDisjoint(with: ["/favicon.ico", "/i.svg"]))
        // The addresses of the feed and of its home page may be secret.
        #expect(!paths.contains { $0.contains("secret") })
        harness.time.advance(by: Self.month)
        await fetching.fetch(feed)
        #expect(count("/own.gif") == 2 && count("/") == 1)
    }

    @Test func `where there is none nobody is asked again, and an old one stays`() async throws {
        let feed = try await feed(icon: "/i.gif")
        await fetching.fetch(feed)
        let asked = harness.server.requests.count
        #expect(await shown(feed) == nil)
        await fetching.fetch(feed)
        #expect(harness.server.requests.count == asked)
        serve("/i.gif", Self.picture)
        harness.time.advance(by: Self.month)
        await fetching.fetch(feed)
        harness.server.respond(to: "/i.gif") { _ in .status(500) }
        harness.time.advance(by: Self.month)
        await fetching.fetch(feed)
        #expect(await shown(feed) == Self.picture)
    }

    /// Fetches the wanted icons beside `body`.
    private func running(_ body: () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [fetching] in try await fetching.run() }
            try await body()
            group.cancelAll()
        }
    }

    @Test func `an interrupted attempt is made again the next day`() async throws {
        harness.server.respond(to: "/i.gif") { _ in .ok(.silence) }
        let feed = try await feed(icon: "/i.gif")
        try await running {
            _ = await shown(feed)
            try await waitUntil("the icon is asked for") { count("/i.gif") == 1 }
        }
        serve("/i.gif", Self.picture)
        await fetching.fetch(feed)
        #expect(count("/i.gif") == 1)
        harness.time.advance(by: 86_400)
        await fetching.fetch(feed)
        #expect(await shown(feed) == Self.picture)
    }

    @Test func `a lost connection is no answer, whatever the site's page says`() async throws {
        harness.server.respond(to: "/i.gif") { _ in .ok(.raw([])) }
        let feed = try await feed(icon: "/i.gif")
        await fetching.fetch(feed)
        #expect(count("/i.gif") > 0 && count("/") == 1)
        serve("/i.gif", Self.picture)
        harness.time.advance(by: 86_400)
        await fetching.fetch(feed)
        #expect(await shown(feed) == Self.picture)
    }

    @Test(arguments: ["/gone.gif", "/page.gif"])
    func `an answer without a picture holds for a month`(icon: String) async throws {
        serve("/page.gif", Array("<html></html>".utf8))
        let feed = try await feed(icon: icon)
        await fetching.fetch(feed)
        harness.time.advance(by: 29 * 86_400)
        await fetching.fetch(feed)
        #expect(count(icon) == 1)
        harness.time.advance(by: 86_400)
        await fetching.fetch(feed)
        #expect(count(icon) == 2)
    }

    @Test func `a host that is not free is asked the next day`() async throws {
        serve("/i.gif", Self.picture)
        let feed = try await feed(icon: "/i.gif")
        await harness.refresher.block("127.0.0.1", until: harness.time.now + 3_600)
        await fetching.fetch(feed)
        #expect(count("/i.gif") == 0)
        harness.time.advance(by: 86_400)
        await fetching.fetch(feed)
        #expect(await shown(feed) == Self.picture)
    }

    @Test func `a host that an icon's address leads to rests when it says so, and no other`() async throws {
        let other = try LocalWebServer(address: "127.0.0.2")
        let target = other.url("/i.gif", host: "127.0.0.2")
        harness.server.respond(to: "/i.gif") { _ in .redirect(to: target) }
        other.respond(to: "/i.gif") { _ in .status(429, headers: [("Retry-After", "600")]) }
        let feed = try await feed(icon: "/i.gif")
        await fetching.fetch(feed)
        #expect(other.requests(to: "/i.gif").count == 1)
        let refresher = harness.refresher
        #expect(await refresher.takeTurn(at: "127.0.0.1", deadline: harness.time.now))
        #expect(await !refresher.takeTurn(at: "127.0.0.2", deadline: harness.time.now + 599))
        harness.time.advance(by: 601)
        #expect(await refresher.takeTurn(at: "127.0.0.2", deadline: harness.time.now))
    }

    @Test func `one's hanging icons keep nobody else waiting`() async throws {
        var selection: [FeedDescription] = []
        for number in 0..<10 {
            harness.server.respond(to: "/slow\(number).gif") { _ in .ok(.silence) }
            selection.append(
                FeedDescription(
                    url: harness.server.url("/feed\(number)"),
                    iconURL: harness.server.url("/slow\(number).gif")
                )
            )
        }
        serve("/i.gif", Self.picture)
        selection.append(FeedDescription(url: harness.server.url("/feed"), iconURL: harness.server.url("/i.gif")))
        try await harness.store.saveDefaultSelection(selection, at: harness.time.now)
        var feeds: [FeedID] = []
        for description in selection {
            feeds.append(try #require(try await harness.store.feed(url: description.url)).id)
        }
        let last = feeds.removeLast()
        try await running {
            _ = await icons.icons(of: feeds, for: Address(network: "testnet", kind: .person, target: "bob"))
            try await waitUntil("one hangs") { harness.server.requests.contains { $0.path.hasPrefix("/slow") } }
            try await waitUntil("the other's icon is there") { await shown(last) == Self.picture }
        }
    }
}
