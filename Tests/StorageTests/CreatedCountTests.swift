import NewsModel
import TestSupport
import Testing

@testable import Storage

/// What one person makes for rooms counts together.
@Suite(.timed) struct CreatedCountTests {
    let store: Store
    let alice: Profile
    let bob: Profile

    init() async throws {
        store = try Store.inMemory()
        alice = try await store.sampleProfile("alice")
        bob = try await store.sampleProfile("bob")
    }

    private func alert(_ query: String, in name: String, by person: Profile?) async throws -> AddOutcome<Alert> {
        let room = try await store.sampleRoom(name)
        return try await store.addAlert(
            of: room.id.recipient,
            query: query,
            at: Address(network: "testnet", kind: .room, target: name),
            by: person?.maker,
            limit: QuotaLimit(own: 3, created: 2),
            time: .sampleNow
        )
    }

    @Test func `subscriptions are counted over all rooms by who made them, whatever others made there`() async throws {
        #expect(try await alert("one", in: "#a", by: alice).value != nil)
        #expect(try await alert("two", in: "#b", by: alice).value != nil)
        #expect(try await alert("three", in: "#c", by: alice) == .createdTooMany(limit: 2))
        #expect(try await alert("three", in: "#a", by: bob).value != nil)
        #expect(try await alert("four", in: "#a", by: nil).value != nil)
        #expect(try await alert("five", in: "#a", by: bob) == .quotaReached(limit: 3))
        #expect(try await store.createdCounts(by: alice.maker)[.alert] == 2)
    }

    @Test func `what somebody wants for themselves does not count there, and linked accounts count as one`()
        async throws
    {
        let own = try await store.addAlert(
            of: alice.id.recipient,
            query: "mine",
            at: Identity.sample("alice").address,
            by: alice.maker,
            limit: QuotaLimit(own: 1, created: 0),
            time: .sampleNow
        )
        #expect(own.value != nil)
        #expect(try await alert("one", in: "#a", by: alice).value != nil)
        #expect(try await alert("two", in: "#b", by: bob).value != nil)
        let room = try await store.sampleRoom("#a")
        _ = try await store.addMute(
            .words("x"),
            named: "x",
            until: nil,
            of: room.id.recipient,
            by: bob.maker,
            limit: 9,
            at: .sampleNow
        )
        let feed = try await store.ensureFeed(FeedDescription(url: "https://a.example/"), by: bob.maker, at: .sampleNow)
        try await store.sampleSubscription(of: bob, to: feed)
        try await store.sampleRefresh(feed, [.sample("Storm")])
        #expect(try await store.merge(bob.id, of: .sample("bob"), into: alice.id, at: .sampleNow))
        #expect(
            try await store.createdCounts(by: alice.maker) == [
                .alert: 2, .filter: 0, .mute: 1, .schedule: 0, .subscription: 0,
            ]
        )
        #expect(try await store.paidBytes(by: alice.maker) > 0)
        #expect(try await alert("three", in: "#c", by: alice) == .createdTooMany(limit: 2))
    }
}
