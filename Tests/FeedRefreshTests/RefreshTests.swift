import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import FeedRefresh

struct RefreshTests {
    private let harness: RefreshHarness
    private let site = NewsSite()
    private let feed: Feed
    private let alice: Profile

    init() async throws {
        harness = try RefreshHarness()
        site.show(.init("First headline"))
        feed = try await harness.feed("/feed", site)
        alice = try await harness.store.sampleProfile()
        try await harness.store.sampleSubscription(of: alice, to: feed)
    }

    private func told() async throws -> [String] { try await harness.store.queuedTitles(for: alice) }

    @Test func `the first fetch is silent but for the newest as a sample`() async throws {
        site.show(.init("Newest", date: .sampleNow - 1), .init("Older", date: .sampleNow - 100), .init("Oldest"))
        guard case .refreshed(let new) = try await harness.check(feed) else { return #expect(Bool(false)) }
        #expect(new.count == 3)
        #expect(try await told() == ["Newest"])
        try await harness.check(feed)
        #expect(try await told() == ["Newest"])
    }

    @Test func `what is new is told once to everybody who follows`() async throws {
        let bob = try await harness.store.sampleProfile("bob")
        try await harness.store.sampleSubscription(of: bob, to: feed)
        try await harness.check(feed)
        site.show(.init("Second headline"), .init("First headline"))
        try await harness.check(feed)
        #expect(try await told() == ["First headline", "Second headline"])
        #expect(try await harness.store.queuedTitles(for: bob) == ["First headline", "Second headline"])
    }

    @Test func `the second check asks whether anything changed`() async throws {
        site.edit { ($0.etag, $0.lastModified) = ("\"one\"", "Mon, 16 Nov 2026 11:00:00 GMT") }
        try await harness.check(feed)
        #expect(try await harness.check(feed) == .notModified)
        let requests = harness.server.requests(to: "/feed")
        #expect(requests.map { $0.header("If-None-Match") } == [nil, "\"one\""])
        #expect(requests.map { $0.header("If-Modified-Since") } == [nil, "Mon, 16 Nov 2026 11:00:00 GMT"])
        let health = try await harness.health(feed)
        #expect(health.lastStatus == 304)
        #expect(health.lastCheckedAt == harness.time.now)
        #expect(try #require(health.nextCheckAt) > harness.time.now + 300)
    }

    @Test func `an ETag that comes with not modified is taken`() async throws {
        site.edit { ($0.etag, $0.etagOfNotModified) = ("\"one\"", "\"two\"") }
        try await harness.check(feed)
        try await harness.check(feed)
        try await harness.check(feed)
        #expect(harness.server.requests(to: "/feed").map { $0.header("If-None-Match") } == [nil, "\"one\"", "\"two\""])
    }

    @Test func `a new ETag on the same bytes is taken`() async throws {
        site.edit { $0.etag = "\"one\"" }
        try await harness.check(feed)
        site.edit { $0.etag = "\"two\"" }
        #expect(try await harness.check(feed) == .notModified)
        #expect(try await harness.health(feed).lastStatus == 200)
        #expect(try await harness.store.dueFeed(feed.id)?.validators.etag == "\"two\"")
    }

    @Test func `not modified is a failure when nothing was asked for`() async throws {
        site.edit { $0.instead = .status(304) }
        #expect(try await harness.check(feed) == .failed(.unexpectedStatus))
    }

    @Test func `a validator that cannot be sent back is dropped`() async throws {
        site.edit { $0.etag = "\"a\u{7f}b\"" }
        try await harness.check(feed)
        site.show(.init("Second headline"))
        try await harness.check(feed)
        #expect(try await told().contains("Second headline"))
    }

    @Test(arguments: [
        ("replayed", NewsSite.Item("First headline")),
        ("guid", NewsSite.Item("First headline", guid: "other")),
        ("guid and date", NewsSite.Item("First headline", guid: "other", date: .sampleNow + 90_000)),
        ("date", NewsSite.Item("First headline", date: .sampleNow + 90_000)),
        ("title", NewsSite.Item("First headline, edited", guid: "tag:first-headline", link: "https://b.example/x")),
        ("tracking", NewsSite.Item("First", guid: "tag:first-headline", link: "https://site.example/?utm_source=x")),
    ])
    func `an entry that comes back changed tells nothing`(_ what: String, _ item: NewsSite.Item) async throws {
        try await harness.check(feed)
        site.show(.init("Unrelated"), item)
        try await harness.check(feed)
        site.show(item, .init("Unrelated"))
        try await harness.check(feed)
        #expect(try await told() == ["First headline", "Unrelated"], "\(what)")
    }

    @Test func `an entry that was gone for a while is not new`() async throws {
        try await harness.check(feed)
        site.show(.init("Unrelated"))
        try await harness.check(feed)
        site.show(.init("First headline"))
        try await harness.check(feed)
        #expect(try await told() == ["First headline", "Unrelated"])
    }

    @Test func `a bad item is skipped and the others are told`() async throws {
        try await harness.check(feed)
        site.edit { $0.extra = "<item></item><item><title>Good</title><guid>g</guid></item>" }
        try await harness.check(feed)
        let titles = try await told()
        #expect(titles == ["First headline", "Good"])
    }

    @Test func `a document that breaks off loses nothing and repeats nothing`() async throws {
        try await harness.check(feed)
        site.edit {
            $0.etag = "\"cut\""
            $0.items = [.init("Second headline"), .init("Third headline"), .init("First headline")]
        }
        let whole = Array(NewsSite.rss(site.content).utf8)
        let middle = try #require(String(decoding: whole, as: UTF8.self).range(of: "Third head"))
        let cut = String(decoding: whole, as: UTF8.self)[..<middle.upperBound]
        site.edit {
            $0.instead = LocalWebServer.Response(
                status: 200,
                headers: [("ETag", "\"cut\"")],
                body: .truncated(Array(cut.utf8), announced: 100_000)
            )
        }
        try await harness.check(feed)
        #expect(try await told() == ["First headline", "Second headline"])
        site.edit { $0.instead = nil }
        try await harness.check(feed)
        #expect(try await told() == ["First headline", "Second headline", "Third headline"])
        #expect(harness.server.requests(to: "/feed").last?.header("If-None-Match") == nil)
    }

    @Test func `a file read while it is written tells no half title, and one that stays so is read whole`() async throws
    {
        try await harness.check(feed)
        site.edit { $0.items = [.init("Second headline"), .init("Third headline"), .init("First headline")] }
        let whole = NewsSite.rss(site.content)
        let middle = try #require(whole.range(of: "Third head"))
        let cut = String(whole[..<middle.upperBound])
        site.edit { $0.instead = .ok(cut) }
        try await harness.check(feed)
        #expect(try await told() == ["First headline", "Second headline"])
        // Without an end once more, whatever else has changed: that is all there is.
        site.edit { $0.instead = .ok(cut.replacing("<channel>", with: "<channel><ttl>5</ttl>")) }
        try await harness.check(feed)
        #expect(try await told() == ["First headline", "Second headline", "Third head"])
        #expect(try await harness.check(feed) == .notModified)
    }

    @Test func `a first document that breaks off is tried again, not told in two halves`() async throws {
        let whole = site.content
        site.edit {
            $0.instead = LocalWebServer.Response(
                status: 200,
                body: .truncated(Array(NewsSite.rss(whole).utf8), announced: 100_000)
            )
        }
        #expect(try await harness.check(feed) == .failed(.couldNotConnect))
        #expect(try await harness.check(feed) == .failed(.couldNotConnect))
        guard case .refreshed = try await harness.check(feed) else { return #expect(Bool(false)) }
    }

    @Test func `one redirect for good moves nobody's feed`() async throws {
        let site = site
        let address = FeedDescription(url: harness.server.url("/old"))
        let old = try await harness.store.ensureFeed(address, at: harness.time.now)
        harness.server.respond(to: "/new") { site.answer($0) }
        harness.server.respond(to: "/old") { _ in .redirect(to: "/new", status: 301) }
        site.show(.init("Told from the new address"))
        try await harness.check(old)
        #expect(try await harness.store.feed(old.id)?.url == harness.server.url("/old"))
        #expect(harness.server.requests(to: "/new").count == 1)
    }
}
