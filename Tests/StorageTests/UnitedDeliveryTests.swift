import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

/// Two reports that wait, or of which one was sent, when they turn out to be one story: it is sent once, and not lost.
@Suite(.timed) struct UnitedDeliveryTests {
    let store: Store
    let alice: Profile
    let old: Article
    let young: Article
    let home = Identity.sample("alice").address
    let mail = Address(network: "mail", kind: .person, target: "alice@example.test")

    /// Alice follows two feeds, each with one of the stories; both wait for her.
    init() async throws {
        store = try Store.inMemory()
        alice = try await store.sampleProfile("alice")
        let (one, two) = (try await store.sampleFetchedFeed("one"), try await store.sampleFetchedFeed("two"))
        for feed in [one, two] { try await store.sampleSubscription(of: alice, to: feed, time: .sampleNow - 3_600) }
        old = try #require(try await store.sampleRefresh(one, [.sample("Ferry sinks")]).first)
        young = try #require(try await store.sampleRefresh(two, [.sample("Boat goes down")]).first)
    }

    private func waiting(at address: Address? = nil) async throws -> [QueuedDelivery] {
        try await store.queuedDeliveries(to: address ?? home, at: .sampleNow, limit: 9).filter { $0.kind == .news }
    }

    private func titles(at address: Address? = nil) async throws -> [String] {
        try await waiting(at: address).compactMap { $0.article?.article.title }
    }

    private func freeze(_ articles: Article...) async throws -> FrozenMessage? {
        let wanted = Set(articles.map(\.id))
        let ids = try await waiting().filter { $0.article.map { wanted.contains($0.article.id) } ?? false }.map(\.id)
        #expect(ids.count == wanted.count)
        return try await store.freeze(ids, to: home, parts: [MessagePart(payload: "x")], at: .sampleNow)
    }

    private func becomeOne() async throws { try await store.merge(young.storyID, old.storyID) }

    private func leave(_ article: Article) async throws {
        #expect(try await store.removeSubscription(of: alice.id.recipient, to: article.feedID, at: .sampleNow))
    }

    private func toldCount() async throws -> Int? {
        try await store.write { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM told") }
    }

    /// An article of another feed, which Alice follows or not.
    private func report(_ title: String, isFollowed: Bool, alerts: [AlertID] = []) async throws -> Article {
        let feed = try await store.sampleFetchedFeed(title)
        if isFollowed { try await store.sampleSubscription(of: alice, to: feed, time: .sampleNow - 3_600) }
        return try #require(try await store.sampleRefresh(feed, [.sample(title, alertIDs: alerts)]).first)
    }

    /// A report for which an alert writes to Alice's mailbox.
    private func reportForMail(isUrgent: Bool = true) async throws -> Article {
        let added = try await store.addAlert(
            of: alice.id.recipient,
            query: "capsized",
            isUrgent: isUrgent,
            at: mail,
            limit: 5,
            time: .sampleNow
        )
        var alerts: [AlertID] = []
        if case .added(let alert) = added { alerts = [alert.id] }
        return try await report("Capsized", isFollowed: true, alerts: alerts)
    }

    private func queueDigest(_ payload: SlotPayload, at address: Address) async throws {
        _ = try await store.addSchedule(
            of: alice.id.recipient,
            kind: .digest,
            minuteOfDay: 1,
            days: .daily,
            at: address,
            limit: 9,
            time: .sampleNow
        )
        let schedule = try #require(try await store.activeSchedules().first?.schedule.id)
        let isQueued = try await store.queueSlot(
            schedule,
            localSlot: "2026-11-16T00:01",
            kind: .digest,
            dueAt: .sampleNow,
            payload: payload,
            at: .sampleNow
        )
        #expect(isQueued)
    }

    @Test func `two reports that wait are sent as one, for the reasons of both`() async throws {
        try await becomeOne()
        #expect(try await titles() == ["Ferry sinks", "Boat goes down"])
        #expect(try await freeze(old, young) == nil)
        #expect(try await titles() == ["Ferry sinks"])
        #expect(try await waiting().first?.reasons.count == 2)
        let message = try #require(try await freeze(old))
        try await store.confirm(message.id, part: 0, at: .sampleNow)
        let tellings = try await store.tellings(of: young.storyID, to: alice.id.recipient)
        #expect(tellings.map(\.state) == [.sent] && tellings.map(\.reasons.count) == [2])
    }

    @Test func `the report that can be sent now is the one that is sent`() async throws {
        try await becomeOne()
        #expect(try await freeze(young) == nil)
        #expect(try await titles() == ["Boat goes down"])
        #expect(try await freeze(young) != nil)
    }

    @Test func `stories that are two are sent both`() async throws {
        #expect(try await freeze(old, young) != nil)
    }

    @Test(arguments: [true, false])
    func `a report is not sent after the other, whether that has arrived or not yet`(isSent: Bool) async throws {
        let message = try #require(try await freeze(old))
        if isSent { try await store.confirm(message.id, part: 0, at: .sampleNow) }
        try await becomeOne()
        #expect(try await freeze(young) == nil)
        #expect(try await titles() == [])
    }

    @Test func `a report that was frozen, and is queued again, is not sent after the other`() async throws {
        let first = try #require(try await freeze(old))
        let second = try #require(try await freeze(young))
        try await becomeOne()
        #expect(try await store.release(second.id, to: nil, at: .sampleNow))
        #expect(try await freeze(young) == nil)
        #expect(try await titles() == [])
        try await store.confirm(first.id, part: 0, at: .sampleNow)
        #expect(try await toldCount() == 2)
    }

    @Test(arguments: [true, false])
    func `when the one that is sent fails, neither counts as told`(isFrozenBefore: Bool) async throws {
        var message = try await isFrozenBefore ? freeze(old) : nil
        try await becomeOne()
        #expect(try await freeze(young) == nil)
        if !isFrozenBefore { message = try await freeze(young) }
        try await store.fail(try #require(message).id, reason: "gone", pausesAddress: false, at: .sampleNow)
        #expect(try await toldCount() == 0)
    }

    @Test func `the one that is left waits while anything asks for either`() async throws {
        try await becomeOne()
        #expect(try await freeze(old, young) == nil)
        try await leave(old)
        #expect(try await titles() == ["Ferry sinks"])
        try await leave(young)
        #expect(try await titles() == [])
        #expect(try await toldCount() == 0)
    }

    @Test(arguments: [true, false])
    func `an alert on the other report takes the story to its address`(isUrgent: Bool) async throws {
        let third = try await reportForMail(isUrgent: isUrgent)
        #expect(try await titles(at: mail) == ["Capsized"])
        try await store.merge(third.storyID, old.storyID)
        #expect(try await freeze(old) == nil)
        #expect(try await titles() == ["Boat goes down"])
        let moved = try await waiting(at: mail)
        #expect(moved.compactMap { $0.article?.article.title } == ["Ferry sinks"])
        #expect(moved.map(\.isUrgent) == [isUrgent] && moved.map(\.reasons.count) == [3])
    }

    @Test func `a digest that was queued first tells the story, and a later one does not replace the push`()
        async throws
    {
        let listed = try await report("Listed", isFollowed: false)
        let relisted = try await report("Relisted", isFollowed: false)
        try await queueDigest(.sample(listed.storyID, relisted.storyID), at: home)
        let later = try await report("Later", isFollowed: true)
        try await store.merge(later.storyID, listed.storyID)
        #expect(try await freeze(later) == nil)
        #expect(try await titles() == ["Ferry sinks", "Boat goes down"])
        try await store.merge(old.storyID, relisted.storyID)
        #expect(try await freeze(old) != nil)
    }

    @Test func `a digest that waits at an address that has failed keeps no push back`() async throws {
        let listed = try await report("Listed", isFollowed: false)
        try await queueDigest(.sample(listed.storyID), at: mail)
        let later = try await report("Later", isFollowed: true)
        try await store.merge(later.storyID, listed.storyID)
        try await store.pauseAddress(mail, reason: "550 no such user", at: .sampleNow)
        #expect(try await freeze(later) != nil)
    }

    @Test func `a report that was frozen for an address that has failed is sent with the other`() async throws {
        let third = try await reportForMail()
        let ids = try await waiting(at: mail).map(\.id)
        let frozen = try await store.freeze(ids, to: mail, parts: [MessagePart(payload: "x")], at: .sampleNow)
        #expect(frozen != nil)
        try await store.pauseAddress(mail, reason: "550 no such user", at: .sampleNow)
        try await store.merge(third.storyID, old.storyID)
        #expect(try await freeze(old) == nil)
        #expect(try await titles() == ["Ferry sinks", "Boat goes down"])
        #expect(try await titles(at: mail) == [])
        #expect(try await freeze(old) != nil)
    }
}
