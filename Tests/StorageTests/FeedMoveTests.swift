import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

@Suite(.timed) struct FeedMoveTests {
    let store: Store
    let feed: Feed
    let alice: Profile

    init() async throws {
        store = try Store.inMemory()
        feed = try await store.sampleFetchedFeed("one")
        alice = try await store.sampleProfile("alice")
        try await store.sampleSubscription(of: alice, to: feed)
        try await store.sampleRefresh(feed, [.sample("Storm")])
    }

    /// Daily answers that were found at `target`.
    private func answers(
        of feed: Feed? = nil,
        at target: String,
        showing articles: [NewArticle] = [.sample("Storm")],
        on days: ClosedRange<Int> = 1...12
    ) async throws {
        let feed = feed ?? self.feed
        let document = FetchedDocument(title: feed.name, articles: articles)
        for day in days {
            let time = Date.sampleNow + Double(day) * 86_400
            let commit = RefreshCommit(
                feedID: feed.id,
                status: 200,
                nextCheckAt: time + 1_800,
                outcome: .document(document),
                movedTo: target
            )
            _ = try await store.commitRefresh([commit], alertsVersion: store.standingQueries().version, at: time)
        }
    }

    @Test func `a feed does not move from https to http`() async throws {
        try await answers(at: "http://new.example/feed")
        #expect(try await store.feed(feed.id)?.url == feed.url)
        try await answers(at: "https://new.example/feed")
        #expect(try await store.feed(feed.id)?.url == "https://new.example/feed")
    }

    @Test func `a source that a view leaves out stays left out when its feed joins another`() async throws {
        let other = try await store.sampleFetchedFeed("two")
        try await store.sampleSubscription(of: alice, to: other)
        try await store.saveListView(ListView(without: [feed.id]), of: alice.id.recipient)
        try await answers(at: other.url)
        #expect(try await store.listView(of: alice.id.recipient).without == [other.id])
    }

    @Test func `what waits for who follows both is withdrawn with the one subscription that is left`() async throws {
        let other = try await store.sampleFetchedFeed("two")
        try await store.sampleSubscription(of: alice, to: other)
        #expect(try await store.queuedTitles(for: alice).contains("Storm"))
        try await answers(at: other.url)
        #expect(try await store.subscriptions(of: alice.id.recipient).map(\.feedID) == [other.id])
        #expect(try await store.followerCount(of: other.id) == 1)
        #expect(try await store.queuedTitles(for: alice).contains("Storm"))
        _ = try await store.removeSubscription(of: alice.id.recipient, to: other.id, at: .sampleNow)
        #expect(try await store.queuedTitles(for: alice) == [])
    }

    private func titles(for reader: Profile) async throws -> Set<String> {
        let selection = ArticleSelection(feeds: .own, from: .distantPast, to: .distantFuture)
        return try await Set(
            store.articles(selection, in: .of(reader.id.recipient), limit: 100).map(\.article.title)
        )
    }

    @Test(arguments: [
        ("http://paper.example/feed", "https://paper.example/feed", true),
        ("http://paper.example/feed", "https://www.paper.example/feed", true),
        ("https://www.paper.example/feed?a=1", "https://paper.example/feed?a=1", true),
        ("http://paper.example/feed", "https://paper.example/other", false),
        ("http://paper.example/feed", "https://wwwpaper.example/feed", false),
        ("http://blog.paper.example/feed", "https://paper.example/feed", false),
    ])
    func `only the scheme and a www part no address from another`(_ one: String, _ other: String, _ isSame: Bool) {
        #expect(FeedSuccession.isSameAddress(one, other) == isSame)
    }

    @Test func `a feed that is only served safely from now on keeps all its history, and repeats nothing`() async throws
    {
        let description = FeedDescription(url: "http://paper.example/feed", name: "Paper")
        let paper = try await store.ensureFeed(description, by: alice.maker, at: .sampleNow)
        try await store.sampleSubscription(of: alice, to: paper)
        try await store.sampleRefresh(paper, [])
        let old = (0..<9).map { NewArticle.sample("Old \($0)") }
        try await store.sampleRefresh(paper, old)
        try await answers(of: paper, at: "https://paper.example/feed", showing: [.sample("Old 8")])
        #expect(try await store.feed(paper.id)?.url == "https://paper.example/feed")
        #expect(try await titles(for: alice).isSuperset(of: old.map(\.title)))
        #expect(try await store.sampleRefresh(paper, old, at: .sampleNow + 20 * 86_400) == [])
    }

    @Test func `what the new address has shown stays, however short its documents are, and nothing else does`()
        async throws
    {
        let target = "https://new.example/feed"
        let early = NewArticle.sample("Harbour freezes over", publishedAt: .sampleNow + 8.9 * 86_400)
        let late = NewArticle.sample("Harbour thaws", publishedAt: .sampleNow + 9.9 * 86_400)
        try await store.sampleRefresh(feed, [.sample("Your account is locked")])
        try await answers(at: target, on: 1...8)
        try await answers(at: target, showing: [early, .sample("Storm")], on: 9...9)
        try await answers(at: target, showing: [late], on: 10...10)
        #expect(try await store.feed(feed.id)?.url == target)
        #expect(try await titles(for: alice) == [early.title, late.title])
        // Nor does it come again.
        try await answers(at: target, showing: [late, early, .sample("Storm")], on: 11...11)
        #expect(try await titles(for: alice) == [early.title, late.title])
        #expect(try await store.queuedTitles(for: alice).filter { $0 == early.title }.count == 1)
    }

    @Test func `what was read at the new address is counted there`() async throws {
        let target = "https://new.example/feed"
        let early = NewArticle.sample("Harbour freezes over", publishedAt: .sampleNow + 8.9 * 86_400)
        try await answers(at: target, on: 1...8)
        try await answers(at: target, showing: [early, .sample("Storm")], on: 9...9)
        let all = try await store.articles(try await store.everything(), in: .shown(to: nil), limit: 9).map(\.article)
        let article = try #require(all.first { $0.title == early.title })
        try await store.recordReading(of: article.id, by: alice.id, at: .sampleNow + 9 * 86_400)
        try await answers(at: target, showing: [.sample("Storm")], on: 10...10)
        let feeds = try await store.read { db in try Int64.fetchAll(db, sql: "SELECT feedID FROM reading") }
        #expect(feeds == [feed.id.rawValue])
    }

    @Test func `a feed that its followers have paused keeps them and its list when another moves to it`() async throws {
        let bob = try await store.sampleProfile("bob")
        let other = try await store.sampleFetchedFeed("paused")
        try await store.sampleSubscription(of: bob, to: other)
        try await store.sampleRefresh(other, [.sample("Bread prices rise")])
        _ = try await store.setPause(.byOwner, of: bob.id.recipient, on: other.id, at: .sampleNow)
        try await answers(at: other.url)
        #expect(try await store.feed(feed.id) == nil)
        for person in [alice, bob] {
            #expect(try await store.subscriptions(of: person.id.recipient).map(\.feedID) == [other.id])
        }
        #expect(try await titles(for: bob) == ["Bread prices rise"])
        #expect(try await store.subscription(of: bob.id.recipient, to: other.id)?.pause == .byOwner)
    }
}
