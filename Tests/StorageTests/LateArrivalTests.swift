import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

@Suite(.timed) struct LateArrivalTests {
    private static let day: TimeInterval = 86_400
    private let now = Date.sampleNow

    private func selection(_ feeds: [Feed], from: TimeInterval = -3_600, to: TimeInterval = 60) -> ArticleSelection {
        ArticleSelection(feeds: .some(feeds.map(\.id)), from: now + from, to: now + to)
    }

    private func late(
        _ store: Store,
        _ feeds: [Feed],
        from: TimeInterval = -3_600,
        to: TimeInterval = 60,
        for reader: RecipientID? = nil
    ) async throws -> [String] {
        try await store.lateArticles(selection(feeds, from: from, to: to), in: .shown(to: reader), limit: 99).map(
            \.article.title
        )
    }

    @Test func `an article is late in the span in which it came`() async throws {
        let store = try Store.inMemory()
        let feed = try await store.sampleFetchedFeed()
        try await store.sampleRefresh(feed, [.sample("Late", publishedAt: now - 20 * Self.day)])
        try await store.sampleRefresh(feed, [.sample("Later", publishedAt: now - 2 * Self.day)], at: now + 10)
        try await store.sampleRefresh(feed, [.sample("Fresh", publishedAt: now - 5)], at: now + 20)
        try await store.sampleRefresh(feed, [.sample("Undated", publishedAt: nil)], at: now + 20)
        try await store.sampleRefresh(feed, [.sample("Coming", publishedAt: now + 9_000)], at: now + 20)
        #expect(try await late(store, [feed]) == ["Later", "Late"])
        #expect(try await late(store, [feed], to: 10) == ["Late"])
        #expect(try await late(store, [feed], from: 1) == ["Fresh", "Later"])
        #expect(try await late(store, [feed], from: 30, to: 99_999) == [])
    }

    @Test func `what was no news when it came is never late`() async throws {
        let store = try Store.inMemory()
        let new = try await store.sampleFeed("new")
        try await store.sampleRefresh(new, [.sample("First", publishedAt: now - 2 * Self.day)])
        let old = try await store.sampleFetchedFeed("old")
        let archive = (0..<9).map { NewArticle.sample("Archive \($0)", publishedAt: now - Double(30 + $0) * Self.day) }
        try await store.sampleRefresh(old, archive + [.sample("News", publishedAt: now - 2 * Self.day)])
        #expect(try await late(store, [new, old]) == ["News"])
    }

    @Test func `a story that another feed of the reader's had before is not late, but one that was none of theirs is`()
        async throws
    {
        let store = try Store.inMemory()
        let alice = try await store.sampleProfile().id.recipient
        let (first, second) = (try await store.sampleFetchedFeed("a"), try await store.sampleFetchedFeed("b"))
        func sample(_ title: String) -> NewArticle {
            .sample(title, link: "https://x.example/\(title)", publishedAt: now - 3 * Self.day)
        }
        try await store.sampleRefresh(first, [sample("Known")], at: now - Self.day)
        try await store.sampleRefresh(second, [sample("Known"), sample("New")])
        #expect(try await late(store, [first, second]) == ["New"])
        #expect(try await late(store, [second]).sorted() == ["Known", "New"])
        // Who follows the first feed since then has not heard it there.
        let place = Identity.sample("alice").address
        _ = try await store.addSubscription(of: alice, to: first.id, at: place, limit: 9, time: now - 60)
        #expect(try await late(store, [first, second], for: alice).sorted() == ["Known", "New"])
    }

    @Test func `late articles are read from their index alone`() async throws {
        let store = try Store.inMemory()
        let plan = try await store.read { db in
            let selection = ArticleSelection(from: .distantPast, to: .distantFuture)
            let query = ArticleFilter.lateQuery(FeedID(rawValue: 1), of: selection, for: nil)
            return try Row.fetchAll(
                db,
                sql: "EXPLAIN QUERY PLAN " + query.sql,
                arguments: StatementArguments(query.arguments)
            ).map { $0["detail"] as String }
        }
        #expect(
            plan.contains {
                $0.contains("article USING COVERING INDEX articleByArrival (feedID=? AND arrivedAt>? AND arrivedAt<?)")
            },
            "\(plan)"
        )
        #expect(!plan.contains { $0.contains("SCAN") || $0.contains("TEMP B-TREE") }, "\(plan)")
    }

    @Test func `a slot has late news first, nothing that was told, and counts what finds no room`() async throws {
        let store = try Store.inMemory()
        let alice = try await store.sampleProfile().id.recipient
        let feed = try await store.sampleFetchedFeed()
        let fresh = (0..<6).map { NewArticle.sample("Fresh \($0)", publishedAt: now - Double(60 - $0)) }
        let stored = try await store.sampleRefresh(feed, fresh + [.sample("Late", publishedAt: now - 9 * Self.day)])
        let told = try #require(stored.first { $0.title == "Fresh 5" }).storyID
        func news(_ limit: Int) async throws -> SlotNews {
            try await store.slotNews(selection([feed]), in: .shown(to: alice), besides: [told], limit: limit)
        }
        var slot = try await news(3)
        #expect(slot.articles.map(\.article.title) == ["Late", "Fresh 4", "Fresh 3"])
        #expect(slot.leftOut == 3)
        _ = try await store.addMute(.words("\"fresh 1\""), named: "1", until: nil, of: alice, limit: 9, at: now)
        _ = try await store.addMute(.words("\"fresh 4\""), named: "4", until: nil, of: alice, limit: 9, at: now)
        slot = try await news(3)
        #expect(slot.articles.map(\.article.title) == ["Late", "Fresh 3", "Fresh 2"])
        #expect(slot.leftOut == 1)
        #expect(try await news(9).leftOut == 0)
        #expect(try await !news(3).isLeftOutAtMost)
    }

    @Test func `what finds no room is not all looked at to count it without the muted`() async throws {
        let store = try Store.inMemory()
        let alice = try await store.sampleProfile().id.recipient
        let feed = try await store.sampleFetchedFeed()
        let fresh = (0..<9).map { NewArticle.sample("Fresh \($0)", publishedAt: now - Double($0)) }
        try await store.sampleRefresh(feed, fresh)
        func news() async throws -> SlotNews {
            try await store.slotNews(selection([feed]), in: .shown(to: alice), besides: [], limit: 2)
        }
        #expect(try await news().leftOut == 7)
        #expect(try await !news().isLeftOutAtMost)
        for number in [3, 4, 8] {
            let words = Mute.Subject.words("\"fresh \(number)\"")
            _ = try await store.addMute(words, named: "\(number)", until: nil, of: alice, limit: 9, at: now)
        }
        #expect(try await news().leftOut == 6)
        #expect(try await news().isLeftOutAtMost)
        // For what has room it is all looked at.
        _ = try await store.addMute(.words("fresh"), named: "all", until: nil, of: alice, limit: 9, at: now)
        #expect(try await news() == SlotNews(articles: [], leftOut: 0, isLeftOutAtMost: false))
    }

    @Test func `a story of before arrivals were kept is not late when another feed brings it`() async throws {
        let database = try DatabaseQueue(configuration: Store.configuration())
        try Migrations.migrator().migrate(database, upTo: "0027-unconfirmed-deliveries")
        let then = now - 20 * Self.day
        try await database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO feed (url, host, name, nameKey, isHouse, nextCheckAt, createdAt, firstFetchedAt)
                    VALUES ('u', 'h', 'A', 'a', 1, 0, 0, :first), ('v', 'h', 'B', 'b', 1, 0, 0, :first);
                    INSERT INTO story (firstSeenAt) VALUES (:first), (:then);
                    INSERT INTO article (id, feedID, storyID, title, summary, publishedAt, firstSeenAt)
                    VALUES (7, 1, 1, 'First', '', 500, :first), (:told, 1, 2, 'Told', '', :then - 600, :then);
                    INSERT INTO storyKey (kind, key, storyID, feedID, publishedAt)
                    VALUES ('link', 'https://x.example/First', 1, 1, 500),
                        ('link', 'https://x.example/Told', 2, 1, :then - 600);
                    """,
                arguments: [
                    "first": 1_000, "then": then.unixSeconds,
                    "told": ArticleID.first(atSecond: then.unixSeconds - 600).rawValue,
                ]
            )
        }
        let store = try Store(migrating: database, path: nil)
        let first = try #require(try await store.feed(FeedID(rawValue: 1)))
        let second = try #require(try await store.feed(FeedID(rawValue: 2)))
        #expect(try await late(store, [first, second], from: -60 * Self.day) == [])
        let articles = ["First", "Told"].map {
            NewArticle.sample($0, link: "https://x.example/\($0)", publishedAt: then - 600)
        }
        try await store.sampleRefresh(second, articles)
        #expect(try await late(store, [first, second]) == ["First"])
    }

    @Test func `articles of before arrivals were kept are not late`() async throws {
        let database = try DatabaseQueue(configuration: Store.configuration())
        try Migrations.migrator().migrate(database, upTo: "0025-unconfirmed-mail")
        try await database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO feed (url, host, name, nameKey, isHouse, nextCheckAt, createdAt, firstFetchedAt)
                    VALUES ('u', 'h', 'F', 'f', 1, 0, 0, 100);
                    INSERT INTO story (firstSeenAt) VALUES (9000);
                    INSERT INTO article (id, feedID, storyID, title, summary, publishedAt, firstSeenAt)
                    VALUES (7, 1, 1, 'Old', '', 0, 9000);
                    """
            )
        }
        let store = try Store(migrating: database, path: nil)
        let span = ArticleSelection(from: Date(timeIntervalSince1970: 8_000), to: now)
        #expect(try await store.lateArticles(span, in: .shown(to: nil), limit: 9) == [])
    }
}
