import Foundation
import GRDB
import NewsModel
import Synchronization
import TestSupport
import Testing

@testable import Storage

@Suite(.timed) struct FilterTests {
    let store: Store
    let alice: Profile
    let bob: Profile
    let feed: Feed

    init() async throws {
        store = try Store.inMemory()
        alice = try await store.sampleProfile("alice")
        bob = try await store.sampleProfile("bob")
        feed = try await store.sampleFetchedFeed("one", category: "Science")
        for person in [alice, bob] { try await store.sampleSubscription(of: person, to: feed) }
    }

    @discardableResult
    private func filter(
        _ query: String,
        on target: NewsFilter.Target = .everything,
        only isOnly: Bool = false,
        of person: Profile? = nil,
        limit: QuotaLimit = 9
    ) async throws -> AddOutcome<NewsFilter> {
        let owner = (person ?? alice).id.recipient
        return try await store.addFilter(query, on: target, isOnly: isOnly, of: owner, limit: limit, at: .sampleNow)
    }

    private func titles(_ person: Profile) async throws -> [String] {
        let selection = ArticleSelection(from: .distantPast, to: .distantFuture)
        return try await store.articles(selection, in: .shown(to: person.id.recipient), limit: 10)
            .map(\.article.title).sorted()
    }

    private func listed(_ title: String) async throws -> ListedArticle {
        let all = try await store.articles(try await store.everything(), in: .shown(to: nil), limit: 100)
        return try #require(all.first { $0.article.title == title })
    }

    private func decision(_ title: String) async throws -> Decision? {
        try await store.decision(on: try await listed(title), for: alice.id.recipient)
    }

    private func decisionCount() async throws -> Int {
        try await store.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM decision") ?? 0 }
    }

    @Test func `what a filter takes out is neither sent nor listed to its owner, and to others it is`() async throws {
        try await filter("crypto", on: .feed(feed.id))
        try await store.sampleRefresh(feed, [.sample("Crypto falls"), .sample("Sun shines")])
        #expect(try await store.queuedTitles(for: alice) == ["Sun shines"])
        #expect(try await titles(alice) == ["Sun shines"])
        #expect(try await titles(bob) == ["Crypto falls", "Sun shines"])
        let kept = try #require(try await decision("Crypto falls"))
        #expect(kept == Decision(rule: HidingRule(.filter, 1), name: "crypto", isRecorded: true))
        _ = try await store.removeFilter(1, of: alice.id.recipient, at: .sampleNow)
        #expect(try await titles(alice) == ["Crypto falls", "Sun shines"])
        #expect(try await decision("Crypto falls")?.name == nil)
        #expect(try await decision("Sun shines") == nil)
    }

    @Test func `filters for a feed, a category and everything stand beside each other`() async throws {
        let other = try await store.sampleFetchedFeed("two", category: "Sports")
        try await store.sampleSubscription(of: alice, to: other)
        try await filter("moon", on: .category("science"), only: true)
        try await filter("sun", on: .category("science"), only: true)
        try await filter("rain")
        let entries = ["Moon", "Sun", "Moon in the rain", "Wind"]
        try await store.sampleRefresh(feed, entries.map { .sample("\($0) of science") })
        try await store.sampleRefresh(other, entries.map { .sample("\($0) of sports") })
        let wanted = ["Moon of science", "Moon of sports", "Sun of science", "Sun of sports", "Wind of sports"]
        #expect(try await titles(alice) == wanted)
        #expect(try await store.queuedTitles(for: alice).sorted() == wanted)
        #expect(try await decision("Moon in the rain of science")?.rule == HidingRule(.filter, 3))
        #expect(try await decision("Wind of science")?.rule == HidingRule(.filter, 1))
        try await filter("wind", on: .feed(feed.id), only: true)
        #expect(try await titles(alice) == ["Moon of sports", "Sun of sports", "Wind of sports"])
    }

    @Test func `the index's answer is believed for the filters that it knew, and no query is asked then`() async throws
    {
        try await filter("crypto")
        let known = try #require(try await store.filters(of: alice.id.recipient).first).id
        var entry = NewArticle.sample("Crypto, as nobody noticed")
        entry.filterMatches = FilterMatches(newest: known)
        var other = NewArticle.sample("Something else")
        other.filterMatches = FilterMatches(matching: [known], newest: known)
        var older = NewArticle.sample("Crypto, from an older index")
        older.filterMatches = FilterMatches(newest: FilterID(rawValue: known.rawValue - 1))
        try await store.sampleRefresh(feed, [entry, other, older])
        #expect(try await store.queuedTitles(for: alice) == ["Crypto, as nobody noticed"])
    }

    @Test func `the rules of a follower are read only if a filter of theirs may take out the article`() async throws {
        for person in [alice, bob] { try await filter("crypto", of: person) }
        let (hers, his) = (
            try #require(try await store.filters(of: alice.id.recipient).first).id,
            try #require(try await store.filters(of: bob.id.recipient).first).id
        )
        let reads = Mutex(0)
        try await store.write { db in
            db.trace { event in
                if "\(event)".contains("FROM newsFilter WHERE recipientID") { reads.withLock { $0 += 1 } }
            }
        }
        var entry = NewArticle.sample("Sun shines")
        entry.filterMatches = FilterMatches(newest: max(hers, his))
        try await store.sampleRefresh(feed, [entry])
        #expect(reads.withLock(\.self) == 0)
        entry = NewArticle.sample("Crypto falls")
        entry.filterMatches = FilterMatches(matching: [hers], newest: max(hers, his))
        try await store.sampleRefresh(feed, [entry])
        #expect(reads.withLock(\.self) == 1)
        #expect(try await store.queuedTitles(for: alice) == ["Sun shines"])
        #expect(try await store.queuedTitles(for: bob).count == 2)
    }

    @Test func `an alert passes filters, and never mutes`() async throws {
        _ = try await store.sampleAlert(of: alice, "storm")
        let alert = try #require(try await store.alerts(of: alice.id.recipient).first)
        try await filter("storm")
        try await store.sampleRefresh(feed, [.sample("Storm", alertIDs: [alert.id])])
        #expect(try await store.queuedTitles(for: alice) == ["Storm"])
        #expect(try await decisionCount() == 0)
        #expect(try await titles(alice) == [])
        _ = try await store.addMute(
            .words("storm"),
            named: "storm",
            until: nil,
            of: alice.id.recipient,
            limit: 3,
            at: .sampleNow
        )
        #expect(try await store.queuedTitles(for: alice) == [])
        try await store.sampleRefresh(feed, [.sample("Another storm", alertIDs: [alert.id])])
        #expect(try await store.queuedTitles(for: alice) == [])
        #expect(try await decision("Another storm")?.rule == HidingRule(.mute, 1))
    }

    @Test func `what waits is withdrawn by a new filter, unless an alert has found it`() async throws {
        _ = try await store.sampleAlert(of: alice, "storm")
        let alert = try #require(try await store.alerts(of: alice.id.recipient).first)
        try await store.sampleRefresh(feed, [.sample("Storm at sea", alertIDs: [alert.id]), .sample("Calm at sea")])
        try await filter("sea")
        #expect(try await store.queuedTitles(for: alice) == ["Storm at sea"])
        #expect(try await store.queuedTitles(for: bob).count == 2)
    }

    @Test func `every count agrees with its list`() async throws {
        try await store.sampleRefresh(feed, (1...30).map { .sample($0 % 10 == 0 ? "Moon \($0)" : "Wind \($0)") })
        try await store.markAllRead(of: alice.id.recipient, at: .sampleNow - 3_600)
        try await filter("moon", only: true)
        let owner = alice.id.recipient
        #expect(try await store.followedFeeds(of: owner, at: .sampleNow).map(\.unreadCount) == [3])
        let unread = try await store.unreadArticles(in: .of(owner), at: .sampleNow, limit: 2)
        #expect(unread.storyCount == 3 && unread.articles.count == 2)
        let selection = ArticleSelection(from: .sampleNow - 86_400, to: .sampleNow + 1)
        let spans = try await store.newsSpans(selection, since: [selection.from], in: .of(owner), limit: 2)
        #expect(spans[0].storyCount == 3 && spans[0].articles.count == 2)
        #expect(try await store.outline(of: selection, in: .of(owner), limit: 100).articles.count == 3)
        let slot = try await store.slotNews(selection, in: .of(owner), besides: [], limit: 2)
        #expect(slot.articles.count == 2 && slot.leftOut == 1)
        // Who reads on past everything that is taken out finds what is older.
        #expect(try await titles(alice) == ["Moon 10", "Moon 20", "Moon 30"])
    }

    @Test func `an equal filter, one too many, and one that is off`() async throws {
        try await filter("crypto", on: .category("Science"), limit: 2)
        guard case .alreadyThere(let same) = try await filter("crypto", on: .category("SCIENCE"), limit: 2) else {
            Issue.record("added twice")
            return
        }
        #expect(same.number == 1)
        try await filter("crypto", on: .category("Science"), only: true, limit: 2)
        #expect(try await filter("other", limit: 2) == .quotaReached(limit: 2))
        let owner = alice.id.recipient
        _ = try await store.setFilter(2, isOn: false, of: owner, at: .sampleNow)
        try await store.sampleRefresh(feed, [.sample("Crypto falls"), .sample("Sun shines")])
        #expect(try await titles(alice) == ["Sun shines"])
        #expect(try await store.setFilter(9, isOn: false, of: owner, at: .sampleNow) == nil)
        #expect(try await store.removeFilter(9, of: owner, at: .sampleNow) == nil)
    }

    @Test func `changes are undone, the newest first`() async throws {
        let owner = alice.id.recipient
        func undo() async throws -> Bool { try await store.undoNewest(of: owner).map { $0.restored > 0 } ?? false }
        _ = try await store.command().addFilter(
            "crypto",
            on: .feed(feed.id),
            isOnly: true,
            of: owner,
            limit: 9,
            at: .sampleNow
        )
        _ = try await store.command().setFilter(1, isOn: false, of: owner, at: .sampleNow)
        _ = try await store.command().removeFilter(1, of: owner, at: .sampleNow)
        #expect(try await undo())
        var filter = try #require(try await store.filters(of: owner).first)
        #expect(filter.number == 1 && !filter.isOn && filter.isOnly && filter.target == .feed(feed.id))
        #expect(try await undo())
        filter = try #require(try await store.filters(of: owner).first)
        #expect(filter.isOn)
        #expect(try await undo())
        #expect(try await store.filters(of: owner).isEmpty)
        #expect(try await !undo())
    }

    @Test func `linked accounts have the filters of both, and a split one takes a copy`() async throws {
        try await filter("crypto", on: .feed(feed.id))
        try await filter("moon")
        try await filter("crypto", on: .feed(feed.id), of: bob)
        try await filter("sun", only: true, of: bob)
        _ = try await store.setFilter(1, isOn: false, of: alice.id.recipient, at: .sampleNow)
        for title in ["Crypto one", "Crypto two"] { try await store.sampleRefresh(feed, [.sample(title)]) }
        #expect(try await decisionCount() > 0)
        #expect(try await store.merge(bob.id, of: .sample("bob"), into: alice.id, at: .sampleNow))
        let merged = try await store.filters(of: alice.id.recipient)
        #expect(merged.map(\.number) == [1, 2, 3])
        #expect(merged.map(\.query) == ["crypto", "moon", "sun"])
        #expect(merged.map(\.isOn) == [true, true, true])
        let new = try #require(
            try await store.sampleUnlink(.sample("bob"), from: alice, movingSubscriptions: true)
        )
        #expect(try await store.filters(of: new.recipient).map(\.query) == ["crypto", "moon", "sun"])
        try await store.erase(alice.id)
        try await store.erase(new)
        let left = try await store.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM newsFilter") }
        #expect(left == 0)
        #expect(try await decisionCount() == 0)
    }

    @Test func `a renamed category keeps its filters, and undo gives them the old name back`() async throws {
        let owner = alice.id.recipient
        try await filter("moon", on: .category("Science"))
        let moved = try await store.command().renameCategory("Science", to: "Space", of: owner, at: .sampleNow)
        #expect(moved.filterCount == 1)
        #expect(try await store.filters(of: owner).first?.target == .category("Space"))
        #expect(try await store.undoNewest(of: owner)?.obstacles == [])
        #expect(try await store.filters(of: owner).first?.target == .category("Science"))
    }

    @Test func `decisions are bounded by owner and day, and gone after a week`() async throws {
        store.limits.decisionsPerDay = 3
        try await filter("zzz", only: true)
        try await filter("zzz", only: true, of: bob)
        for round in 0..<4 {
            try await store.sampleRefresh(feed, (0..<5).map { .sample("Wind \(round) \($0)") })
        }
        #expect(try await decisionCount() == 6)
        let tomorrow = Date.sampleNow + 86_400
        try await store.sampleRefresh(feed, [.sample("Wind tomorrow", publishedAt: tomorrow)], at: tomorrow)
        #expect(try await decisionCount() == 8)
        try await store.prune(at: .sampleNow + 8 * 86_400 - 43_201)
        #expect(try await decisionCount() == 8)
        try await store.prune(at: .sampleNow + 8 * 86_400)
        #expect(try await decisionCount() == 2)
        store.limits.decisionsPerDay = 0
        try await store.sampleRefresh(feed, [.sample("Rain")])
        #expect(try await decisionCount() == 2)
    }
}
