import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

/// Which post begins the thread of a feed, and when that is forgotten.
@Suite(.timed) struct BegunThreadTests {
    private let store: Store
    private let room: Room
    private let feed: Feed
    private let place = Address(network: "testnet", kind: .room, target: "#news")

    init() async throws {
        store = try Store.inMemory()
        room = try await store.sampleRoom()
        feed = try await store.sampleFetchedFeed("one")
        try await follow(feed)
        try await wantThreads(true)
    }

    private func follow(_ feed: Feed) async throws {
        _ = try await store.addSubscription(of: room.id.recipient, to: feed.id, at: place, limit: 10, time: .sampleNow)
    }

    private func wantThreads(_ wanted: Bool) async throws {
        var etiquette = room.etiquette
        etiquette.threadsFeeds = wanted
        try await store.saveEtiquette(etiquette, of: room.id)
    }

    /// Everything queued for the room leaves as one message of these parts; returns its articles.
    @discardableResult
    private func post(
        as event: String,
        parts: [String] = ["x"],
        at time: Date = .sampleNow
    ) async throws -> [ArticleID] {
        let queued = try await store.queuedDeliveries(to: place, at: .distantFuture, limit: 100)
        let frozen = try await store.freeze(
            queued.map(\.id),
            to: place,
            parts: parts.map { MessagePart(payload: $0) },
            at: time
        )
        let message = try #require(frozen)
        for part in parts.indices {
            let key = PartKey.message(message.id, part: part)
            try await store.recordPosted(network: "testnet", eventID: "\(event)\(part)", key: key)
            try await store.confirm(message.id, part: part, at: time)
        }
        return queued.compactMap { $0.article?.article.id }
    }

    private func thread(of articles: [ArticleID], since start: Date = .sampleNow - 60) async throws -> String? {
        try await store.feedThread(ofFeedOf: articles, at: place, since: start)
    }

    @Test func `the first part of a post about one feed begins its thread, and no reply does`() async throws {
        try await store.sampleRefresh(feed, [.sample("A")])
        let first = try await post(as: "$a", parts: ["x", "y"])
        #expect(try await thread(of: first) == "$a0")
        #expect(try await thread(of: first, since: .sampleNow + 1) == nil)
        try await store.sampleRefresh(feed, [.sample("B")], at: .sampleNow + 60)
        try await post(as: "$b", parts: ["{m.thread}"], at: .sampleNow + 60)
        #expect(try await thread(of: first) == "$a0")
        // The first of the next day.
        let tomorrow = Date.sampleNow + 86_400
        try await store.sampleRefresh(feed, [.sample("C", publishedAt: tomorrow)], at: tomorrow)
        try await post(as: "$c", at: tomorrow)
        #expect(try await thread(of: first) == "$c0")
    }

    @Test func `a post about several feeds begins none, and neither does one of a room without threads`() async throws {
        let other = try await store.sampleFetchedFeed("two")
        try await follow(other)
        try await store.sampleRefresh(feed, [.sample("A")])
        try await store.sampleRefresh(other, [.sample("Z")])
        let both = try await post(as: "$both")
        #expect(both.count == 2)
        #expect(try await thread(of: both) == nil)
        for article in both { #expect(try await thread(of: [article]) == nil) }
        try await wantThreads(false)
        try await store.sampleRefresh(feed, [.sample("B")])
        #expect(try await thread(of: post(as: "$b")) == nil)
    }

    @Test func `it goes with its room, its feed and its day`() async throws {
        try await store.sampleRefresh(feed, [.sample("A")])
        let articles = try await post(as: "$a")
        #expect(try await store.moveRoom(network: "testnet", from: "#news", to: "#new"))
        let moved = Address(network: "testnet", kind: .room, target: "#new")
        let start = Date.sampleNow - 60
        #expect(try await store.feedThread(ofFeedOf: articles, at: moved, since: start) == nil)
        #expect(try await store.moveRoom(network: "testnet", from: "#new", to: "#news"))
        try await store.sampleRefresh(feed, [.sample("B")])
        try await post(as: "$b")
        #expect(try await thread(of: articles) == "$b0")
        try await store.prune(at: .sampleNow + 86_400)
        #expect(try await thread(of: articles) == "$b0")
        try await store.prune(at: .sampleNow + 3 * 86_400)
        #expect(try await thread(of: articles) == nil)
        try await store.sampleRefresh(feed, [.sample("C")])
        try await post(as: "$c")
        let id = room.id
        let left = try await store.write { db in
            try db.execute(sql: "DELETE FROM recipient WHERE id = ?", arguments: [id])
            return try Int.fetchOne(db, sql: "SELECT count(*) FROM feedThread")
        }
        #expect(left == 0)
    }
}
