import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

/// The stories of one event in the database.
@Suite(.timed) struct EventTests {
    private let store: Store
    private let feed: Feed

    init() async throws {
        store = try Store.inMemory()
        feed = try await store.sampleFeed()
    }

    private func join(_ stories: some Sequence<StoryID> & Sendable) async throws {
        try await store.write { db in
            let events = StoryEvents(db: db)
            var last: StoryID?
            for story in stories {
                if let last { try events.join(last, story) }
                last = story
            }
        }
    }

    private func count(_ table: String) async throws -> Int {
        try await store.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0 }
    }

    @Test func `an event takes only so many stories`() async throws {
        try await store.write { db in
            for _ in 0..<1_100 { try db.execute(sql: "INSERT INTO story (firstSeenAt) VALUES (0)") }
        }
        try await join((1...1_100).map(StoryID.init(rawValue:)))
        let sizes = try await store.read { db in
            try Int.fetchAll(db, sql: "SELECT count(*) FROM story GROUP BY coalesce(eventID, id) ORDER BY 1 DESC")
        }
        #expect(sizes[0] == 1_000)
        #expect(sizes.reduce(0, +) == 1_100)
    }

    @Test func `an event and its updates are removed with its last article`() async throws {
        let entries = (0..<3).map {
            NewArticle.sample("N \($0)", publishedAt: .sampleNow - 100 * 86_400 + Double($0))
        }
        let articles = try await store.sampleRefresh(feed, entries)
        try await join(articles.map(\.storyID))
        let alice = try await store.sampleProfile("alice")
        try await store.write { db in
            try db.execute(
                sql: "INSERT INTO storyUpdate (recipientID, eventID, sourceCount, queuedAt) VALUES (?, ?, 5, 0)",
                arguments: [alice.id.recipient, articles.map(\.storyID).min()]
            )
        }
        // The event's oldest story goes last.
        let some = Retention(articleAge: 86_400, articlesKept: 1, articlesAtMost: 100)
        #expect(try await store.prune(at: .sampleNow, keeping: some) == 2)
        #expect(try await [count("story"), count("storyUpdate")] == [2, 1])
        let none = Retention(articleAge: 0, articlesKept: 0, articlesAtMost: 0)
        #expect(try await store.prune(at: .sampleNow, keeping: none) == 1)
        #expect(try await [count("story"), count("storyUpdate")] == [0, 0])
    }
}
