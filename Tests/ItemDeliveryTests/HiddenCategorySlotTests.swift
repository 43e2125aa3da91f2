import Foundation
import NewsModel
import Schedules
import Storage
import TestSupport
import Testing

@testable import ItemDelivery

/// What comes by the clock for a category that its owner has hidden.
struct HiddenCategorySlotTests {
    @Test(arguments: [Schedule.Kind.digest, .headlines])
    func `instead of a hidden category the next one that is shown comes`(kind: Schedule.Kind) async throws {
        let harness = try await DeliveryHarness(kind: .mail)
        harness.time.set(try Date("2026-11-16T16:00:00Z", strategy: .iso8601))
        let (store, start) = (harness.store, harness.time.now)
        let reader = try await store.sampleProfile().id.recipient
        let descriptions = ["Sports", "Travel"].map { category in
            FeedDescription(url: "https://\(category.lowercased()).example/feed", name: category, category: category)
        }
        try await store.saveDefaultSelection(descriptions, at: start)
        try await store.saveSettings(RecipientSettings(timeZone: "UTC"), of: reader)
        try await store.setHidden(true, categories: ["Sports"], of: reader, at: start)
        _ = try await store.addSchedule(
            of: reader,
            kind: kind,
            minuteOfDay: 18 * 60,
            days: .daily,
            at: Identity.sample("alice").address,
            request: ScheduleRequest(category: "Sports"),
            limit: 9,
            time: start
        )
        harness.time.set(start + 3_600)
        for (description, title) in zip(descriptions, ["Keeper saves twice", "Train crosses the Alps"]) {
            let feed = try await store.ensureFeed(description, at: start)
            var article = NewArticle(title: title, url: nil, keys: [title], alertIDs: [])
            article.publishedAt = start + 3_000
            let commit = RefreshCommit(
                feedID: feed.id,
                status: 200,
                nextCheckAt: start + 86_400,
                outcome: .document(FetchedDocument(articles: [article]))
            )
            let version = try await store.standingQueries().version
            _ = try await store.commitRefresh([commit], alertsVersion: version, at: harness.time.now)
        }
        let clock = harness.clock()
        harness.time.set(start + 7_200)
        _ = await clock.queueDueSlots()
        _ = await harness.worker.deliverDue()
        let text = harness.network.texts(to: Identity.sample("alice").address).joined(separator: "\n")
        #expect(text.contains("Train crosses the Alps"), "\(text)")
        #expect(!text.contains("Keeper saves twice"), "\(text)")
    }
}
