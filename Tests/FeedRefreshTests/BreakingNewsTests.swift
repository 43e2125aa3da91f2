import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import FeedRefresh

/// Who asks for breaking news is told once, as soon as enough independent sources report the same.
@Suite(.timed) struct BreakingNewsTests {
    private let fixture: StoryFixture
    private var store: Store { fixture.store }
    private var feeds: [Feed] { fixture.feeds }
    private let carol: Profile

    init() async throws {
        fixture = try await StoryFixture()
        carol = try await fixture.store.sampleProfile("carol")
    }

    private func addAlert(
        _ rule: BreakingRule = BreakingRule(sources: 3),
        query: String = "",
        of profile: Profile? = nil,
        isUrgent: Bool = false
    ) async throws {
        let owner = profile ?? carol
        _ = try await store.addAlert(
            of: owner.id.recipient,
            query: query,
            breaking: rule,
            isUrgent: isUrgent,
            at: Identity.sample(owner == fixture.bob ? "bob" : "carol").address,
            by: owner.maker,
            limit: 10,
            time: fixture.clock.now
        )
    }

    private func queued() async throws -> [QueuedDelivery] {
        try await store.queuedDeliveries(to: Identity.sample("carol").address, at: .distantFuture, limit: 100)
    }

    @Test func `the third of three sources is told, once, and why is recorded`() async throws {
        try await addAlert()
        let articles = try await fixture.storeQuake(5)
        #expect(try await queued().map(\.article?.article.id) == [articles[2].id])
        let reasons = try await queued().flatMap(\.reasons)
        guard case .alert(_, 1, "breaking 3 in 60m")? = reasons.first, reasons.count == 1 else {
            Issue.record("\(reasons)")
            return
        }
        let alert = try #require(try await store.alerts(of: carol.id.recipient).first)
        #expect(alert.matchCount == 1 && alert.lastFiredAt == fixture.clock.now - 120)
        #expect(try await store.tellings(of: articles[2].storyID, to: carol.id.recipient).count == 1)
    }

    @Test func `several reports of one host are one source`() async throws {
        try await addAlert()
        try await store.moveAll(feeds.prefix(3).map(\.id), toHost: "one.example")
        let articles = try await fixture.storeQuake(5)
        #expect(try await queued().map(\.article?.article.id) == [articles[4].id])
    }

    @Test func `reports that are too far apart are not breaking`() async throws {
        try await addAlert(BreakingRule(sources: 3, seconds: 600))
        for (feed, title) in zip(feeds, StoryFixture.quake).prefix(3) {
            try await fixture.store(feed, title)
            fixture.clock.advance(by: 400)
        }
        #expect(try await queued().isEmpty)
        try await fixture.store(feeds[3], StoryFixture.quake[3])
        #expect(try await queued().isEmpty)
        try await fixture.store(feeds[4], StoryFixture.quake[4])
        #expect(try await queued().count == 1)
    }

    @Test func `only what fits the query is told`() async throws {
        try await addAlert(query: "valparaiso")
        try await addAlert(query: "luzon", of: fixture.bob)
        try await fixture.storeQuake(3)
        #expect(try await queued().count == 1)
        let bobs = try await store.alerts(of: fixture.bob.id.recipient)
        #expect(bobs.map(\.matchCount) == [0])
    }

    @Test func `what was told already is not told again, but what waits becomes urgent`() async throws {
        try await addAlert(of: fixture.bob)
        try await fixture.storeQuake(3)
        let alerts = try await store.alerts(of: fixture.bob.id.recipient)
        #expect(try await fixture.queuedTitles().count == 3 && alerts.map(\.matchCount) == [0])
        try await addAlert(of: fixture.bob, isUrgent: true)
        try await addAlert(BreakingRule(sources: 4), of: fixture.bob, isUrgent: true)
        try await fixture.store(feeds[3], StoryFixture.quake[3])
        let urgent = try await store.queuedDeliveries(to: fixture.address, at: .distantFuture, limit: 100)
            .filter(\.isUrgent)
        #expect(urgent.count == 1)
    }

    @Test func `private feeds count for who follows them`() async throws {
        try await addAlert(BreakingRule(sources: 3))
        let dave = try await store.sampleProfile("dave")
        var closed: [Feed] = []
        for name in ["a", "b"] {
            let feed = try await store.sampleFeed("\(name).closed")
            try await store.sampleSubscription(of: dave, to: feed)
            try await store.sampleRefresh(feed, [], at: .sampleNow - 3_600)
            closed.append(feed)
        }
        try await fixture.store(closed[0], StoryFixture.quake[0])
        try await fixture.store(closed[1], StoryFixture.quake[1])
        try await fixture.storeQuake(2)
        #expect(try await queued().isEmpty)
        try await fixture.store(feeds[2], StoryFixture.quake[5])
        #expect(try await queued().count == 1)
    }

    @Test func `no more than five are told a day`() async throws {
        try await addAlert(BreakingRule(sources: 2))
        for (first, second) in [
            ("Ferry Santa Rosa sinks off Luzon with 340 aboard", "Santa Rosa ferry sinks off Luzon, 340 aboard"),
            (
                "Volcano Merapi erupts, 1,200 villagers leave Yogyakarta slopes",
                "Merapi volcano erupts and 1,200 villagers leave slopes of Yogyakarta"
            ),
            (
                "Danish shipyard Odense wins order for 14 icebreakers",
                "Odense shipyard of Denmark wins order of 14 icebreakers"
            ),
            (
                "Painter Ludmila Horvat leaves 96 canvases to Zagreb museum",
                "Zagreb museum is left 96 canvases by painter Ludmila Horvat"
            ),
            (
                "Goalkeeper Tunde Bakare saves 5 penalties for Enugu",
                "5 penalties saved by goalkeeper Tunde Bakare of Enugu"
            ),
            (StoryFixture.quake[0], StoryFixture.quake[1]),
        ] {
            try await fixture.store(feeds[0], first)
            try await fixture.store(feeds[1], second)
        }
        #expect(try await queued().count == 5)
        fixture.clock.advance(by: 86_400)
        try await fixture.store(feeds[0], "Glacier Aletsch loses 31 metres, Valais measures")
        try await fixture.store(feeds[1], "Aletsch glacier loses 31 metres, measures Valais")
        #expect(try await queued().count == 6)
    }
}
