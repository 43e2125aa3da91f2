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

    @Test func `of many unread articles those that match are counted, and no others`() async throws {
        let owner = alice.id.recipient
        try await store.markAllRead(of: owner, at: .sampleNow - 3_600)
        let news = (1...600).map { number in
            NewArticle.sample(
                number.isMultiple(of: 200) ? "Storm \(number)" : "Calm \(number)",
                publishedAt: .sampleNow - Double(number)
            )
        }
        try await store.sampleRefresh(feed, news)
        let unread = try await store.unreadArticles(in: .of(owner), matching: "*storm*", at: .sampleNow, limit: 2)
        #expect(unread.articles.map(\.article.title) == ["Storm 200", "Storm 400"])
        #expect(unread.storyCount == 3)
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

    @Test func `schedules of smart feeds follow them through linking and splitting`() async throws {
        try await add("storm", "storm", of: alice)
        try await add("Storm", "storm", of: bob)
        try await add("sea", "sea", of: bob)
        for smart in try await store.smartFeeds(of: bob.id.recipient) {
            _ = try await store.addSchedule(
                of: bob.id.recipient,
                kind: .digest,
                minuteOfDay: 60 * smart.number,
                days: .daily,
                at: Identity.sample("bob").address,
                request: ScheduleRequest(smart: smart.id),
                limit: 9,
                time: .sampleNow
            )
        }
        #expect(try await store.schedules(of: bob.id.recipient).map(\.smartName) == ["Storm", "sea"])
        #expect(try await store.merge(bob.id, of: .sample("bob"), into: alice.id, at: .sampleNow))
        #expect(try await store.schedules(of: alice.id.recipient).map(\.smartName) == ["storm", "sea"])
        let new = try #require(try await store.sampleUnlink(.sample("bob"), from: alice, movingSubscriptions: true))
        #expect(try await store.schedules(of: new.recipient).map(\.smartName) == ["storm", "sea"])
        let own = Set(try await store.smartFeeds(of: new.recipient).map(\.id))
        #expect(try await store.schedules(of: new.recipient).allSatisfy { $0.request.smart.map(own.contains) == true })
    }

    @Test func `an order of sports is linked, kept apart from categories, and erased`() async throws {
        try await store.orderSports(["Tennis", "Golf"], of: bob.id.recipient, at: .sampleNow)
        #expect(try await !store.categories(of: bob.id.recipient).contains { $0.name == "Tennis" })
        #expect(try await store.merge(bob.id, of: .sample("bob"), into: alice.id, at: .sampleNow))
        #expect(try await store.categoryOrder(of: alice.id.recipient).sports == ["Tennis", "Golf"])
        let carol = try await store.sampleProfile("carol")
        try await store.orderSports(["Rugby"], of: carol.id.recipient, at: .sampleNow)
        #expect(try await store.merge(carol.id, of: .sample("carol"), into: alice.id, at: .sampleNow))
        #expect(try await store.categoryOrder(of: alice.id.recipient).sports.first == "Tennis")
        try await store.erase(alice.id)
        let left = try await store.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM categorySetting") }
        #expect(left == 0)
    }

    @Test func `news lists no more than a share of one feed, counts all, and each event once`() async throws {
        let other = try await store.sampleFetchedFeed("two")
        try await store.sampleSubscription(of: alice, to: other)
        try await store.sampleRefresh(feed, (1...9).map { .sample("Busy \($0)") })
        try await store.sampleRefresh(other, (1...2).map { .sample("Quiet \($0)") })
        let all = ArticleSelection(from: .distantPast, to: .distantFuture)
        let owner = alice.id.recipient
        func spans(_ limit: Int, _ most: Int) async throws -> [NewsSpan] {
            try await store.newsSpans(all, since: [.distantPast], in: .of(owner), limit: limit, mostOfFeed: most)
        }
        let few = try await spans(100, 3)[0]
        #expect(few.storyCount == 11 && !few.isCountAtMost)
        #expect(Dictionary(grouping: few.articles, by: \.feedName).mapValues(\.count) == ["one": 3, "two": 2])
        // Two reports of one event count once, also beyond what is listed.
        let stories = try await store.articles(all, in: .of(owner), limit: 99).map(\.article.storyID)
        try await store.write { db in try StoryEvents(db: db).join(stories[9], stories[10]) }
        #expect(try await spans(2, .max)[0].storyCount == 10)
        _ = try await store.addMute(.words("busy 1"), named: "busy 1", until: nil, of: owner, limit: 3, at: .sampleNow)
        #expect(try await !spans(3, .max)[0].isCountAtMost)
        let cut = try await spans(1, .max)[0]
        #expect(cut.isCountAtMost && cut.storyCount >= 9)
    }
}
