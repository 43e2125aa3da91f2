import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import FeedRefresh

struct TroubleTests {
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
        try await harness.check(feed)
    }

    private func notices() async throws -> [DeliveryNotice] {
        let address = try #require(try await harness.store.subscriptions(of: alice.id.recipient).first).address
        return try await harness.store.queuedDeliveries(to: address, at: .distantFuture, limit: 100)
            .compactMap(\.notice)
    }

    @Test func `followers hear of a day of failures once, and of the recovery once`() async throws {
        site.edit { $0.instead = .status(500) }
        let begin = harness.time.now + 86_400
        try await harness.check(feed)
        #expect(try await notices().isEmpty)
        for _ in 0..<5 { try await harness.check(feed) }
        let trouble = FeedTrouble(name: "Gazette", address: feed.url, failure: .serverError, since: begin)
        #expect(try await notices() == [.feedsFailing([trouble])])
        site.edit { $0.instead = nil }
        for _ in 0..<3 { try await harness.check(feed) }
        let over = FeedTrouble(name: "Gazette", address: feed.url, failure: nil, since: begin)
        #expect(try await notices() == [.feedsFailing([trouble]), .feedsRecovered([over])])
    }

    @Test func `recovery is told to those who heard of the failure, and to nobody who wants no such news`() async throws
    {
        let store = harness.store
        let carol = try await store.sampleProfile("carol")
        try await store.sampleSubscription(of: carol, to: feed)
        try await store.saveSettings(RecipientSettings(hearsOfFeeds: false), of: carol.id.recipient)
        site.edit { $0.instead = .status(500) }
        for _ in 0..<4 { try await harness.check(feed) }
        let late = try await store.sampleProfile("late")
        try await store.sampleSubscription(of: late, to: feed, time: harness.time.now + 60)
        site.edit { $0.instead = nil }
        for _ in 0..<3 { try await harness.check(feed) }
        #expect(try await notices().count == 2)
        for person in [carol, late] {
            let address = try #require(try await store.subscriptions(of: person.id.recipient).first).address
            let queued = try await store.queuedDeliveries(to: address, at: .distantFuture, limit: 100)
            #expect(queued.allSatisfy { $0.notice == nil })
        }
    }

    @Test func `a long hint does not slow the feed for one who has none`() async throws {
        let store = harness.store
        let bob = try await store.sampleProfile("bob")
        try await store.sampleSubscription(of: bob, to: feed)
        #expect(try await store.setCheckInterval(40_000, of: feed.id, for: alice.id.recipient))
        try await harness.check(feed)
        #expect(try await harness.wait(of: feed) < 30_000)
        #expect(try await store.setCheckInterval(40_000, of: feed.id, for: bob.id.recipient))
        try await harness.check(feed)
        #expect(try await harness.wait(of: feed) >= 40_000)
    }

    @Test func `feeds that fail together are told of together`() async throws {
        let second = try await harness.feed("/second", site)
        try await harness.store.sampleSubscription(of: alice, to: second)
        try await harness.check(second)
        site.edit { $0.instead = .status(503) }
        for _ in 0..<3 {
            try await harness.check(feed)
            try await harness.check(second)
        }
        guard case .feedsFailing(let troubles)? = try await notices().first else {
            Issue.record("no notice")
            return
        }
        #expect(troubles.count == 2)
        #expect(try await notices().count == 1)
    }

    @Test func `when nothing answers at all, it is our own network, and nobody is told`() async throws {
        let store = harness.store
        let second = try await store.ensureFeed(FeedDescription(url: "http://nowhere.invalid/"), at: harness.time.now)
        try await store.sampleSubscription(of: alice, to: second)
        harness.server.stop()
        for _ in 0..<4 {
            try await harness.check(feed)
            try await harness.check(second)
        }
        #expect(try await notices().isEmpty)
    }

    @Test func `the third 410 ends the checks and offers removal once; asking begins them again`() async throws {
        site.edit { $0.instead = .status(410) }
        for _ in 0..<2 { try await harness.check(feed) }
        #expect(try await harness.health(feed).stoppedAt == nil)
        try await harness.check(feed)
        #expect(try await harness.health(feed).stoppedAt == harness.time.now)
        guard case .feedsGone(let troubles)? = try await notices().first else {
            Issue.record("no notice")
            return
        }
        #expect(troubles.map(\.name) == ["Gazette"])
        harness.time.advance(by: 400 * 86_400)
        #expect(try await harness.store.dueFeeds(at: harness.time.now, limit: 10, perHost: 10).isEmpty)
        try await harness.check(feed)
        #expect(try await notices().count == 1)
        site.edit { $0.instead = nil }
        try await harness.store.requestCheck(of: [feed.id], at: harness.time.now)
        let due = try await harness.store.dueFeeds(at: harness.time.now, limit: 10, perHost: 10)
        #expect(due.map(\.feed.id) == [feed.id])
        try await harness.check(feed)
        #expect(try await harness.health(feed).stoppedAt == nil)
        #expect(try await notices().count == 2)
    }

    @Test func `a 410 between good answers ends nothing`() async throws {
        for _ in 0..<4 {
            site.edit { $0.instead = .status(410) }
            for _ in 0..<2 { try await harness.check(feed) }
            site.edit { $0.instead = nil }
            try await harness.check(feed)
        }
        #expect(try await harness.health(feed).stoppedAt == nil)
    }

    @Test func `a server that says not modified for ever is asked unconditionally, first after a week`() async throws {
        harness.server.respond(to: "/feed") { [site] request in
            guard request.header("If-None-Match") == nil else { return .status(304, headers: [("ETag", "\"same\"")]) }
            return .ok(NewsSite.rss(site.content), headers: [("ETag", "\"same\""), ("Content-Type", "text/xml")])
        }
        try await harness.check(feed)
        site.show(.init("Hidden by the server"), .init("First headline"))
        for _ in 0..<6 { try await harness.check(feed) }
        #expect(!(try await harness.store.queuedTitles(for: alice).contains("Hidden by the server")))
        for _ in 0..<2 { try await harness.check(feed) }
        #expect(try await harness.store.queuedTitles(for: alice).contains("Hidden by the server"))
        let unconditional = harness.server.requests(to: "/feed").filter { $0.header("If-None-Match") == nil }
        // The first, the one after a week, and the one after the ETag was caught hiding news.
        #expect(unconditional.count == 4)
        #expect(try await harness.store.dueFeed(feed.id)?.distrusted == .etag)
    }

    @Test func `an ETag that changes each time is seen through by the document's hash`() async throws {
        let counter = Counter()
        harness.server.respond(to: "/feed") { [site] _ in
            .ok(NewsSite.rss(site.content), headers: [("ETag", "\"\(counter.next())\"")])
        }
        try await harness.check(feed)
        #expect(try await harness.check(feed) == .notModified)
    }

    @Test func `hub and self links are kept`() async throws {
        site.edit {
            $0.extra = """
                <atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="hub" href="https://hub.example/"/>\
                <atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="self" href="https://site.example/feed"/>
                """
        }
        try await harness.check(feed)
        #expect(try await harness.store.dueFeed(feed.id)?.hubURL == "https://hub.example/")
    }

    @Test func `the shortest hint of those who follow counts, and the operator's before all`() async throws {
        let store = harness.store
        let bob = try await store.sampleProfile("bob")
        try await store.sampleSubscription(of: bob, to: feed)
        #expect(try await store.setCheckInterval(7_200, of: feed.id, for: alice.id.recipient))
        #expect(try await store.setCheckInterval(3_600, of: feed.id, for: bob.id.recipient))
        site.edit { $0.extra = "<ttl>300</ttl>" }
        try await harness.check(feed)
        // The feed's own ttl of five hours is more than anybody's hint.
        #expect((18_000...19_801).contains(try await harness.wait(of: feed)))
        try await store.setOperatorsCheckInterval(1_800, of: feed.id)
        site.show(.init("Second headline"))
        try await harness.check(feed)
        #expect((1_800...1_981).contains(try await harness.wait(of: feed)))
    }

    @Test func `an archive under new names and dates is known by its titles and stays silent`() async throws {
        let titles = (1...8).map { "Story number \($0) of the archive" }
        site.edit { page in page.items = titles.map { NewsSite.Item($0) } }
        try await harness.check(feed)
        let told = try await harness.store.queuedTitles(for: alice)
        let now = harness.time.now + 86_400
        site.edit { page in
            page.items =
                titles.map {
                    NewsSite.Item(
                        $0,
                        guid: "new:\($0)",
                        link: "https://moved.example/\($0.count)/\($0.hashValue)",
                        date: now
                    )
                } + [NewsSite.Item("Really new today", date: now)]
        }
        try await harness.check(feed)
        #expect(try await harness.store.queuedTitles(for: alice) == told + ["Really new today"])
    }

    @Test func `a calendar keeps its dates, a single date ahead is a mistake`() async throws {
        let now = harness.time.now + 86_400
        site.edit { page in
            page.items = (1...4).map { NewsSite.Item("Event \($0)", date: now + Double($0) * 7 * 86_400) }
        }
        guard case .refreshed(let events) = try await harness.check(feed) else { return #expect(Bool(false)) }
        #expect(events.map(\.title) == ["Event 1", "Event 2", "Event 3", "Event 4"])
        #expect(events.last?.publishedAt == now + 28 * 86_400)
        site.edit { $0.items = [.init("Typo", date: harness.time.now + 400 * 86_400), .init("Right")] }
        guard case .refreshed(let articles) = try await harness.check(feed) else { return #expect(Bool(false)) }
        #expect(articles.first { $0.title == "Typo" }?.publishedAt == harness.time.now)
    }
}

private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var value = 0

    func next() -> Int {
        lock.withLock {
            value += 1
            return value
        }
    }
}
