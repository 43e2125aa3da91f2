import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ItemDelivery

@Suite(.timed) struct StoryUpdateTests {
    private func article(_ title: String, dead: Int, relatedTo story: StoryID? = nil, at time: Date) -> NewArticle {
        var article = NewArticle.sample(title, publishedAt: time)
        let number = ArticleFacts.Number(value: Double(dead), unit: "", nouns: ["dead"], text: "\(dead) dead")
        article.facts = ArticleFacts(language: "en", numbers: [number])
        article.grouping = StoryGrouping(number: Int64(dead), related: story.map { [[.story($0)]] } ?? [])
        return article
    }

    @Test func `a risen number follows the news it belongs to, after quiet hours`() async throws {
        let harness = try await DeliveryHarness()
        let (store, time) = (harness.store, harness.time)
        let names = ["one", "two"].map { (name: String) in
            FeedDescription(url: "https://\(name).example/feed", name: name)
        }
        try await store.saveDefaultSelection(names, at: time.now)
        for feed in try await store.defaultFeeds() { try await store.sampleRefresh(feed, [], at: time.now - 3_600) }
        let feeds = try await store.defaultFeeds().sorted { $0.name < $1.name }
        let alice = try await store.sampleProfile()
        try await store.sampleSubscription(of: alice, to: feeds[0])
        var settings = RecipientSettings(timeZone: "Etc/UTC", hearsUpdates: true)
        try await store.saveSettings(settings, of: alice.id.recipient)
        let address = Identity.sample("alice").address
        let first = try await store.sampleRefresh(
            feeds[0],
            [article("Ferry sinks", dead: 12, at: time.now)],
            at: time.now
        )
        _ = await harness.worker.deliverDue()
        #expect(harness.network.texts(to: address).contains { $0.contains("Ferry sinks") })
        let told = harness.network.texts(to: address).count
        let post = try #require(harness.network.arrived.last).key
        try await store.recordPosted(network: address.network, eventID: "$first:example", key: post)

        let minute = Int(time.now.timeIntervalSince1970) % 86_400 / 60
        settings.quietHours = QuietHours(
            start: (minute + 1_430) % 1_440,
            end: (minute + 60) % 1_440,
            exceptUrgent: true
        )
        try await store.saveSettings(settings, of: alice.id.recipient)
        let more = article("Ferry: toll rises", dead: 40, relatedTo: first.first?.storyID, at: time.now)
        try await store.sampleRefresh(feeds[1], [more], at: time.now)
        _ = await harness.worker.deliverDue()
        #expect(harness.network.texts(to: address).count == told)
        time.advance(by: 2 * 3_600)
        _ = await harness.worker.deliverDue()
        _ = await harness.restarted().deliverDue()
        let new = harness.network.texts(to: address).dropFirst(told)
        #expect(new.contains { $0.contains("Update (12 dead → 40 dead): Ferry: toll rises — two") }, "\(new)")
        #expect(new.count { $0.contains("Update (") } == 1)
        #expect(harness.network.made.last?.question == Question(messageID: "$first:example"))
        #expect(new.contains { $0.contains("set updates off") })
    }
}
