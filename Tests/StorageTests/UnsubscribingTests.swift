import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

@Suite(.timed) struct UnsubscribingTests {
    private let now = Date.sampleNow
    private let alice = Identity.sample("alice").address

    private func unsubscribe(_ store: Store) async throws {
        try await store.unsubscribe("alice", network: "testnet", at: now)
    }

    private func resubscribe(_ store: Store) async throws -> Bool {
        try await store.resubscribe("alice", network: "testnet")
    }

    /// Somebody with news of a feed waiting for them.
    private func follower(_ store: Store) async throws -> (profile: Profile, feed: Feed) {
        let profile = try await store.sampleProfile()
        let feed = try await store.sampleFetchedFeed()
        try await store.sampleSubscription(of: profile, to: feed)
        try await store.sampleRefresh(feed, [.sample("One"), .sample("Two"), .sample("Three")])
        return (profile, feed)
    }

    @Test func `what waits is withdrawn and does not come back`() async throws {
        let store = try Store.inMemory()
        let (profile, feed) = try await follower(store)
        let queued = try await store.queuedDeliveries(to: alice, at: now, limit: 9)
        #expect(queued.count == 3)
        let part = [MessagePart(payload: "words")]
        let unsent = try #require(try await store.freeze([queued[0].id], to: alice, parts: part, at: now))
        let flying = try #require(try await store.freeze([queued[1].id], to: alice, parts: part, at: now))
        #expect(try await store.markAttempt(flying.id))
        try await unsubscribe(store)
        #expect(try await store.isUnsubscribed(alice))
        #expect(try await store.pauseReason(of: alice) == Store.unsubscribedReason)
        #expect(try await store.lanes(at: .distantFuture).isEmpty)
        #expect(try await !store.markAttempt(unsent.id), "a lane that is about to send stops")
        // News in between makes no work.
        try await store.sampleRefresh(feed, [.sample("Four")])
        #expect(try await store.queuedTitles(for: profile).isEmpty)
        #expect(try await resubscribe(store))
        #expect(try await store.queuedTitles(for: profile).isEmpty)
        #expect(try await store.openMessages(to: alice).isEmpty)
        #expect(try await store.pauseReason(of: alice) == nil)
        #expect(try await store.followedFeeds(of: profile.id.recipient, at: now).map(\.subscription.pause) == [nil])
        let states = try await store.read { db in
            try String.fetchAll(db, sql: "SELECT state FROM delivery WHERE kind = 'news' ORDER BY id")
        }
        #expect(states == ["withdrawn", "unconfirmed", "withdrawn"])
        // What was withdrawn counts as told; what comes from now on is told.
        try await store.sampleRefresh(feed, [.sample("Two"), .sample("Five")])
        #expect(try await store.queuedTitles(for: profile) == ["Five"])
    }

    @Test func `nobody but its owner takes it back`() async throws {
        let store = try Store.inMemory()
        let (profile, feed) = try await follower(store)
        try await unsubscribe(store)
        try await store.resumeAddress(alice)
        try await store.sampleSubscription(of: profile, to: feed)
        try await store.sampleSubscription(of: profile, to: try await store.sampleFetchedFeed("second"))
        _ = try await store.addSchedule(
            of: profile.id.recipient,
            kind: .digest,
            minuteOfDay: 1,
            days: .daily,
            at: alice,
            limit: 9,
            time: now
        )
        #expect(try await store.pauseReason(of: alice) == Store.unsubscribedReason)
        #expect(try await store.lanes(at: .distantFuture).isEmpty)
        #expect(try await store.activeSchedules().isEmpty)
        _ = try await store.setPause(nil, of: profile.id.recipient, on: feed.id, at: now)
        func pauses() async throws -> Set<Subscription.Pause?> {
            Set(try await store.followedFeeds(of: profile.id.recipient, at: now).map(\.subscription.pause))
        }
        #expect(try await pauses() == [.addressFailed], "and nobody is told that they run")
        // The new subscriptions hold from now on, and nothing of before bursts out.
        #expect(try await resubscribe(store))
        #expect(try await store.lanes(at: .distantFuture).isEmpty)
        #expect(try await store.activeSchedules().count == 1)
        #expect(try await pauses() == [nil])
        #expect(try await !resubscribe(store), "it was not unsubscribed")
    }

    @Test func `a slot that was being made when the owner unsubscribed is not queued`() async throws {
        let store = try Store.inMemory()
        let profile = try await store.sampleProfile()
        _ = try await store.addSchedule(
            of: profile.id.recipient,
            kind: .digest,
            minuteOfDay: 1,
            days: .daily,
            at: alice,
            limit: 9,
            time: now
        )
        let schedule = try #require(try await store.activeSchedules().first?.schedule.id)
        func queue(_ slot: String) async throws -> Bool {
            try await store.queueSlot(
                schedule,
                localSlot: slot,
                kind: .digest,
                dueAt: now,
                payload: .sample(StoryID(rawValue: 77)),
                at: now
            )
        }
        #expect(try await queue("2026-11-16T00:01"))
        try await unsubscribe(store)
        #expect(try await !queue("2026-11-17T00:01"))
        #expect(try await resubscribe(store))
        #expect(try await store.queuedDeliveries(to: alice, at: .distantFuture, limit: 9).isEmpty)
        // A story of a digest that never left may be told in the next one.
        let isTold = try await store.read {
            try Bool.fetchOne($0, sql: "SELECT EXISTS (SELECT 1 FROM told WHERE storyID = 77)")
        }
        #expect(isTold == false)
        #expect(try await queue("2026-11-17T00:01"))
    }

    @Test func `a stranger's mailbox that unsubscribed is paused before anybody chooses it`() async throws {
        let store = try Store.inMemory()
        _ = try await store.correspondent("new@x", network: "mail", at: now - 60)
        try await store.unsubscribe("new@x", network: "mail", at: now)
        let first = try await store.correspondent("new@x", network: "mail", at: now)
        #expect(first.unsubscribedAt == now)
        try await store.unsubscribe("new@x", network: "mail", at: now + 9)
        #expect(try await store.correspondent("new@x", network: "mail", at: now).unsubscribedAt == now)
        let profile = try await store.sampleProfile()
        let place = Address(network: "mail", kind: .person, target: "new@x")
        try await store.sampleSubscription(of: profile, to: try await store.sampleFeed(), at: place)
        #expect(try await store.pauseReason(of: place) == Store.unsubscribedReason)
        // A room of that name is another place.
        #expect(try await !store.isUnsubscribed(Address(network: "mail", kind: .room, target: "new@x")))
        #expect(try await !store.isUnsubscribed(Address(network: "mail2", kind: .person, target: "new@x")))
    }

    @Test func `a notice of the end is put into the queue with it, once`() async throws {
        let store = try Store.inMemory()
        let notice = NewMail(content: [1], answers: [-1: "letter"])
        func letters() async throws -> [[Int: String]] {
            try await store.keptMail(network: "mail", dueAt: now, limit: 9).map(\.answers)
        }
        try await store.unsubscribe("new@x", network: "mail", telling: notice, at: now)
        #expect(try await letters().isEmpty)
        _ = try await store.correspondent("new@x", network: "mail", at: now)
        for _ in 0..<2 { try await store.unsubscribe("new@x", network: "mail", telling: notice, at: now) }
        #expect(try await letters() == [[-1: "letter"]])
    }

    @Test func `of an address that was never heard of nothing is kept`() async throws {
        let store = try Store.inMemory()
        _ = try await store.sampleProfile()
        func marked() async throws -> [String] {
            try await store.read { try String.fetchAll($0, sql: "SELECT address FROM mailCorrespondent") }
        }
        for number in 0..<5 { try await store.unsubscribe("\(number)@forged.test", network: "testnet", at: now) }
        try await store.unsubscribe("alice", network: "othernet", at: now)
        #expect(try await marked().isEmpty)
        // Of whom something could be wanted the word is kept.
        try await store.unsubscribe("alice", network: "testnet", at: now)
        #expect(try await marked() == ["alice"])
        let place = Address(network: "testnet", kind: .person, target: "work@x")
        let bob = try await store.sampleProfile("bob")
        try await store.sampleSubscription(of: bob, to: try await store.sampleFeed(), at: place)
        try await store.unsubscribe("work@x", network: "testnet", at: now)
        #expect(try await store.pauseReason(of: place) == Store.unsubscribedReason)
        #expect(try await store.isUnsubscribed(place))
    }

    @Test func `an address that had failed before stays unsubscribed`() async throws {
        let store = try Store.inMemory()
        _ = try await follower(store)
        try await store.pauseAddress(alice, reason: "550 no such user", at: now)
        try await unsubscribe(store)
        try await store.pauseAddress(alice, reason: "550 again", at: now)
        try await store.resumeAddress(alice)
        #expect(try await store.pauseReason(of: alice) == Store.unsubscribedReason)
        #expect(try await resubscribe(store))
        #expect(try await store.pauseReason(of: alice) == nil)
    }
}
