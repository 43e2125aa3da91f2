import FeedParsing
import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import FeedRefresh

struct MannersTests {
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

    @Test func `a 410 heard by asking out of turn does not end the checks`() async throws {
        site.edit { $0.instead = .status(410) }
        for _ in 0..<5 {
            harness.time.advance(by: 400)
            try await harness.store.requestCheck(of: [feed.id], at: harness.time.now)
            let outcome = try await harness.refresher.refreshNow(feed.id, deadline: harness.time.now + 60)
            #expect(outcome == .failed(.gone))
        }
        #expect(try await harness.health(feed).stoppedAt == nil)
        #expect(try await harness.store.dueFeed(feed.id)?.feed.health.failureCount == 5)
    }

    @Test func `the longer of the feed's own two hints counts`() {
        var parsed = ParsedFeed(format: .rss20)
        #expect(parsed.shortestWait == nil)
        (parsed.timeToLive, parsed.updatePeriod) = (1_800, 7_200)
        #expect(parsed.shortestWait == 7_200)
    }

    @Test func `a date that never changes is not sent again once it has hidden news, the ETag still is`() async throws {
        let constant = "Mon, 16 Nov 2026 11:00:00 GMT"
        let site = site
        // Looks at the date alone when it gets both.
        harness.server.respond(to: "/feed") { request in
            if request.header("If-Modified-Since") != nil { return .status(304) }
            let page = site.content
            let etag = "\"\(page.items.count)\""
            if request.header("If-None-Match") == etag { return .status(304) }
            return .ok(NewsSite.rss(page), headers: [("ETag", etag), ("Last-Modified", constant)])
        }
        try await harness.check(feed)
        site.show(.init("Hidden headline"), .init("First headline"))
        for _ in 0..<8 { try await harness.check(feed) }
        #expect(try await harness.store.queuedTitles(for: alice).contains("Hidden headline"))
        #expect(try await harness.store.dueFeed(feed.id)?.distrusted == .lastModified)
        site.show(.init("Third headline"), .init("Hidden headline"), .init("First headline"))
        try await harness.check(feed)
        #expect(try await harness.store.queuedTitles(for: alice).contains("Third headline"))
        let last = try #require(harness.server.requests(to: "/feed").last)
        #expect(last.header("If-None-Match") == "\"2\"")
        #expect(last.header("If-Modified-Since") == nil)
    }

    @Test func `hours to be skipped are remembered when nothing was modified`() async throws {
        let hours = (0..<24).filter { $0 != 5 }.map { "<hour>\($0)</hour>" }.joined()
        site.edit { ($0.etag, $0.extra) = ("\"1\"", "<skipHours>\(hours)</skipHours>") }
        try await harness.check(feed)
        #expect(try await harness.check(feed) == .notModified)
        let next = try #require(try await harness.health(feed).nextCheckAt)
        #expect(Int(next.timeIntervalSince1970) / 3_600 % 24 == 5)
    }
}
