import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ItemDelivery

@Suite struct ImportNoticeTests {
    @Test func `feeds of a list that failed are told in one message, once`() async throws {
        let house = try await DeliveryHarness()
        let alice = try await house.store.sampleProfile()
        let address = Identity.sample("alice").address
        let urls = (1...12).map { "https://\($0).example/feed" }
        _ = try await house.store.importSubscriptions(
            urls.map { ListedFeed(url: $0) },
            of: alice.id.recipient,
            at: address,
            limit: 100,
            time: house.time.now
        )
        for url in urls {
            #expect(await house.worker.deliverDue() == nil)
            let feed = try #require(try await house.store.feed(url: url))
            try await house.store.recordFailure(
                feed.id,
                .notFound,
                status: 404,
                nextCheckAt: house.time.now + 600,
                at: house.time.now
            )
        }
        _ = await house.worker.deliverDue()
        _ = await house.restarted().deliverDue()
        let texts = house.network.texts(to: address)
        #expect(texts.first == "Of the 12 feeds you imported, 12 do not answer:")
        #expect(texts.count == 10, "\(texts)")
        #expect(texts.last == "I keep asking. All of them: !feeds broken")
    }
}
