import CurlClient
import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import FeedRefresh

struct MovedFeedTests {
    private let harness: RefreshHarness
    private let site = NewsSite()
    private let feed: Feed
    private let alice: Profile

    init() async throws {
        harness = try RefreshHarness()
        site.show(.init("First headline"), .init("Another headline"))
        feed = try await harness.feed("/old", site)
        alice = try await harness.store.sampleProfile()
        try await harness.store.sampleSubscription(of: alice, to: feed)
        try await harness.check(feed)
    }

    private func redirect(_ status: Int = 301, to path: String = "/new") {
        harness.server.respond(to: "/old") { [harness] _ in
            .status(status, headers: [("Location", harness.server.url(path))])
        }
    }

    private func serve(_ path: String = "/new", _ other: NewsSite? = nil) {
        let shown = other ?? site
        harness.server.respond(to: path) { shown.answer($0) }
    }

    private func checks(_ count: Int) async throws {
        for _ in 0..<count { try await harness.check(feed) }
    }

    private func url() async throws -> String? { try await harness.store.feed(feed.id)?.url }

    private func notices() async throws -> [DeliveryNotice] {
        let address = try #require(try await harness.store.subscriptions(of: alice.id.recipient).first).address
        return try await harness.store.queuedDeliveries(to: address, at: .distantFuture, limit: 100)
            .compactMap(\.notice)
    }

    @Test func `ten equal permanent answers move the feed, tell once and repeat nothing`() async throws {
        let old = harness.server.url("/old")
        serve()
        redirect()
        try await checks(9)
        #expect(try await url() == old)
        try await checks(1)
        #expect(try await url() == harness.server.url("/new"))
        site.show(.init("Fresh headline"), .init("First headline"), .init("Another headline"))
        try await checks(2)
        #expect(try await harness.store.queuedTitles(for: alice) == ["First headline", "Fresh headline"])
        #expect(try await notices() == [.feedMoved(name: "Gazette", from: old, to: harness.server.url("/new"))])
        #expect(try await harness.store.feed(url: old)?.id == feed.id)
    }

    @Test(arguments: [302, 303, 307])
    func `a temporary redirect is followed and never believed`(status: Int) async throws {
        serve()
        redirect(status)
        try await checks(15)
        #expect(try await url() == harness.server.url("/old"))
        #expect(try await notices().isEmpty)
    }

    @Test func `ten answers within an hour are not three days`() async throws {
        serve()
        redirect()
        for _ in 0..<12 {
            harness.time.advance(by: 301)
            _ = try await harness.refresher.refreshNow(feed.id, deadline: harness.time.now + 60)
        }
        #expect(try await url() == harness.server.url("/old"))
    }

    @Test func `another target, or none, begins the count anew`() async throws {
        serve()
        serve("/elsewhere")
        redirect()
        try await checks(9)
        redirect(to: "/elsewhere")
        try await checks(9)
        #expect(try await url() == harness.server.url("/old"))
        serve("/old")
        try await checks(1)
        redirect(to: "/elsewhere")
        try await checks(9)
        #expect(try await url() == harness.server.url("/old"))
    }

    @Test func `a maintenance page that is a feed of its own is never taken for the feed`() async throws {
        let other = NewsSite()
        other.show(.init("We are down for maintenance"))
        serve("/new", other)
        redirect()
        try await checks(20)
        #expect(try await url() == harness.server.url("/old"))
    }

    @Test func `a target that is no feed is a failure and no move`() async throws {
        harness.server.respond(to: "/new") { _ in .ok("<html><body>Parked</body></html>") }
        redirect()
        try await checks(15)
        #expect(try await url() == harness.server.url("/old"))
        #expect(try await harness.health(feed).failure == .notAFeed)
    }

    @Test func `a feed that moves to another known feed is joined with it, and nobody hears anything twice`()
        async throws
    {
        let store = harness.store
        let bob = try await store.sampleProfile("bob")
        let other = try await harness.feed("/new", site)
        try await store.sampleSubscription(of: bob, to: other)
        try await store.sampleSubscription(of: alice, to: other)
        let carol = try await store.sampleProfile("carol")
        try await store.sampleSubscription(of: carol, to: feed)
        try await harness.check(other)
        redirect()
        try await checks(10)
        #expect(try await store.feed(feed.id) == nil)
        #expect(try await store.followerCount(of: other.id) == 3)
        site.show(.init("Fresh headline"), .init("First headline"), .init("Another headline"))
        try await harness.check(other)
        for person in [alice, bob, carol] {
            let titles = try await store.queuedTitles(for: person)
            #expect(titles.filter { $0 == "Fresh headline" }.count == 1, "\(titles)")
            #expect(Set(titles).count == titles.count, "\(titles)")
        }
    }

    @Test func `undone, the feed stays at its old address for who asked, and only there`() async throws {
        let store = harness.store
        let bob = try await store.sampleProfile("bob")
        try await store.sampleSubscription(of: bob, to: feed)
        serve()
        redirect()
        try await checks(10)
        let move = try #require(try await store.feedMoves(of: alice.id.recipient, at: harness.time.now).first)
        let back = try #require(try await store.undoMove(move, for: alice.id.recipient, at: harness.time.now))
        #expect(back.url == harness.server.url("/old"))
        #expect(try await store.followerCount(of: back.id) == 1)
        #expect(try await store.followerCount(of: feed.id) == 1)
        site.show(.init("Fresh headline"), .init("First headline"), .init("Another headline"))
        for _ in 0..<15 {
            try await harness.check(back)
            try await harness.check(feed)
        }
        #expect(try await store.feed(back.id)?.url == harness.server.url("/old"))
        for person in [alice, bob] {
            #expect(try await store.queuedTitles(for: person).filter { $0 == "Fresh headline" }.count == 1)
        }
    }

    @Test func `the operator's entry with the old address is the moved feed`() async throws {
        serve()
        redirect()
        try await checks(10)
        try await harness.store.saveDefaultSelection(
            [FeedDescription(url: harness.server.url("/old"))],
            at: harness.time.now
        )
        #expect(try await harness.store.defaultFeeds().map(\.id) == [feed.id])
    }

    @Test func `what a moved feed shows under other names but on the same day stays silent`() async throws {
        serve()
        redirect()
        try await checks(1)
        let told = try await harness.store.queuedTitles(for: alice)
        site.show(
            .init("First headline", guid: "n1", link: "https://new.example/1", date: .sampleNow - 3_000),
            .init("Another headline, edited", guid: "n2", link: "https://site.example/another-headline"),
            .init("Fresh headline", guid: "n3", link: "https://new.example/3")
        )
        try await checks(1)
        #expect(try await harness.store.queuedTitles(for: alice) == told + ["Fresh headline"])
    }

    @Test func `an empty feed is never moved`() async throws {
        let empty = NewsSite()
        let feed = try await harness.feed("/empty", empty)
        try await harness.check(feed)
        harness.server.respond(to: "/elsewhere") { empty.answer($0) }
        harness.server.respond(to: "/empty") { [harness] _ in
            .status(308, headers: [("Location", harness.server.url("/elsewhere"))])
        }
        for _ in 0..<15 { try await harness.check(feed) }
        #expect(try await harness.store.feed(feed.id)?.url == harness.server.url("/empty"))
    }

    @Test func `a target inside the operator's network is never taken`() async throws {
        let harness = try RefreshHarness { $0.allowAddresses = [AddressRange("127.0.0.1")].compactMap(\.self) }
        let feed = try await harness.feed("/old", site)
        try await harness.check(feed)
        let inner = "http://127.0.0.2:\(harness.server.port)/new"
        harness.server.respond(to: "/old") { _ in .status(301, headers: [("Location", inner)]) }
        for _ in 0..<15 { #expect(try await harness.check(feed) == .failed(.addressRefused)) }
        #expect(try await harness.store.feed(feed.id)?.url == harness.server.url("/old"))
    }

    @Test func `one temporary hop on the way is no move`() async throws {
        serve()
        redirect(301, to: "/middle")
        harness.server.respond(to: "/middle") { [harness] _ in
            .status(302, headers: [("Location", harness.server.url("/new"))])
        }
        try await checks(15)
        #expect(try await url() == harness.server.url("/old"))
    }
}
