import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@Suite(.timed) struct LedgerTests {
    let store: Store
    let alice: Profile
    let feed: Feed
    let home = Identity.sample("alice").address
    let parts = [MessagePart(payload: "one"), MessagePart(payload: "two")]

    init() async throws {
        store = try Store.inMemory()
        alice = try await store.sampleProfile("alice")
        feed = try await store.sampleFetchedFeed("one")
        try await store.sampleSubscription(of: alice, to: feed)
    }

    private func queue(_ titles: String..., at time: Date = .sampleNow) async throws -> [DeliveryID] {
        try await store.sampleRefresh(feed, titles.map { .sample($0) }, at: time)
        return try await store.queuedDeliveries(to: home, at: time, limit: 100).map(\.id)
    }

    @Test func `freezing takes all or nothing`() async throws {
        let ids = try await queue("A", "B")
        let first = try #require(try await store.freeze([ids[0]], to: home, parts: parts, at: .sampleNow))
        #expect(first.parts == parts)
        #expect(try await store.freeze(ids, to: home, parts: parts, at: .sampleNow) == nil)
        #expect(try await store.queuedDeliveries(to: home, at: .sampleNow, limit: 10).map(\.id) == [ids[1]])
        #expect(try await store.openMessages(to: home).count == 1)
        #expect(try await store.lanes(at: .sampleNow).first?.openCount == 1)
    }

    @Test func `a message is confirmed part by part`() async throws {
        let ids = try await queue("A")
        let message = try #require(try await store.freeze(ids, to: home, parts: parts, at: .sampleNow))
        #expect(try await store.markAttempt(message.id))
        try await store.confirm(message.id, part: 1, at: .sampleNow)
        #expect(try await store.openMessages(to: home).first?.partsConfirmed == 0)
        try await store.confirm(message.id, part: 0, at: .sampleNow)
        try await store.confirm(message.id, part: 0, at: .sampleNow)
        let half = try #require(try await store.openMessages(to: home).first)
        #expect(half.partsConfirmed == 1)
        #expect(half.mayHaveArrived)
        try await store.confirm(message.id, part: 1, at: .sampleNow)
        #expect(try await store.openMessages(to: home).first == nil)
        #expect(try await store.lanes(at: .sampleNow) == [])
        #expect(try await store.markAttempt(message.id) == false)
    }

    @Test func `a fallback is refused once something may have arrived`() async throws {
        let mail = Address(network: "mail", kind: .person, target: "alice@example.test")
        _ = try await store.addAlert(of: alice.id.recipient, query: "x", at: mail, limit: 5, time: .sampleNow)
        let ids = try await queue("A")
        let message = try #require(try await store.freeze(ids, to: home, parts: parts, at: .sampleNow))
        #expect(try await store.markAttempt(message.id))
        #expect(try await store.release(message.id, to: mail, at: .sampleNow) == false)
        try await store.retry(message.id, at: .sampleNow + 60, mayHaveArrived: false)
        #expect(try await store.openMessages(to: home).first?.nextAttemptAt == .sampleNow + 60)
        #expect(try await store.release(message.id, to: mail, at: .sampleNow))
        #expect(try await store.queuedDeliveries(to: mail, at: .sampleNow, limit: 10).map(\.id) == ids)
    }

    @Test func `unsubscribing withdraws queued work and what was told by it`() async throws {
        let other = try await store.sampleFetchedFeed("two")
        _ = try await queue("A")
        #expect(try await store.removeSubscription(of: alice.id.recipient, to: feed.id, at: .sampleNow))
        #expect(try await store.queuedTitles(for: alice) == [])
        try await store.sampleSubscription(of: alice, to: other)
        try await store.sampleRefresh(other, [.sample("A")])
        #expect(try await store.queuedTitles(for: alice) == ["A"])
    }

    @Test func `work with another reason survives the loss of one`() async throws {
        _ = try await store.addAlert(of: alice.id.recipient, query: "a", at: home, limit: 5, time: .sampleNow)
        let alerts = try await store.alerts(of: alice.id.recipient).map(\.id)
        try await store.sampleRefresh(feed, [.sample("A", alertIDs: alerts), .sample("B")])
        #expect(try await store.removeSubscription(of: alice.id.recipient, to: feed.id, at: .sampleNow))
        #expect(try await store.queuedTitles(for: alice) == ["A"])
        _ = try await store.changeAlert(of: alice.id.recipient, number: 1, AlertChange(isOn: false), at: .sampleNow)
        #expect(try await store.queuedTitles(for: alice) == [])
    }

    @Test func `frozen work is not withdrawn`() async throws {
        let ids = try await queue("A")
        _ = try await store.freeze(ids, to: home, parts: parts, at: .sampleNow)
        _ = try await store.removeSubscription(of: alice.id.recipient, to: feed.id, at: .sampleNow)
        #expect(try await store.openMessages(to: home).count == 1)
    }

    @Test func `a pause withdraws and a paused subscription is told nothing`() async throws {
        _ = try await queue("A")
        #expect(try await store.setPause(.byOwner, of: alice.id.recipient, on: feed.id, at: .sampleNow))
        try await store.sampleRefresh(feed, [.sample("B")])
        #expect(try await store.queuedTitles(for: alice) == [])
        #expect(try await store.setPause(nil, of: alice.id.recipient, on: feed.id, at: .sampleNow))
        try await store.sampleRefresh(feed, [.sample("C")])
        #expect(try await store.queuedTitles(for: alice) == ["C"])
    }

    @Test func `postponed work is not due`() async throws {
        let ids = try await queue("A")
        try await store.postpone(ids, until: .sampleNow + 600)
        #expect(try await store.lanes(at: .sampleNow) == [])
        #expect(try await store.nextDeliveryTime(after: .sampleNow) == .sampleNow + 600)
        #expect(try await store.lanes(at: .sampleNow + 600).count == 1)
    }

    @Test func `a permanent failure pauses the place and tells its owner once`() async throws {
        let room = try await store.sampleRoom()
        let place = Address(network: "testnet", kind: .room, target: "#news")
        _ = try await store.addSubscription(
            of: room.id.recipient,
            to: feed.id,
            at: place,
            by: alice.maker,
            limit: 10,
            time: .sampleNow
        )
        try await store.sampleRefresh(feed, [.sample("A"), .sample("B")])
        let ids = try await store.queuedDeliveries(to: place, at: .sampleNow, limit: 10).map(\.id)
        for id in ids {
            let message = try #require(try await store.freeze([id], to: place, parts: parts, at: .sampleNow))
            try await store.fail(message.id, reason: "banned", at: .sampleNow)
        }
        let subscription = try await store.subscription(of: room.id.recipient, to: feed.id)
        #expect(subscription?.pause == .addressFailed)
        #expect(try await store.pauseReason(of: place) == "banned")
        let notices = try await store.queuedDeliveries(to: home, at: .sampleNow, limit: 10).filter {
            $0.kind == .notice
        }
        #expect(notices.count == 1)
        #expect(
            notices.first?.notice == .addressFailed(address: place, reason: "banned")
        )
        try await store.sampleRefresh(feed, [.sample("C")])
        #expect(try await store.queuedDeliveries(to: place, at: .sampleNow, limit: 10) == [])
        try await store.resumeAddress(place)
        try await store.sampleRefresh(feed, [.sample("D")])
        #expect(try await store.queuedDeliveries(to: place, at: .sampleNow, limit: 10).count == 1)
    }

    @Test func `a subscription that is resumed has its place tried again`() async throws {
        try await store.pauseAddress(home, reason: "550 no such user", at: .sampleNow)
        #expect(try await store.setPause(nil, of: alice.id.recipient, on: feed.id, at: .sampleNow))
        #expect(try await store.pauseReason(of: home) == nil)
        try await store.sampleRefresh(feed, [.sample("A")])
        #expect(try await store.queuedTitles(for: alice) == ["A"])
    }

    @Test func `a place that somebody chooses again is tried again`() async throws {
        try await store.pauseAddress(home, reason: "no such nick", at: .sampleNow)
        #expect(try await store.subscription(of: alice.id.recipient, to: feed.id)?.pause == .addressFailed)
        let other = try await other()
        try await store.sampleSubscription(of: alice, to: other)
        #expect(try await store.pauseReason(of: home) == nil)
        try await store.sampleRefresh(feed, [.sample("A")])
        #expect(try await store.queuedTitles(for: alice) == ["A"])
    }

    @Test func `a message refused for its own sake pauses nothing`() async throws {
        let ids = try await queue("A")
        let message = try #require(try await store.freeze(ids, to: home, parts: parts, at: .sampleNow))
        try await store.fail(message.id, reason: "too large", pausesAddress: false, at: .sampleNow)
        #expect(try await store.pauseReason(of: home) == nil)
        #expect(try await store.openMessages(to: home).first == nil)
    }

    @Test func `a schedule's slot happens once, and its stories are told`() async throws {
        let schedule = try #require(
            try await store.addSchedule(
                of: alice.id.recipient,
                kind: .headlines,
                minuteOfDay: 450,
                days: .daily,
                at: home,
                limit: 5,
                time: .sampleNow
            ).value
        )
        let article = try #require(try await store.sampleRefresh(try await other(), [.sample("A")]).first)
        func queueSlot(_ slot: String) async throws -> Bool {
            try await store.queueSlot(
                schedule.id,
                localSlot: slot,
                kind: .headlines,
                dueAt: .sampleNow,
                payload: .sample(article.storyID),
                at: .sampleNow
            )
        }
        #expect(try await queueSlot("2026-11-16T07:30"))
        #expect(try await queueSlot("2026-11-16T07:30") == false)
        #expect(try await queueSlot("2026-11-15T07:30") == false)
        #expect(try await queue("A").count == 1)
        #expect(try await store.queuedTitles(for: alice) == [])
        #expect(try await store.activeSchedules().map(\.schedule.lastSlot) == ["2026-11-16T07:30"])
        // Withdrawn before it was sent: its stories are news again.
        #expect(try await store.removeSchedule(of: alice.id.recipient, number: 1, at: .sampleNow) != nil)
        let third = try await store.sampleFetchedFeed("three")
        try await store.sampleSubscription(of: alice, to: third)
        try await store.sampleRefresh(third, [.sample("A")])
        #expect(try await store.queuedTitles(for: alice) == ["A"])
    }

    private func other() async throws -> Feed { try await store.sampleFetchedFeed("two") }

    @Test func `sent work goes after its time, open work stays`() async throws {
        let first = try await queue("A")
        let sent = try #require(try await store.freeze(first, to: home, parts: [parts[0]], at: .sampleNow))
        try await store.confirm(sent.id, part: 0, at: .sampleNow)
        _ = try await queue("B")
        try await store.pruneSent(before: .sampleNow + 1)
        #expect(try await store.queuedTitles(for: alice) == ["B"])
        try await store.sampleRefresh(feed, [.sample("A"), .sample("B")])
        #expect(try await store.queuedTitles(for: alice) == ["B"])
    }
}

extension AddOutcome {
    var value: Value? {
        switch self {
        case .added(let value), .alreadyThere(let value): value
        case .quotaReached, .createdTooMany: nil
        }
    }
}
