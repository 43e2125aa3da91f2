import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import FeedRefresh

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
            if case .storyUpdated(let update)? = $0.notice { update } else { nil }
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
        #expect(try await updates().map(\.article) == [fifth.id.rawValue])
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
