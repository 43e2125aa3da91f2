import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

/// Two people turn out to be one while either is told a story that the other waits for: it comes once, and is not lost.
@Suite(.timed) struct LinkedDeliveryTests {
    let store: Store
    let alice: Profile
    let bob: Profile
    let old: Article
    let young: Article

    /// Each of them follows a feed with a story; both wait.
    init() async throws {
        store = try Store.inMemory()
        alice = try await store.sampleProfile("alice")
        bob = try await store.sampleProfile("bob")
        let (one, two) = (try await store.sampleFetchedFeed("one"), try await store.sampleFetchedFeed("two"))
        try await store.sampleSubscription(of: alice, to: one, time: .sampleNow - 3_600)
        try await store.sampleSubscription(of: bob, to: two, time: .sampleNow - 3_600)
        old = try #require(try await store.sampleRefresh(one, [.sample("Ferry sinks")]).first)
        young = try #require(try await store.sampleRefresh(two, [.sample("Boat goes down")]).first)
    }

    /// An article of another feed, which one of them follows, or nobody.
    private func report(_ title: String, in feed: String, for person: Profile?) async throws -> Article {
        let feed = try await store.sampleFetchedFeed(feed)
        if let person { try await store.sampleSubscription(of: person, to: feed, time: .sampleNow - 3_600) }
        return try #require(try await store.sampleRefresh(feed, [.sample(title)]).first)
    }

    /// A message with all that waits for somebody, which may have arrived.
    private func beginSending(to account: String) async throws -> MessageID {
        let address = Identity.sample(account).address
        let queued = try await store.queuedDeliveries(to: address, at: .distantFuture, limit: 9)
        let parts = [MessagePart(payload: "line")]
        let message = try #require(try await store.freeze(queued.map(\.id), to: address, parts: parts, at: .sampleNow))
        #expect(try await store.markAttempt(message.id))
        return message.id
    }

    private func becomeOneStory() async throws { try await store.merge(young.storyID, old.storyID) }

    private func link() async throws {
        #expect(try await store.merge(bob.id, of: .sample("bob"), into: alice.id, at: .sampleNow))
    }

    private func leave(_ article: Article) async throws {
        #expect(try await store.removeSubscription(of: alice.id.recipient, to: article.feedID, at: .sampleNow))
    }

    /// The titles that wait at both accounts.
    private func waiting() async throws -> [String] {
        try await store.queuedTitles(for: alice) + store.queuedTitles(for: bob)
    }

    private func toldCount() async throws -> Int? {
        try await store.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM told") }
    }

    private func queueDigest(_ payload: SlotPayload) async throws {
        _ = try await store.addSchedule(
            of: alice.id.recipient,
            kind: .digest,
            minuteOfDay: 1,
            days: .daily,
            at: Identity.sample("alice").address,
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

    @Test(arguments: ["alice", "bob"], [true, false])
    func `a story on its way to one account is news again only if it does not arrive`(
        account: String,
        doesArrive: Bool
    ) async throws {
        try await becomeOneStory()
        let message = try await beginSending(to: account)
        try await link()
        #expect(try await waiting() == [])
        if doesArrive {
            try await store.confirm(message, part: 0, at: .sampleNow)
        } else {
            try await store.fail(message, reason: "too large", pausesAddress: false, at: .sampleNow)
        }
        #expect(try await toldCount() == (doesArrive ? 2 : 0))
        _ = try await report("Ferry sinks", in: "three", for: alice)
        #expect(try await waiting() == (doesArrive ? [] : ["Ferry sinks"]))
    }

    @Test(arguments: ["alice", "bob"])
    func `a story that one account was to get, and is queued again, waits while either feed is followed`(
        account: String
    ) async throws {
        try await becomeOneStory()
        let message = try await beginSending(to: account)
        try await link()
        try await store.retry(message, at: .sampleNow, mayHaveArrived: false)
        #expect(try await store.release(message, to: nil, at: .sampleNow))
        let (own, other) = account == "alice" ? (old, young) : (young, old)
        try await leave(own)
        #expect(try await waiting() == [own.title])
        try await leave(other)
        #expect(try await waiting() == [])
        #expect(try await toldCount() == 0)
    }

    @Test(arguments: ["alice", "bob"])
    func `what is kept back from one account is kept back for the other's feed too`(account: String) async throws {
        let (own, person) = account == "alice" ? (old, alice) : (young, bob)
        let repeated = try await report("Third", in: "three", for: person)
        try await store.write { db in
            let sql = "SELECT id FROM delivery WHERE articleID = ?"
            let delivery = try #require(try DeliveryID.fetchOne(db, sql: sql, arguments: [own.id]))
            try Ledger(db: db, time: .sampleNow).keepBack(delivery, for: [repeated.storyID])
        }
        try await becomeOneStory()
        try await link()
        #expect(try await waiting() == ["Third"])
        try await leave(own)
        try await leave(repeated)
        #expect(try await waiting() == [own.title])
    }

    @Test(arguments: [true, false])
    func `a digest that was queued first tells a story to both, and a later one does not replace the push`(
        isFirst: Bool
    ) async throws {
        let listed = try await report("Listed", in: "three", for: nil)
        if isFirst { try await queueDigest(.sample(listed.storyID)) }
        let pushed = try await report("Pushed", in: "four", for: bob)
        if !isFirst { try await queueDigest(.sample(listed.storyID)) }
        try await store.merge(pushed.storyID, listed.storyID)
        try await link()
        #expect(try await waiting().contains("Pushed") == !isFirst)
        #expect(try await store.removeSchedule(of: alice.id.recipient, number: 1, at: .sampleNow) != nil)
        // Those of the two that wait, and that of the push if it waits, too.
        #expect(try await toldCount() == (isFirst ? 2 : 3))
    }
}
