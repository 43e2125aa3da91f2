import Foundation
import NewsModel
import TestSupport
import Testing

@testable import Storage

@Suite(.timed) struct OutlineTests {
    private let store: Store
    private let alice: Profile
    private let feed: Feed
    private let now = Date.sampleNow

    init() async throws {
        store = try Store.inMemory()
        alice = try await store.sampleProfile()
        feed = try await store.sampleFetchedFeed()
        try await store.sampleSubscription(of: alice, to: feed)
    }

    private func selection(from: TimeInterval = -86_400, to: TimeInterval = 60) -> ArticleSelection {
        ArticleSelection(feeds: .some([feed.id]), from: now + from, to: now + to)
    }

    private func outline(limit: Int = 5_000) async throws -> PeriodOutline {
        try await store.outline(of: selection(), in: .shown(to: alice.id.recipient), limit: limit)
    }

    private func mute(_ subject: Mute.Subject) async throws {
        _ = try await store.addMute(subject, named: "it", until: nil, of: alice.id.recipient, limit: 3, at: now)
    }

    @Test func `all articles of a period have their story, feed and time, and late ones come last`() async throws {
        try await store.sampleRefresh(feed, [.sample("Late", publishedAt: now - 9 * 86_400)], at: now + 10)
        try await store.sampleRefresh(feed, [.sample("One", publishedAt: now - 600), .sample("Two")], at: now)
        let outline = try await outline()
        #expect(!outline.isCut)
        let ids = outline.articles.map(\.id)
        let listed = try await store.articles(ids, of: outline, in: .shown(to: alice.id.recipient))
        #expect(listed.map(\.article.title) == ["Two", "One", "Late"])
        #expect(outline.articles.map(\.story) == listed.map(\.article.storyID))
        #expect(outline.articles.map(\.publishedAt) == listed.map(\.article.publishedAt))
        #expect(outline.articles.allSatisfy { $0.feed == feed.id })
    }

    @Test func `more articles than the limit are cut, and that is said`() async throws {
        try await store.sampleRefresh(feed, (0..<9).map { .sample("Number \($0)") })
        #expect(try await outline(limit: 5).isCut)
        #expect(try await outline(limit: 5).articles.count == 5)
        #expect(try await !outline(limit: 10).isCut)
    }

    @Test func `a muted story is not in it, and words are muted far down in a long period, too`() async throws {
        let many = (0..<1_200).map { NewArticle.sample("Number \($0)", publishedAt: now - 100 - Double($0)) }
        let storm = NewArticle.sample("Storm at sea", publishedAt: now - 10)
        let tide = NewArticle.sample("Storm tide", publishedAt: now - 5_000)
        try await store.sampleRefresh(feed, many + [storm, tide])
        let all = try await outline()
        let words = try await store.articles(all.articles.map(\.id), of: all, in: .shown(to: nil))
        #expect(all.articles.count == 1_202 && words.count == 1_202)

        try await mute(.story(try #require(words.first { $0.article.title == "Number 7" }).article.storyID))
        #expect(try await outline().articles.count == 1_201)
        try await mute(.words("storm"))
        let rest = try await outline()
        #expect(rest.articles.count == 1_200)
        let shown = try await store.articles(rest.articles.map(\.id), of: rest, in: .shown(to: alice.id.recipient))
        #expect(shown.count == 1_199)
        #expect(!shown.contains { $0.article.title.contains("Storm") })
    }

    @Test func `who does not see a feed has nothing of it`() async throws {
        try await store.sampleRefresh(feed, [.sample("One")])
        let stranger = try await store.sampleProfile("stranger")
        let everything = ArticleSelection(from: now - 86_400, to: now + 60)
        let seen = try await store.outline(of: everything, in: .shown(to: stranger.id.recipient), limit: 9)
        #expect(seen.articles.isEmpty)
    }
}
