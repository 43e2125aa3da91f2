import Foundation
import GRDB
import NewsModel
import Synchronization
import TestSupport
import TextAnalysis
import Testing

@testable import Storage

@Suite struct ArticleFeedsTests {
    private let store: Store

    init() throws { store = try Store.inMemory() }

    private func publish(_ count: Int, from first: Int, in feed: Feed) async throws -> [Article] {
        try await store.sampleRefresh(
            feed,
            (first..<first + count).map { .sample("Storm \($0)", publishedAt: .sampleNow - 60 * Double($0 + 1)) }
        )
    }

    private func titles(in sight: Sight) async throws -> Set<String> {
        let search = ArticleSearch(
            query: try Query(parsing: "storm"),
            time: QueryTime(now: .sampleNow),
            limit: 2_000
        )
        let found = try await store.search(search, in: sight, limits: SearchLimits(seconds: 600))
        return Set(found.hits.map(\.listed.article.title))
    }

    private func titles(_ numbers: Range<Int>) -> Set<String> { Set(numbers.map { "Storm \($0)" }) }

    @Test func `what is found follows articles that arrive, move and go`() async throws {
        let alice = try await store.sampleProfile()
        let (mine, other) = (try await store.sampleFeed("mine"), try await store.sampleFeed("other"))
        _ = try await store.addSubscription(
            of: alice.id.recipient,
            to: mine.id,
            at: Identity.sample("alice").address,
            limit: 10,
            time: .sampleNow
        )
        let sight = Sight.of(alice.id.recipient)
        let articles = try await publish(300, from: 0, in: mine)
        _ = try await publish(300, from: 300, in: other)
        // So many that all feeds are read.
        #expect(try await titles(in: sight) == titles(0..<300))
        _ = try await publish(50, from: 600, in: mine)
        _ = try await publish(50, from: 650, in: other)
        #expect(try await titles(in: sight) == titles(0..<300).union(titles(600..<650)))

        let moved = articles.filter { $0.title.hasSuffix("7") }.map(\.id)
        try await store.write { db in
            try db.execute(
                sql: "UPDATE article SET feedID = ? WHERE id IN (SELECT value FROM json_each(?))",
                arguments: [other.id, moved.jsonList]
            )
        }
        let left = titles(0..<300).filter { !$0.hasSuffix("7") }.union(titles(600..<650))
        #expect(try await titles(in: sight) == left)
        try await store.write { db in try db.execute(sql: "DELETE FROM feed WHERE id = ?", arguments: [other.id]) }
        #expect(try await titles(in: sight) == left)
    }

    @Test func `after a move the index is asked until reading all again is worth it`() async throws {
        let feed = try await store.sampleFeed()
        let articles = try await publish(800, from: 0, in: feed).map(\.id)
        let feeds = ArticleFeeds()
        let reads = Mutex(0)
        let asked = Mutex(0)
        try await store.read { db in
            db.trace { event in
                if "\(event)".contains("ORDER BY id DESC LIMIT") { reads.withLock { $0 += 1 } }
                if "\(event)".contains("FROM json_each") { asked.withLock { $0 += 1 } }
            }
        }
        func find(_ count: Int) async throws -> [Int] {
            let found = try await store.read { db in
                try feeds.reader().feeds(of: Array(articles.prefix(count)), in: db).count
            }
            #expect(found == count)
            return [reads.withLock(\.self), asked.withLock(\.self)]
        }
        #expect(try await find(800) == [1, 0])
        try await store.write { db in
            db.add(transactionObserver: feeds, extent: .nextTransaction)
            try db.execute(sql: "UPDATE article SET feedID = feedID")
        }
        // A quarter of them.
        #expect(try await find(150) == [1, 1])
        #expect(try await find(400) == [1, 2])
        #expect(try await find(400) == [2, 2])
        #expect(try await find(10) == [2, 2])
    }

    @Test func `of many that arrive each is known by its last feed`() async throws {
        let feed = try await store.sampleFeed()
        let stored = try await publish(400, from: 0, in: feed)
        let feeds = ArticleFeeds()
        let found = try await store.read { db in try feeds.reader().feeds(of: stored.map(\.id), in: db) }
        #expect(found.count == 400)
        #expect(found.map(\.article) == found.map(\.article).sorted(by: >))
        // Older, newer and the same ones; none of the others is in the database.
        let ids = stored.map(\.id.rawValue)
        let (oldest, newest) = (try #require(ids.min()), try #require(ids.max()))
        let more = (1...9_000).map { number in oldest - 3_000 + Int64(number) * ((newest - oldest) / 3_000) }
        feeds.add(
            (more + ids.prefix(9)).map { Self.article(ArticleID(rawValue: $0), of: FeedID(rawValue: $0 % 7 + 50)) }
        )
        let wanted = (more + ids).map(ArticleID.init(rawValue:))
        let known = try await store.read { db in try feeds.reader().feeds(of: wanted, in: db) }
        let expected = Dictionary(
            (ids.dropFirst(9).map { ($0, feed.id.rawValue) } + (more + ids.prefix(9)).map { ($0, $0 % 7 + 50) })
        ) { _, last in last }
        #expect(known.count == wanted.count)
        #expect(known.allSatisfy { expected[$0.article.rawValue] == $0.feed.rawValue })
    }

    private static func article(_ id: ArticleID, of feed: FeedID) -> Article {
        Article(
            id: id,
            feedID: feed,
            storyID: StoryID(rawValue: 1),
            title: "",
            publishedAt: .sampleNow,
            firstSeenAt: .sampleNow
        )
    }
}
