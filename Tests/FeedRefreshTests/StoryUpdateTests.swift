import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import FeedRefresh
@testable import Storage

/// A story that was sent is followed up, for who asked.
@Suite(.timed) struct StoryUpdateTests {
    private let fixture: StoryFixture
    private var store: Store { fixture.store }
    private var feeds: [Feed] { fixture.feeds }
    private var bob: Profile { fixture.bob }

    init() async throws {
        fixture = try await StoryFixture()
        var settings = RecipientSettings()
        settings.hearsUpdates = true
        try await fixture.store.saveSettings(settings, of: fixture.bob.id.recipient)
    }

    private func updates() async throws -> [StoryUpdate] {
        let queued = try await store.queuedDeliveries(to: fixture.address, at: .distantFuture, limit: 100)
        return queued.compactMap {
            if case .update(let update)? = $0.payload { update } else { nil }
        }
    }

    @Test func `a story that has grown is followed up once a day, for who asked`() async throws {
        let carol = try await store.sampleProfile("carol")
        for feed in feeds { try await store.sampleSubscription(of: carol, to: feed) }
        try await fixture.storeQuake(3)
        try await store.deliverAll(to: fixture.address, at: fixture.clock.now)
        try await fixture.store(feeds[3], StoryFixture.quake[3])
        #expect(try await updates() == [])
        let fifth = try await fixture.store(feeds[4], StoryFixture.quake[4])
        #expect(try await updates().map(\.sources) == [5])
        #expect(try await updates().map(\.article) == [fifth.id])
        // Not again on the same day, and not for who did not ask.
        try await fixture.store(feeds[5], StoryFixture.quake[5])
        #expect(try await updates().count == 1)
        let others = try await store.queuedDeliveries(
            to: Identity.sample("carol").address,
            at: .distantFuture,
            limit: 100
        )
        #expect(others.allSatisfy { $0.notice == nil })
    }

    @Test func `a number that has risen is told to who was sent a lower one`() async throws {
        try await fixture.store(feeds[0], "Ferry sinks off Luzon in the Philippines, 12 dead")
        try await store.deliverAll(to: fixture.address, at: fixture.clock.now)
        _ = try await store.removeSubscription(of: bob.id.recipient, to: feeds[1].id, at: fixture.clock.now)
        try await fixture.store(feeds[1], "Ferry sinks off Luzon in the Philippines, 40 dead")
        #expect(try await updates().map(\.numbers) == [["12 dead", "40 dead"]])
        #expect(try await updates().map(\.sources) == [nil])
    }

    @Test func `a lower number is told if it is newer, and not if an older report comes late`() async throws {
        try await fixture.store(feeds[0], "Ferry sinks off Luzon in the Philippines, 40 dead")
        try await store.deliverAll(to: fixture.address, at: fixture.clock.now)
        for feed in [feeds[1], feeds[2]] {
            _ = try await store.removeSubscription(of: bob.id.recipient, to: feed.id, at: fixture.clock.now)
        }
        let title = "Ferry sinks off Luzon in the Philippines, 12 dead"
        try await fixture.store(feeds[1], title, minutesAgo: 30)
        #expect(try await updates() == [])
        try await fixture.store(feeds[2], "Ferry sinks off Luzon in the Philippines, 31 dead")
        #expect(try await updates().map(\.numbers) == [["40 dead", "31 dead"]])
    }

    @Test func `an update answers the post that told of the story`() async throws {
        try await fixture.store(feeds[0], "Ferry sinks off Luzon in the Philippines, 12 dead")
        try await store.deliverAll(to: fixture.address, at: fixture.clock.now, posting: "$first:example")
        _ = try await store.removeSubscription(of: bob.id.recipient, to: feeds[1].id, at: fixture.clock.now)
        try await fixture.store(feeds[1], "Ferry sinks off Luzon in the Philippines, 40 dead")
        #expect(try await updates().map(\.post) == ["$first:example"])
    }

    @Test func `however many were told of a story, all get its update`() async throws {
        try await fixture.store(feeds[0], "Ferry sinks off Luzon in the Philippines, 12 dead")
        try await store.deliverAll(to: fixture.address, at: fixture.clock.now)
        _ = try await store.removeSubscription(of: bob.id.recipient, to: feeds[1].id, at: fixture.clock.now)
        let first = try #require(
            try await store.articles(
                ArticleSelection(feeds: .defaultSelection, from: .distantPast, to: .distantFuture),
                in: .of(nil),
                limit: 1
            ).first
        )
        try await store.copyTelling(of: first.article.storyID, to: 2_300, at: fixture.clock.now)
        try await fixture.store(feeds[1], "Ferry sinks off Luzon in the Philippines, 40 dead")
        #expect(try await store.updateCount() == 1_000)
        // Each further transaction goes on, whatever it is about.
        for expected in [2_000, 2_301, 2_301] {
            try await store.sampleRefresh(feeds[5], [])
            #expect(try await store.updateCount() == expected)
        }
    }

    private func privateFeeds(_ count: Int) async throws -> [Feed] {
        let mallory = try await store.sampleProfile("mallory")
        var feeds: [Feed] = []
        for number in 0..<count {
            let own = try await store.sampleFetchedFeed("own-\(number)")
            try await store.sampleSubscription(of: mallory, to: own)
            // As it is after its first check.
            feeds.append(try #require(try await store.feed(own.id)))
        }
        return feeds
    }

    @Test func `sources that the reader may not see neither count nor hide a step`() async throws {
        try await fixture.storeQuake(4)
        try await store.deliverAll(to: fixture.address, at: fixture.clock.now)
        for own in try await privateFeeds(3) { try await fixture.store(own, StoryFixture.quake[4]) }
        #expect(try await updates() == [])
        try await fixture.store(feeds[4], StoryFixture.quake[5])
        #expect(try await updates().map(\.sources) == [5])
    }

    @Test func `numbers that the reader may not see are neither told nor compared`() async throws {
        let first = try await fixture.store(feeds[0], "Ferry sinks off Luzon in the Philippines, 12 dead")
        try await store.deliverAll(to: fixture.address, at: fixture.clock.now)
        for own in try await privateFeeds(2) {
            let story = try await fixture.store(own, "Ferry sinks off Luzon in the Philippines, 90 dead").storyID
            #expect(try await store.isOneEvent(story, first.storyID))
        }
        #expect(try await updates() == [])
        _ = try await store.removeSubscription(of: bob.id.recipient, to: feeds[1].id, at: fixture.clock.now)
        try await fixture.store(feeds[1], "Ferry sinks off Luzon in the Philippines, 40 dead")
        #expect(try await updates().map(\.numbers) == [["12 dead", "40 dead"]])
    }
}

extension Store {
    /// As if so many others who want updates had been sent a story, too.
    fileprivate func copyTelling(of story: StoryID, to count: Int, at time: Date) async throws {
        try await write { db in
            for number in 0..<count {
                try db.execute(
                    sql: "INSERT INTO recipient (kind, createdAt, hearsUpdates) VALUES ('profile', ?, 1)",
                    arguments: [time.unixSeconds]
                )
                let recipient = db.lastInsertedRowID
                try db.execute(
                    sql: "INSERT INTO address (recipientID, network, kind, target) VALUES (?, 'testnet', 'person', ?)",
                    arguments: [recipient, "reader\(number)"]
                )
                let address = db.lastInsertedRowID
                try db.execute(
                    sql: """
                        INSERT INTO delivery (recipientID, addressID, kind, storyID, dueAt, createdAt, state, endedAt)
                        VALUES (?, ?, 'news', ?, ?, ?, 'sent', ?)
                        """,
                    arguments: [recipient, address, story, time.unixSeconds, time.unixSeconds, time.unixSeconds]
                )
                try db.execute(sql: "INSERT INTO told VALUES (?, ?)", arguments: [recipient, story])
            }
        }
    }

    fileprivate func updateCount() async throws -> Int {
        try await read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM delivery WHERE kind = 'update'") ?? 0
        }
    }
}
