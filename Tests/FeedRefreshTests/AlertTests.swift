import Foundation
import NewsModel
import Storage
import TestSupport
import Testing
import TextAnalysis

@testable import FeedRefresh

struct AlertTests {
    private let harness: RefreshHarness
    private let site = NewsSite()
    private let alice: Profile

    init() async throws {
        harness = try RefreshHarness()
        site.show(.init("First headline"))
        alice = try await harness.store.sampleProfile()
    }

    private func addAlert(_ query: String, of profile: Profile) async throws {
        _ = try await harness.store.sampleAlert(of: profile, query, time: harness.time.now)
    }

    private func told(_ profile: Profile) async throws -> [String] {
        try await harness.store.queuedTitles(for: profile)
    }

    @Test func `what alerts may ask for changes while the bot runs`() async throws {
        let own = try await harness.defaultFeed("/house", site)
        try await harness.check(own)
        for query in ["/sto.m/", "/sn.w/"] { try await addAlert(query, of: alice) }
        site.show(.init("Storm"), .init("First headline"))
        try await harness.check(own)
        #expect(try await told(alice) == ["Storm"])
        await harness.refresher.apply(await harness.refresher.options, queries: QueryLimits(heavyPerOwner: 1))
        site.show(.init("Another storm"), .init("Snow"), .init("Storm"), .init("First headline"))
        try await harness.check(own)
        #expect(try await told(alice).sorted() == ["Another storm", "Storm"])
        await harness.refresher.apply(await harness.refresher.options, queries: QueryLimits())
        site.show(.init("More snow"), .init("Another storm"), .init("Snow"), .init("Storm"), .init("First headline"))
        try await harness.check(own)
        #expect(try await told(alice).sorted() == ["Another storm", "More snow", "Storm"])
    }

    @Test func `an alert sees the default selection and what its owner follows`() async throws {
        let bob = try await harness.store.sampleProfile("bob")
        let carol = try await harness.store.sampleProfile("carol")
        let own = try await harness.feed("/bobs", site)
        try await harness.store.sampleSubscription(of: bob, to: own)
        for profile in [alice, bob] { try await addAlert("storm", of: profile) }
        try await harness.check(own)
        site.show(.init("Storm at bob's"))
        try await harness.check(own)
        #expect(try await told(bob).contains("Storm at bob's"))
        #expect(try await told(alice) == [])
        let shared = NewsSite()
        shared.show(.init("Old"))
        let everybodys = try await harness.defaultFeed("/house", shared)
        try await harness.check(everybodys)
        shared.show(.init("Storm for all"))
        try await harness.check(everybodys)
        #expect(try await told(alice) == ["Storm for all"])
        #expect(try await told(carol) == [])
        #expect(try await harness.store.alerts(of: alice.id.recipient).first?.matchCount == 1)
    }

    @Test func `an alert fires once for an entry, however often it is shown`() async throws {
        let feed = try await harness.defaultFeed("/feed", site)
        try await addAlert("storm", of: alice)
        try await harness.check(feed)
        site.show(.init("Storm"), .init("First headline"))
        try await harness.check(feed)
        site.show(.init("Storm", guid: "changed"))
        try await harness.check(feed)
        #expect(try await told(alice) == ["Storm"])
        #expect(try await harness.store.alerts(of: alice.id.recipient).first?.matchCount == 1)
    }

    @Test func `the first fetch of a feed fires no alert`() async throws {
        try await addAlert("headline", of: alice)
        try await harness.check(try await harness.defaultFeed("/feed", site))
        #expect(try await told(alice) == [])
    }

    @Test func `an alert added while a feed is fetched fires for it`() async throws {
        let feed = try await harness.defaultFeed("/feed", site)
        try await addAlert("something else", of: alice)
        try await harness.check(feed)
        site.show(.init("Storm"))
        // The index is in memory now; the alert comes between the request and the commit.
        let (store, alice, now) = (harness.store, alice, harness.time.now)
        let site = site
        let added = Gate()
        harness.server.respond(to: "/feed") { request in
            added.waitUntilOpen()
            return site.answer(request)
        }
        async let outcome = harness.check(feed)
        try await waitUntil("the request arrives") { harness.server.requests(to: "/feed").count == 2 }
        _ = try await store.sampleAlert(of: alice, "storm", time: now)
        added.open()
        _ = try await outcome
        #expect(try await told(alice) == ["Storm"])
    }

    @Test func `one's own category fires one's own alert, and a name of one's own does`() async throws {
        let bob = try await harness.store.sampleProfile("bob")
        let feed = try await harness.defaultFeed("/feed", site)
        for profile in [alice, bob] {
            try await harness.store.sampleSubscription(of: profile, to: feed)
            try await addAlert("category:morning storm", of: profile)
            try await addAlert("feed:beeb storm", of: profile)
            try await addAlert("storm -category:morning", of: profile)
        }
        try await harness.check(feed)
        _ = try await harness.store.setOwnCategory("Morning", of: alice.id.recipient, on: feed.id)
        _ = try await harness.store.setOwnName("Beeb", of: alice.id.recipient, on: feed.id)
        site.show(.init("Storm"), .init("First headline"))
        try await harness.check(feed)
        #expect(try await harness.store.alerts(of: alice.id.recipient).map(\.matchCount) == [1, 1, 0])
        #expect(try await harness.store.alerts(of: bob.id.recipient).map(\.matchCount) == [0, 0, 1])
    }

    @Test func `one owner's many expressions do not silence anybody else's alert`() async throws {
        let bob = try await harness.store.sampleProfile("bob")
        let feed = try await harness.defaultFeed("/feed", site)
        for number in 0..<8 { try await addAlert("/sto[rx\(number)]m/", of: alice) }
        try await addAlert("/st.rm/", of: bob)
        try await harness.check(feed)
        site.show(.init("Storm"), .init("First headline"))
        try await harness.check(feed)
        #expect(try await harness.store.alerts(of: alice.id.recipient).map(\.matchCount) == [1, 1, 1, 1, 1, 0, 0, 0])
        #expect(try await harness.store.alerts(of: bob.id.recipient).map(\.matchCount) == [1])
    }

    @Test func `an alert that is off says nothing`() async throws {
        let feed = try await harness.defaultFeed("/feed", site)
        try await addAlert("storm", of: alice)
        try await harness.check(feed)
        let number = try #require(try await harness.store.alerts(of: alice.id.recipient).first?.number)
        _ = try await harness.store.changeAlert(
            of: alice.id.recipient,
            number: number,
            AlertChange(isOn: false),
            at: harness.time.now
        )
        site.show(.init("Storm"))
        try await harness.check(feed)
        #expect(try await told(alice) == [])
    }
}
