import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ItemDelivery

@Suite(.timed) struct ImportNoticeTests {
    @Test func `feeds of a list that failed are told in one message, once`() async throws {
        let harness = try await DeliveryHarness()
        let alice = try await harness.store.sampleProfile()
        let address = Identity.sample("alice").address
        let urls = (1...12).map { "https://\($0).example/feed" }
        _ = try await harness.store.importSubscriptions(
            urls.map { ListedFeed(url: $0) },
            of: alice.id.recipient,
            at: address,
            limit: 100,
            time: harness.time.now
        )
        for url in urls {
            #expect(await harness.worker.deliverDue() == nil)
            let feed = try #require(try await harness.store.feed(url: url))
            try await harness.store.recordFailure(
                feed.id,
                .notFound,
                status: 404,
                nextCheckAt: harness.time.now + 600,
                at: harness.time.now
            )
        }
        // Not among the lines of the answer to the import.
        _ = await harness.worker.deliverDue()
        #expect(harness.network.texts(to: address).isEmpty)
        harness.time.advance(by: 20)
        _ = await harness.worker.deliverDue()
        _ = await harness.restarted().deliverDue()
        let texts = harness.network.texts(to: address)
        #expect(texts.first == "Of the 12 feeds you added together, 12 do not answer:")
        #expect(texts.count == 10, "\(texts)")
        #expect(texts.last == "I keep asking. All of them: feeds broken")
    }
}
