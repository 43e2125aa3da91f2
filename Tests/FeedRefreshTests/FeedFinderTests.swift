import FeedParsing
import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import FeedRefresh

struct FeedFinderTests {
    private let harness: RefreshHarness
    private let site = NewsSite()

    init() throws {
        harness = try RefreshHarness()
        site.show(.init("First headline", date: .sampleNow - 10), .init("Older"))
    }

    private var subscriber: FeedSubscriber {
        FeedSubscriber(store: harness.store, finder: harness.finder, refresher: harness.refresher, time: harness.time)
    }

    private func serve(_ path: String) {
        let site = site
        harness.server.respond(to: path) { site.answer($0) }
    }

    private func serve(_ path: String, html: String, headers: [(String, String)] = []) {
        harness.server.respond(to: path) { _ in .ok(html, headers: [("Content-Type", "text/html")] + headers) }
    }

    private func find(_ text: String) async -> FeedSearch {
        await harness.finder.find(text, deadline: harness.time.now + 3)
    }

    private func foundPath(_ text: String) async -> String? {
        guard case .feed(let found) = await find(text) else { return nil }
        return found.url.hasPrefix(harness.server.url(""))
            ? String(found.url.dropFirst(harness.server.url("").count)) : found.url
    }

    private static func link(_ href: String) -> String {
        "<link rel=\"alternate\" type=\"application/rss+xml\" title=\"News\" href=\"\(href)\">"
    }

    @Test func `an address that is a feed is found, with or without its scheme`() async {
        serve("/feed")
        #expect(await foundPath(harness.server.url("/feed")) == "/feed")
        #expect(await foundPath("<\(harness.server.url("/feed"))>") == "/feed")
        #expect(await foundPath("127.0.0.1:\(harness.server.port)/feed") == "/feed")
    }

    @Test func `a site with one feed leads to it`() async {
        serve("/rss")
        serve("/", html: "<html><head>\(Self.link("rss"))</head></html>")
        #expect(await foundPath(harness.server.url("/")) == "/rss")
    }

    @Test func `a site with several feeds gives a choice`() async {
        serve("/", html: "<html><head>\(Self.link("/a"))\(Self.link("/b"))</head></html>")
        guard case .choices(let links) = await find(harness.server.url("/")) else { return #expect(Bool(false)) }
        #expect(links.map(\.url) == [harness.server.url("/a"), harness.server.url("/b")])
        #expect(links.first?.title == "News")
    }

    @Test(arguments: [
        "application/rss+xml", "application/atom+xml; charset=utf-8", "application/feed+json", "application/json",
        "application/xml", "text/xml",
    ])
    func `a Link header counts, relative or not`(type: String) async {
        serve("/hidden.xml")
        let link = """
            </wp-json/wp/v2/pages/1>; rel="alternate"; type="application/json", \
            </de>; rel="alternate"; type="text/html", </hidden.xml>; rel="alternate"; type="\(type)"
            """
        serve("/page", html: "<html></html>", headers: [("Link", link)])
        #expect(await foundPath(harness.server.url("/page")) == "/hidden.xml")
    }

    @Test func `a silent page is asked for the usual paths`() async {
        serve("/", html: "<html><body>Hello</body></html>")
        serve("/rss.xml")
        #expect(await foundPath(harness.server.url("/")) == "/rss.xml")
        #expect(harness.server.requests.count <= 11)
    }

    @Test func `a server that has had enough is not asked for more paths`() async {
        serve("/", html: "<html><body>Hello</body></html>")
        harness.server.respond(to: "/feed") { _ in .status(429) }
        guard case .failed(.rateLimited) = await find(harness.server.url("/")) else { return #expect(Bool(false)) }
        #expect(harness.server.requests.count == 2)
    }

    @Test func `a page without feeds has none`() async {
        serve("/", html: "<html><body>Hello</body></html>")
        guard case .failed(.notAFeed) = await find(harness.server.url("/")) else { return #expect(Bool(false)) }
    }

    @Test func `a status is a reason`() async {
        harness.server.respond(to: "/gone") { _ in .status(410) }
        guard case .failed(.gone) = await find(harness.server.url("/gone")) else { return #expect(Bool(false)) }
    }

    @Test func `a host that does not exist is said so`() async {
        guard case .failed(.couldNotResolve) = await find("https://nowhere.invalid/") else {
            return #expect(Bool(false))
        }
    }

    @Test(arguments: ["", "  ", "hello", "two words.example", "a@b.example", "ftp://x.example", ".example", "example."])
    func `what is no address is none`(_ text: String) async {
        guard case .notAnAddress = await find(text) else { return #expect(Bool(false)) }
        #expect(FeedFinder.addresses(for: text) == [])
    }

    @Test(arguments: [
        ("example.org", ["https://example.org", "http://example.org"]), ("HTTP://a.example", ["HTTP://a.example"]),
        ("feed://a.example/x", ["https://a.example/x"]), ("feed:http://a.example/x", ["http://a.example/x"]),
    ])
    func `a text means addresses`(_ text: String, _ addresses: [String]) {
        #expect(FeedFinder.addresses(for: text) == addresses)
    }

    @Test func `nothing leads into the operator's network`() async throws {
        let strict = try RefreshHarness { $0.allowAddresses = [] }
        for url in [strict.server.url("/feed"), "http://[::1]:\(strict.server.port)/", "http://169.254.169.254/"] {
            guard case .failed(.addressRefused) = await strict.finder.find(url, deadline: strict.time.now + 3) else {
                Issue.record("\(url) was asked")
                continue
            }
        }
        #expect(strict.server.requests.isEmpty)
        harness.server.respond(to: "/away") { _ in .redirect(to: "http://10.0.0.1/feed") }
        guard case .failed(.addressRefused) = await find(harness.server.url("/away")) else {
            return #expect(Bool(false))
        }
    }

    @Test func `who does not answer in time is slow, and followed only by its full address`() async throws {
        harness.server.respond(to: "/slow") { _ in .ok(.silence) }
        let url = harness.server.url("/slow")
        async let search = find(url)
        try await waitUntil("it is asked") { harness.server.requests.count == 1 }
        harness.time.advance(by: 3)
        guard case .slow(url: url) = await search else { return #expect(Bool(false)) }
    }

    @Test func `subscribing brings the articles at once and costs one request`() async throws {
        serve("/feed")
        guard
            case .ready(let feed, let count, let newest) = try await subscriber.open(
                harness.server.url("/feed"),
                deadline: harness.time.now + 3
            )
        else { return #expect(Bool(false)) }
        #expect(feed.name == "Gazette")
        #expect(count == 2)
        #expect(newest?.title == "First headline")
        let alice = try await harness.store.sampleProfile()
        try await harness.store.sampleSubscription(of: alice, to: feed)
        #expect(try await harness.store.queuedTitles(for: alice) == ["First headline"])
        guard
            case .ready(let again, 2, _) = try await subscriber.open(
                harness.server.url("/feed"),
                deadline: harness.time.now + 3
            )
        else { return #expect(Bool(false)) }
        #expect(again.id == feed.id)
        #expect(harness.server.requests.count == 1)
    }

    @Test func `a feed nobody followed for a while is caught up in silence`() async throws {
        serve("/feed")
        let url = harness.server.url("/feed")
        _ = try await subscriber.open(url, deadline: harness.time.now + 3)
        harness.time.advance(by: 30 * 86_400)
        let now = harness.time.now
        site.edit { page in page.items = (1...4).map { .init("Fresh \($0)", date: now - Double($0) * 100) } }
        let opened = try await subscriber.open(url, deadline: harness.time.now + 3)
        guard case .ready(let feed, _, let newest) = opened else {
            return #expect(Bool(false))
        }
        #expect(newest?.title == "Fresh 1")
        let alice = try await harness.store.sampleProfile()
        try await harness.store.sampleSubscription(of: alice, to: feed)
        try await harness.check(feed)
        #expect(try await harness.store.queuedTitles(for: alice) == ["Fresh 1"])
    }

    @Test func `a slow feed is followed and its sample comes later`() async throws {
        let gate = Gate()
        let site = site
        harness.server.respond(to: "/feed") { request in
            gate.waitUntilOpen()
            return site.answer(request)
        }
        let (subscriber, url, deadline) = (subscriber, harness.server.url("/feed"), harness.time.now + 3)
        async let opening = subscriber.open(url, deadline: deadline)
        try await waitUntil("it is asked") { harness.server.requests.count == 1 }
        harness.time.advance(by: 3)
        guard case .pending(let feed) = try await opening else { return #expect(Bool(false)) }
        let alice = try await harness.store.sampleProfile()
        try await harness.store.sampleSubscription(of: alice, to: feed)
        gate.open()
        try await harness.scheduling { try await harness.settled() }
        #expect(try await harness.store.queuedTitles(for: alice) == ["First headline"])
    }

    @Test func `what cannot be opened says why`() async throws {
        guard case .notAnAddress = try await subscriber.open("hello", deadline: harness.time.now + 3) else {
            return #expect(Bool(false))
        }
        let missing = try await subscriber.open(harness.server.url("/no"), deadline: harness.time.now + 3)
        guard case .failed(.notFound) = missing else { return #expect(Bool(false)) }
        #expect(try await harness.store.allFeeds().isEmpty)
    }
}
