import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

/// A message is frozen, then what asked for it ends, then the message is queued again: nothing unwanted is sent.
@Suite(.timed) struct UnwantedWorkTests {
    let store: Store
    let alice: Profile
    let feed: Feed
    let home = Identity.sample("alice").address

    init() async throws {
        store = try Store.inMemory()
        alice = try await store.sampleProfile("alice")
        feed = try await store.sampleFetchedFeed("one")
        try await store.sampleSubscription(of: alice, to: feed)
    }

    private var reader: RecipientID { alice.id.recipient }

    /// Freezes all that is queued.
    private func freezeQueued() async throws -> MessageID {
        let ids = try await store.queuedDeliveries(to: home, at: .sampleNow, limit: 9).map(\.id)
        let parts = [MessagePart(payload: "line")]
        return try #require(try await store.freeze(ids, to: home, parts: parts, at: .sampleNow)).id
    }

    private func freeze(_ titles: String...) async throws -> MessageID {
        try await store.sampleRefresh(feed, titles.map { .sample($0) })
        return try await freezeQueued()
    }

    private func queueAgain(_ message: MessageID) async throws -> [String] {
        #expect(try await store.release(message, to: nil, at: .sampleNow + 120))
        return try await store.queuedTitles(for: alice)
    }

    @Test func `a story of a feed that was left is not sent, and another feed may bring it`() async throws {
        let message = try await freeze("A")
        #expect(try await store.removeSubscription(of: reader, to: feed.id, at: .sampleNow + 60))
        #expect(try await queueAgain(message) == [])
        let other = try await store.sampleFetchedFeed("two")
        try await store.sampleSubscription(of: alice, to: other)
        try await store.sampleRefresh(other, [.sample("A")])
        #expect(try await store.queuedTitles(for: alice) == ["A"])
    }

    @Test func `it does not go to another address either`() async throws {
        let mail = Address(network: "mail", kind: .person, target: "alice@example.test")
        _ = try await store.addAlert(of: reader, query: "x", at: mail, limit: 5, time: .sampleNow)
        let message = try await freeze("A")
        #expect(try await store.removeSubscription(of: reader, to: feed.id, at: .sampleNow + 60))
        #expect(try await store.release(message, to: mail, at: .sampleNow + 120))
        #expect(try await store.queuedDeliveries(to: mail, at: .distantFuture, limit: 9) == [])
    }

    @Test(arguments: [true, false])
    func `a story of a paused feed is sent only if the pause has ended`(hasEnded: Bool) async throws {
        let message = try await freeze("A")
        #expect(try await store.setPause(.byOwner, of: reader, on: feed.id, at: .sampleNow + 60))
        if hasEnded { #expect(try await store.setPause(nil, of: reader, on: feed.id, at: .sampleNow + 61)) }
        #expect(try await queueAgain(message) == (hasEnded ? ["A"] : []))
    }

    @Test func `a story of a feed that was cleared is not sent, a later one is`() async throws {
        let message = try await freeze("A")
        #expect(try await store.clearFeed(feed.id, of: reader, at: .sampleNow + 60) == 1)
        #expect(try await queueAgain(message) == [])
        try await store.sampleRefresh(feed, [.sample("B", publishedAt: .sampleNow + 120)], at: .sampleNow + 120)
        let later = try await store.queuedDeliveries(to: home, at: .distantFuture, limit: 9).map(\.id)
        let parts = [MessagePart(payload: "line")]
        let second = try #require(try await store.freeze(later, to: home, parts: parts, at: .sampleNow + 120))
        #expect(try await queueAgain(second.id) == ["B"])
    }

    @Test func `what an address was paused for waits on`() async throws {
        let message = try await freeze("A")
        try await store.pauseAddress(home, reason: "banned", at: .sampleNow + 60)
        #expect(try await store.release(message, to: nil, at: .sampleNow + 120))
        try await store.resumeAddress(home)
        #expect(try await store.queuedTitles(for: alice) == ["A"])
    }

    @Test func `a story stays while one of its reasons does`() async throws {
        _ = try await store.addAlert(of: reader, query: "a", at: home, limit: 5, time: .sampleNow)
        let alerts = try await store.alerts(of: reader).map(\.id)
        try await store.sampleRefresh(feed, [.sample("A", alertIDs: alerts), .sample("B")])
        let first = try await freezeQueued()
        #expect(try await store.removeSubscription(of: reader, to: feed.id, at: .sampleNow + 60))
        #expect(try await queueAgain(first) == ["A"])
        let second = try await freezeQueued()
        _ = try await store.changeAlert(of: reader, number: 1, AlertChange(isOn: false), at: .sampleNow + 60)
        #expect(try await queueAgain(second) == [])
    }

    @Test func `the list of a schedule that was removed is not sent, and its stories are news again`() async throws {
        let schedule = try #require(
            try await store.addSchedule(
                of: reader,
                kind: .headlines,
                minuteOfDay: 450,
                days: .daily,
                at: home,
                limit: 5,
                time: .sampleNow
            ).value
        )
        let other = try await store.sampleFetchedFeed("two")
        let article = try #require(try await store.sampleRefresh(other, [.sample("A")]).first)
        let isQueued = try await store.queueSlot(
            schedule.id,
            localSlot: "2026-11-16T07:30",
            kind: .headlines,
            dueAt: .sampleNow,
            payload: .sample(article.storyID),
            at: .sampleNow
        )
        #expect(isQueued)
        let message = try await freezeQueued()
        #expect(try await store.removeSchedule(of: reader, number: 1, at: .sampleNow + 60) != nil)
        #expect(try await store.release(message, to: nil, at: .sampleNow + 120))
        #expect(try await store.queuedDeliveries(to: home, at: .distantFuture, limit: 9) == [])
        try await store.sampleRefresh(feed, [.sample("A")])
        #expect(try await store.queuedTitles(for: alice) == ["A"])
    }
}
