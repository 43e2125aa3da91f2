import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

@Suite(.timed) struct OwnChangeTests {
    let store: Store
    let alice: Profile
    let feed: Feed

    init() async throws {
        store = try Store.inMemory()
        alice = try await store.sampleProfile("alice")
        feed = try await store.sampleFetchedFeed("one")
        try await store.sampleSubscription(of: alice, to: feed, time: .sampleNow - 7_200)
        try await store.sampleRefresh(feed, [.sample("A"), .sample("B")])
    }

    private var all: ArticleSelection { ArticleSelection(from: .distantPast, to: .distantFuture) }

    private func titles(_ selection: ArticleSelection? = nil, of reader: RecipientID? = nil) async throws -> [String] {
        try await store.articles(selection ?? all, in: .of(reader ?? alice.id.recipient), limit: 10).map(
            \.article.title
        )
    }

    private func clear(at time: Date = .sampleNow) async throws -> Int? {
        try await store.command("feed clear one", at: time).clearFeed(feed.id, of: alice.id.recipient, at: time)
    }

    @Test func `every kind of list leaves out what was emptied`() async throws {
        #expect(try await clear() == 2)
        let reader = alice.id.recipient
        #expect(try await titles() == [])
        let alone = ArticleSelection(feeds: .some([feed.id]), from: .distantPast, to: .distantFuture)
        #expect(try await titles(alone) == [])
        #expect(try await store.countArticles(all, in: .of(reader)).articles == 0)
        #expect(try await store.slotNews(all, in: .of(reader), besides: [], limit: 9).articles == [])
        let spans = try await store.newsSpans(all, since: [.distantPast], in: .of(reader), limit: 9)
        #expect(spans.map(\.storyCount) == [0] && spans[0].articles == [])
        #expect(try await store.followedFeeds(of: reader, at: .sampleNow).map(\.unreadCount) == [0])
        #expect(try await store.countArticles(all, in: .of(nil)).articles == 0)
        let everything = ArticleSelection(feeds: .some([feed.id]), from: .distantPast, to: .distantFuture)
        #expect(try await store.countArticles(everything, in: .shown(to: nil)).articles == 2)
    }

    @Test func `of many feeds the emptied one is left out too`() async throws {
        for number in 0..<60 {
            let other = try await store.sampleFetchedFeed("many\(number)")
            try await store.sampleSubscription(of: alice, to: other)
        }
        #expect(Set(try await titles()) == ["A", "B"])
        _ = try await clear()
        #expect(try await titles() == [])
    }

    @Test func `what is published after the newest of it, or comes late, is listed`() async throws {
        _ = try await clear()
        try await store.sampleRefresh(feed, [.sample("C", publishedAt: .sampleNow - 30)], at: .sampleNow + 600)
        #expect(try await titles() == ["C"])
        try await store.sampleRefresh(feed, [.sample("Late", publishedAt: .sampleNow - 9_000)], at: .sampleNow + 900)
        let day = ArticleSelection(from: .sampleNow - 3_600, to: .sampleNow + 3_600)
        let late = try await store.lateArticles(day, in: .of(alice.id.recipient), limit: 9)
        #expect(late.map(\.article.title) == ["Late"])
        _ = try await clear(at: .sampleNow + 1_000)
        #expect(try await store.lateArticles(day, in: .of(alice.id.recipient), limit: 9) == [])
    }

    @Test(arguments: [0, 60])
    func `what comes later is listed with whatever date, and is unread`(others: Int) async throws {
        for number in 0..<others {
            let other = try await store.sampleFetchedFeed("many\(number)")
            try await store.sampleSubscription(of: alice, to: other)
        }
        _ = try await clear()
        let reader = alice.id.recipient
        let late = (1...4).map { NewArticle.sample("Late \($0)", publishedAt: .sampleNow - Double($0) * 900) }
        try await store.sampleRefresh(feed, late, at: .sampleNow + 600)
        let expected = ["Late 1", "Late 2", "Late 3", "Late 4"]
        #expect(try await titles() == expected)
        #expect(try await store.articles(all, in: .of(reader), limit: 2).map(\.article.title) == ["Late 1", "Late 2"])
        #expect(try await store.countArticles(all, in: .of(reader)).articles == 4)
        let spans = try await store.newsSpans(all, since: [.distantPast], in: .of(reader), limit: 9)
        #expect(spans.map(\.storyCount) == [4])
        #expect(try await store.slotNews(all, in: .of(reader), besides: [], limit: 9).articles.count == 4)
        #expect(try await store.followedFeeds(of: reader, at: .sampleNow + 600).map(\.unreadCount).max() == 4)
        #expect(try await clear(at: .sampleNow + 700) == 4)
        #expect(try await titles() == [])
        #expect(try await clear(at: .sampleNow + 800) == 0)
        #expect(try await store.followedFeeds(of: reader, at: .sampleNow + 800).map(\.unreadCount).max() == 0)
    }

    @Test func `what waits to be pushed of an emptied feed is withdrawn`() async throws {
        #expect(try await store.queuedTitles(for: alice).count == 2)
        _ = try await clear()
        #expect(try await store.queuedTitles(for: alice) == [])
    }

    @Test func `a date of tomorrow hides nothing of today`() async throws {
        try await store.sampleRefresh(feed, [.sample("Tomorrow", publishedAt: .sampleNow + 86_400)])
        _ = try await clear()
        try await store.sampleRefresh(feed, [.sample("D", publishedAt: .sampleNow + 60)], at: .sampleNow + 120)
        #expect(try await titles() == ["Tomorrow", "D"])
    }

    @Test func `a change is taken back once, and by its owner alone`() async throws {
        let bob = try await store.sampleProfile("bob")
        _ = try await clear()
        let change = try #require(try await store.ownChanges(of: alice.id.recipient, at: .sampleNow).first)
        #expect(change.lines == ["feed clear one"])
        #expect(try await store.ownChanges(of: bob.id.recipient, at: .sampleNow) == [])
        #expect(try await store.undo(change, of: bob.id.recipient, at: .sampleNow) == UndoOutcome())
        #expect(try await titles() == [])
        #expect(try await store.undo(change, of: alice.id.recipient, at: .sampleNow).restored == 1)
        #expect(Set(try await titles()) == ["A", "B"])
        #expect(try await store.undo(change, of: alice.id.recipient, at: .sampleNow) == UndoOutcome())
    }

    @Test func `what is followed no more is not taken back`() async throws {
        _ = try await clear()
        let change = try #require(try await store.ownChanges(of: alice.id.recipient, at: .sampleNow).first)
        _ = try await store.removeSubscription(of: alice.id.recipient, to: feed.id, at: .sampleNow)
        let outcome = try await store.undo(change, of: alice.id.recipient, at: .sampleNow)
        #expect(outcome.restored == 0 && outcome.obstacles.map(\.reason) == [.changed])
        #expect(try await store.ownChanges(of: alice.id.recipient, at: .sampleNow) == [])
    }

    @Test func `a story in two feeds is one unread story, and a muted one is none`() async throws {
        let other = try await store.sampleFetchedFeed("two")
        try await store.sampleSubscription(of: alice, to: other, time: .sampleNow - 7_200)
        try await store.sampleRefresh(other, [.sample("A"), .sample("Quiet")])
        _ = try await store.command("mute quiet").addMute(
            .words("quiet"),
            named: "quiet",
            until: nil,
            of: alice.id.recipient,
            limit: 9,
            at: .sampleNow
        )
        #expect(try await store.command("readall").markAllRead(of: alice.id.recipient, at: .sampleNow) == 2)
        #expect(try await store.command("again").markAllRead(of: alice.id.recipient, at: .sampleNow) == 0)
        let changes = try await store.ownChanges(of: alice.id.recipient, at: .sampleNow)
        #expect(changes.map(\.lines) == [["readall"], ["mute quiet"]])
    }

    @Test func `a visit ends after half an hour of silence`() async throws {
        let reader = alice.id.recipient
        func visit(_ minute: Double) async throws -> Double? {
            try await store.recordVisit(of: reader, at: .sampleNow + minute * 60)
                .map { $0.timeIntervalSince(.sampleNow) / 60 }
        }
        #expect(try await visit(0) == nil)
        #expect(try await visit(29) == nil)
        #expect(try await visit(59) == 29)
        #expect(try await visit(80) == 29)
        // A clock that was set back ends nothing.
        #expect(try await visit(10) == 29)
        #expect(try await visit(200) == 80)
    }

    @Test func `a visit of before the upgrade is what the next one counts from`() async throws {
        let database = try DatabaseQueue(configuration: Store.configuration())
        try Migrations.migrator().migrate(database, upTo: "0026-arrivals")
        try await database.write {
            try $0.execute(sql: "INSERT INTO recipient (kind, lastVisitAt, createdAt) VALUES ('room', 1000, 0)")
        }
        let store = try Store(migrating: database, path: nil)
        let before = try await store.recordVisit(of: RecipientID(rawValue: 1), at: Date(timeIntervalSince1970: 1_200))
        #expect(before == Date(timeIntervalSince1970: 1_000))
    }

    @Test func `a story stands in the span of its newest article, and all of a span are counted`() async throws {
        let other = try await store.sampleFetchedFeed("two")
        try await store.sampleSubscription(of: alice, to: other)
        let day = Date.sampleNow - 86_400
        try await store.sampleRefresh(feed, (0..<5).map { .sample("Old \($0)", publishedAt: day - Double($0)) })
        try await store.sampleRefresh(other, [.sample("A", publishedAt: day), .sample("Old 5", publishedAt: day)])
        let spans = try await store.newsSpans(
            all,
            since: [.sampleNow - 3_600, .sampleNow - 7_200, .distantPast],
            in: .of(alice.id.recipient),
            limit: 2
        )
        #expect(spans.map(\.storyCount) == [2, 0, 6])
        #expect(spans.map(\.articles.count) == [2, 0, 2])
        #expect(Set(spans[0].articles.map(\.article.title)) == ["A", "B"])
    }
}
