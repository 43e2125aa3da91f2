import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

@Suite(.timed) struct SmartFeedTests {
    let store: Store
    let alice: Profile
    let bob: Profile
    let feed: Feed

    init() async throws {
        store = try Store.inMemory()
        alice = try await store.sampleProfile("alice")
        bob = try await store.sampleProfile("bob")
        feed = try await store.sampleFetchedFeed("one")
        for person in [alice, bob] { try await store.sampleSubscription(of: person, to: feed) }
    }

    private func add(_ name: String, _ query: String, of person: Profile) async throws {
        let outcome = try await store.addSmartFeed(
            name,
            definition: query,
            query: query,
            depth: 1,
            of: person.id.recipient,
            limit: 9,
            at: .sampleNow
        )
        guard case .added = outcome else {
            Issue.record("\(name) was not added")
            return
        }
    }

    @Test func `only what matches is read, of what is neither muted nor filtered, and every count agrees`() async throws
    {
        try await store.sampleRefresh(
            feed,
            ["Storm at sea", "Storm on land", "Stormy debate", "Calm"].map { .sample($0) }
        )
        try await store.markAllRead(of: alice.id.recipient, at: .sampleNow - 3_600)
        let owner = alice.id.recipient
        let from = Date.sampleNow - 86_400
        let selection = ArticleSelection(feeds: .watched, query: "*storm*", from: from, to: .sampleNow + 1)
        func counts() async throws -> [Int] {
            let articles = try await store.articles(selection, in: .of(owner), limit: 9).count
            let spans = try await store.newsSpans(selection, since: [from], in: .of(owner), limit: 1)
            let outline = try await store.outline(of: selection, in: .of(owner), limit: 9).articles.count
            let unread = try await store.unreadArticles(in: .of(owner), matching: "*storm*", at: .sampleNow, limit: 1)
            return [articles, spans[0].storyCount, outline, unread.storyCount]
        }
        #expect(try await counts() == [3, 3, 3, 3])
        _ = try await store.addFilter("land", on: .everything, isOnly: false, of: owner, limit: 9, at: .sampleNow)
        #expect(try await counts() == [2, 2, 2, 2])
        _ = try await store.addMute(
            .words("debate"),
            named: "debate",
            until: nil,
            of: owner,
            limit: 3,
            at: .sampleNow
        )
        #expect(try await counts() == [1, 1, 1, 1])
    }

    @Test func `linked accounts have the smart feeds of both, a split one takes a copy, and erasing leaves none`()
        async throws
    {
        try await add("storm", "storm", of: alice)
        try await add("sea", "sea", of: alice)
        try await add("Storm", "*storm*", of: bob)
        try await add("storm 2", "gale", of: bob)
        try await add("Sea", "sea", of: bob)
        #expect(try await store.merge(bob.id, of: .sample("bob"), into: alice.id, at: .sampleNow))
        let merged = try await store.smartFeeds(of: alice.id.recipient)
        #expect(merged.map(\.name) == ["storm", "sea", "Storm 3", "storm 2"])
        #expect(merged.map(\.number) == [1, 2, 3, 4])
        let new = try #require(
            try await store.sampleUnlink(.sample("bob"), from: alice, movingSubscriptions: true)
        )
        #expect(try await store.smartFeeds(of: new.recipient).map(\.query) == ["storm", "sea", "*storm*", "gale"])
        try await store.erase(alice.id)
        try await store.erase(new)
        let left = try await store.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM smartFeed") }
        #expect(left == 0)
    }
}
