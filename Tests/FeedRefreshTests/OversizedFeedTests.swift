import Foundation
import NewsModel
import Storage
import Synchronization
import TestSupport
import Testing

@testable import FeedRefresh

/// Documents larger than what is taken of them.
struct OversizedFeedTests {
    private static let filling = String(repeating: "word ", count: 200)

    private let harness: RefreshHarness
    private let site = NewsSite()
    private let feed: Feed
    private let alice: Profile

    init() async throws {
        harness = try RefreshHarness { $0.documentBytes = 83_000 }
        feed = try await harness.feed("/feed", site)
        alice = try await harness.store.sampleProfile()
        try await harness.store.sampleSubscription(of: alice, to: feed)
        // More than a thousand bytes each: the last few entries lie behind the end.
        site.edit { page in
            page.items = (0..<86).map { .init("Headline number \($0)", date: .sampleNow - Double($0) * 86_400) }
            page.etag = "\"1\""
        }
        fill()
    }

    /// Every item with a long text.
    private func fill() {
        let site = site
        harness.server.respond(to: "/feed") { request in
            var answer = site.answer(request)
            guard answer.status == 200 else { return answer }
            let text = "<description>\(Self.filling)</description></item>"
            answer.body = .bytes(Array(NewsSite.rss(site.content).replacing("</item>", with: text).utf8))
            return answer
        }
    }

    @Test func `the first part of a feed that is too large is kept, and its validators with it`() async throws {
        guard case .refreshed(let articles) = try await harness.check(feed) else { return #expect(Bool(false)) }
        #expect((60..<83).contains(articles.count))
        #expect(articles.contains { $0.title == "Headline number 0" })
        let due = try #require(try await harness.store.dueFeed(feed.id))
        #expect(due.isOversized)
        #expect(due.feed.health.failure == nil)
        #expect(due.validators.etag == "\"1\"")
        #expect(try await harness.check(feed) == .notModified)
        #expect(harness.server.requests(to: "/feed").last?.header("If-None-Match") == "\"1\"")
        #expect(try await harness.store.dueFeed(feed.id)?.isOversized == true)
    }

    @Test func `news is told, and what comes into sight when the document gets shorter is not`() async throws {
        try await harness.check(feed)
        let sample = try await harness.store.queuedTitles(for: alice)
        #expect(sample.count == 1)
        site.edit { page in
            page.items.insert(.init("Fresh headline", date: .sampleNow + 86_400), at: 0)
            // Two entries leave, so that old ones come from behind the end.
            page.items.removeSubrange(2...5)
            page.etag = "\"2\""
        }
        try await harness.check(feed)
        #expect(try await harness.store.queuedTitles(for: alice) == sample + ["Fresh headline"])
        let site = site
        harness.server.respond(to: "/feed") { site.answer($0) }
        site.edit { $0.etag = "\"3\"" }
        guard case .refreshed = try await harness.check(feed) else { return #expect(Bool(false)) }
        #expect(try await harness.store.dueFeed(feed.id)?.isOversized == false)
        #expect(try await harness.store.queuedTitles(for: alice) == sample + ["Fresh headline"])
        #expect(try await harness.store.articleCount(of: feed) == 87)
    }

    @Test func `a large document that is no feed is too large`() async throws {
        harness.server.respond(to: "/feed") { _ in .ok(.endless(beginning: [], pattern: Array("news ".utf8))) }
        #expect(try await harness.check(feed) == .failed(.tooLarge))
    }
}

extension Store {
    fileprivate func articleCount(of feed: Feed) async throws -> Int {
        let selection = ArticleSelection(feeds: .some([feed.id]), from: .distantPast, to: .distantFuture)
        return try await countArticles(selection, in: .shown(to: nil)).articles
    }
}
