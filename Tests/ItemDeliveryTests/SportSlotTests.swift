import Foundation
import NewsModel
import Schedules
import Storage
import TestSupport
import Testing

@testable import ItemDelivery

/// The order of sports in what comes by the clock.
struct SportSlotTests {
    @Test(arguments: [Schedule.Kind.digest, .headlines])
    func `the sport that the reader put first comes first`(kind: Schedule.Kind) async throws {
        let harness = try await DeliveryHarness(kind: .mail)
        harness.time.set(try Date("2026-11-16T16:00:00Z", strategy: .iso8601))
        let (store, start) = (harness.store, harness.time.now)
        let reader = try await store.sampleProfile().id.recipient
        let description = FeedDescription(url: "https://pitch.example/feed", name: "Pitch", category: "Sports")
        try await store.saveDefaultSelection([description], at: start)
        let feed = try await store.ensureFeed(description, at: start)
        try await store.saveSettings(RecipientSettings(timeZone: "UTC"), of: reader)
        let added = try await store.addSchedule(
            of: reader,
            kind: kind,
            minuteOfDay: 18 * 60,
            days: .daily,
            at: Identity.sample("alice").address,
            request: ScheduleRequest(category: "Sports"),
            limit: 9,
            time: start
        )
        guard case .added = added else {
            Issue.record("not added")
            return
        }
        try await store.orderSports(["Football"], of: reader, at: start)
        // By themselves lists begin with the newest.
        let news = [(50.0, "Keeper saves twice", "Football"), (10, "Serve breaks racket", "Tennis")]
        let articles = news.map { minutes, title, sport in
            var article = NewArticle(title: title, url: nil, keys: [title], alertIDs: [])
            article.facts = ArticleFacts(sport: sport)
            article.publishedAt = start + 3_600 - minutes * 60
            return article
        }
        harness.time.set(start + 3_600)
        let commit = RefreshCommit(
            feedID: feed.id,
            status: 200,
            nextCheckAt: start + 86_400,
            outcome: .document(FetchedDocument(articles: articles))
        )
        let version = try await store.standingQueries().version
        _ = try await store.commitRefresh([commit], alertsVersion: version, at: harness.time.now)
        let clock = harness.clock()
        harness.time.set(start + 7_200)
        _ = await clock.queueDueSlots()
        _ = await harness.worker.deliverDue()
        let text = harness.network.texts(to: Identity.sample("alice").address).joined(separator: "\n")
        let (keeper, serve) = (text.range(of: "Keeper"), text.range(of: "Serve"))
        #expect(try #require(keeper, "\(text)").lowerBound < #require(serve, "\(text)").lowerBound)
    }
}
