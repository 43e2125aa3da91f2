import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@Suite struct FeedMoveTests {
    let store: Store
    let feed: Feed
    let alice: Profile

    init() async throws {
        store = try Store.inMemory()
        feed = try await store.sampleFetchedFeed("one")
        alice = try await store.sampleProfile("alice")
        try await store.sampleSubscription(of: alice, to: feed)
        try await store.sampleRefresh(feed, [.sample("Storm")])
    }

    /// Twelve daily answers that were found at `target`.
    private func answers(at target: String) async throws {
        let document = FetchedDocument(title: feed.name, articles: [.sample("Storm")])
        for day in 1...12 {
            let time = Date.sampleNow + Double(day) * 86_400
            let commit = RefreshCommit(
                feedID: feed.id,
                status: 200,
                nextCheckAt: time + 1_800,
                outcome: .document(document),
                movedTo: target
            )
            _ = try await store.commitRefresh([commit], alertsVersion: store.changeCount(.alerts), at: time)
        }
    }

    @Test func `a feed does not move from https to http`() async throws {
        try await answers(at: "http://new.example/feed")
        #expect(try await store.feed(feed.id)?.url == feed.url)
        try await answers(at: "https://new.example/feed")
        #expect(try await store.feed(feed.id)?.url == "https://new.example/feed")
    }

    @Test func `what waits for who follows both is withdrawn with the one subscription that is left`() async throws {
        let other = try await store.sampleFetchedFeed("two")
        try await store.sampleSubscription(of: alice, to: other)
        #expect(try await store.queuedTitles(for: alice).contains("Storm"))
        try await answers(at: other.url)
        #expect(try await store.subscriptions(of: alice.id.recipient).map(\.feedID) == [other.id])
        #expect(try await store.followerCount(of: other.id) == 1)
        #expect(try await store.queuedTitles(for: alice).contains("Storm"))
        _ = try await store.removeSubscription(of: alice.id.recipient, to: other.id, at: .sampleNow)
        #expect(try await store.queuedTitles(for: alice) == [])
    }
}
