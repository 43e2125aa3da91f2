import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

/// Two stories that were found to be the same after both were stored are one story in every list and count.
@Suite(.timed) struct MergedStoryTests {
    let store: Store
    let alice: Profile
    let old: Article
    let young: Article

    /// Alice follows two feeds, each with one of the stories.
    init() async throws {
        store = try Store.inMemory()
        alice = try await store.sampleProfile("alice")
        let (one, two) = (try await store.sampleFetchedFeed("one"), try await store.sampleFetchedFeed("two"))
        for feed in [one, two] { try await store.sampleSubscription(of: alice, to: feed, time: .sampleNow - 3_600) }
        let first = NewArticle.sample("Ferry sinks", publishedAt: .sampleNow - 120)
        let second = NewArticle.sample("Boat goes down", publishedAt: .sampleNow - 60)
        old = try #require(try await store.sampleRefresh(one, [first]).first)
        young = try #require(try await store.sampleRefresh(two, [second]).first)
        #expect(old.storyID != young.storyID)
    }

    private var sight: Sight { .of(alice.id.recipient) }
    private var all: ArticleSelection { ArticleSelection(from: .distantPast, to: .distantFuture) }

    private func unread() async throws -> Int {
        try await store.unreadArticles(in: sight, at: .sampleNow, limit: 9).storyCount
    }

    @Test func `lists name one story, with the other feed as another source`() async throws {
        try await store.merge(young.storyID, old.storyID)
        let listed = try await store.articles(all, in: sight, limit: 9)
        #expect(listed.map(\.article.title) == ["Boat goes down", "Ferry sinks"])
        #expect(listed.map(\.article.storyID) == [old.storyID, old.storyID])
        #expect(Set(listed.map(\.storyName)).count == 1)
        #expect(listed.map(\.otherSourceCount) == [1, 1])
        let slot = try await store.slotNews(all, in: sight, besides: [], limit: 9)
        #expect(Set(slot.articles.map(\.article.storyID)) == [old.storyID])
    }

    @Test func `news, unread and counts have it once`() async throws {
        #expect(try await unread() == 2)
        try await store.merge(young.storyID, old.storyID)
        let spans = try await store.newsSpans(all, since: [.distantPast], in: sight, limit: 9)
        #expect(spans.map(\.storyCount) == [1] && spans[0].articles.map(\.article.title) == ["Boat goes down"])
        #expect(try await store.countArticles(all, in: sight) == ArticleCount(articles: 2, stories: 1, feeds: 2))
        #expect(try await unread() == 1)
        #expect(try await store.markAllRead(of: alice.id.recipient, at: .sampleNow) == 1)
    }

    @Test(arguments: [true, false])
    func `who has read either has read both, before and after they became one`(isMergedFirst: Bool) async throws {
        if isMergedFirst { try await store.merge(young.storyID, old.storyID) }
        try await store.recordReading(of: young.id, by: alice.id, at: .sampleNow)
        if !isMergedFirst { try await store.merge(young.storyID, old.storyID) }
        #expect(try await store.articles(all, in: sight, limit: 9).map(\.isRead) == [true, true])
        #expect(try await unread() == 0)
        try await store.recordReading(of: old.id, by: alice.id, at: .sampleNow + 60)
        let readings = try await store.readings(of: alice.id, from: .distantPast, to: .distantFuture, limit: 9)
        #expect(readings.map(\.isReread) == [true, false])
    }

    @Test func `saved articles of it are one, with the tags and the note of both`() async throws {
        func save(_ article: Article, _ note: String?, _ tag: String, _ minutes: Double) async throws {
            _ = try await store.save(
                article.id,
                for: alice.id,
                note: note,
                tags: [tag],
                limit: 9,
                at: .sampleNow + minutes * 60
            )
        }
        try await save(old, "look this up", "sea", 1)
        try await save(young, nil, "ships", 2)
        try await store.merge(young.storyID, old.storyID)
        let selection = SavedSelection(from: .distantPast, to: .distantFuture, tag: "sea")
        let saved = try await store.savedArticles(selection, of: alice.id)
        #expect(saved.map(\.listed.article.title) == ["Boat goes down"])
        #expect(saved.map(\.tags) == [["ships", "sea"]] && saved.map(\.note) == ["look this up"])
        #expect(try await store.countSaved(of: alice.id) == 1)
        #expect(try await store.unsave(young.id, for: alice.id))
        #expect(try await store.countSaved(of: alice.id) == 0)
    }

    /// A third story, whose delivery is kept back for a report; all three wait for Alice.
    private func keptBack(for report: StoryID) async throws -> Article {
        let feed = try await store.sampleFetchedFeed("three")
        try await store.sampleSubscription(of: alice, to: feed, time: .sampleNow - 3_600)
        let third = try #require(try await store.sampleRefresh(feed, [.sample("Third")]).first)
        try await store.write { db in
            let sql = "SELECT id FROM delivery WHERE articleID = ?"
            let delivery = try #require(try DeliveryID.fetchOne(db, sql: sql, arguments: [third.id]))
            try Ledger(db: db, time: .sampleNow).keepBack(delivery, for: [report])
        }
        #expect(try await queued() == ["Boat goes down", "Ferry sinks"])
        return third
    }

    private func queued() async throws -> Set<String> { Set(try await store.queuedTitles(for: alice)) }

    private func leave(_ article: Article) async throws {
        #expect(try await store.removeSubscription(of: alice.id.recipient, to: article.feedID, at: .sampleNow))
    }

    @Test func `what was kept back is not sent beside a story that it turned out to be`() async throws {
        let third = try await keptBack(for: old.storyID)
        try await store.merge(third.storyID, young.storyID)
        try await leave(old)
        #expect(try await queued() == ["Boat goes down"])
        // Nothing says that Alice was told any of them when the last one is withdrawn.
        try await leave(young)
        let told = try await store.write { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM told") }
        #expect(told == 0)
    }

    @Test func `what was kept back for a story that it turned out to be is sent in its place`() async throws {
        let third = try await keptBack(for: old.storyID)
        try await store.merge(third.storyID, old.storyID)
        #expect(try await queued() == ["Boat goes down", "Ferry sinks"])
        try await leave(old)
        #expect(try await queued() == ["Boat goes down", "Third"])
    }

    @Test func `a slot that told one of them told both`() async throws {
        try await store.merge(young.storyID, old.storyID)
        let told = try await store.withRoots([young.storyID])
        #expect(told == [young.storyID, old.storyID])
        #expect(try await store.slotNews(all, in: sight, besides: told, limit: 9).articles == [])
    }

    @Test func `a late article of a story that appeared under its other name is not late news`() async throws {
        try await store.merge(young.storyID, old.storyID)
        let three = try await store.sampleFetchedFeed("three")
        try await store.sampleSubscription(of: alice, to: three, time: .sampleNow - 3_600)
        let later = NewArticle.sample("Third", publishedAt: .sampleNow - 86_400)
        let third = try #require(try await store.sampleRefresh(three, [later], at: .sampleNow + 3_600).first)
        let since = ArticleSelection(from: .sampleNow + 60, to: .distantFuture)
        #expect(try await store.lateArticles(since, in: sight, limit: 9).map(\.article.title) == ["Third"])
        try await store.merge(third.storyID, old.storyID)
        #expect(try await store.lateArticles(since, in: sight, limit: 9) == [])
    }
}

extension Store {
    /// Merges two stories as `StoryFinder` does.
    func merge(_ one: StoryID, _ other: StoryID) async throws {
        try await write { db in try StoryFamily.merge(one, other, in: db) }
    }
}
