import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ItemDelivery

/// Pushed stories in a follower's own words.
struct TemplateTests {
    @Test
    func `a feed's stories come in its follower's words, alone and together, and nobody else's do`()
        async throws
    {
        let harness = try await DeliveryHarness()
        let (alice, feed, address) = try await harness.follower()
        let bob = try await harness.store.sampleProfile("bob")
        try await harness.store.sampleSubscription(of: bob, to: feed, time: harness.time.now)
        #expect(
            try await harness.store.setTemplate("» {title} « {feed}", of: alice.id.recipient, on: feed.id)
        )
        try await harness.publish(["First story here"], in: feed)
        _ = await harness.worker.deliverDue()
        #expect(harness.network.texts(to: address) == ["» First story here « example"])
        #expect(
            harness.network.texts(to: Identity.sample("bob").address)[0].hasPrefix(
                "[example] First story here"
            )
        )
        try await harness.publish((1...9).map { "Story number \($0)" }, in: feed)
        _ = await harness.worker.deliverDue()
        #expect(
            harness.network.texts(to: address).contains { $0.contains("» Story number 1 « example") }
        )
    }

    @Test func `what was frozen stays as it was`() async throws {
        let harness = try await DeliveryHarness()
        let (alice, feed, address) = try await harness.follower()
        harness.network.script([.unknown])
        try await harness.publish(["First story here"], in: feed)
        _ = await harness.worker.deliverDue()
        #expect(try await harness.store.setTemplate("now {title}", of: alice.id.recipient, on: feed.id))
        harness.time.advance(by: 600)
        _ = await harness.restarted().deliverDue()
        #expect(harness.network.attempts.count == 2)
        let texts = harness.network.texts(to: address)
        #expect(
            !texts.isEmpty && texts.allSatisfy { $0.hasPrefix("[example] First story here") },
            "\(texts)"
        )
    }

    @Test func `a wording that is not known any more is not used`() async throws {
        let harness = try await DeliveryHarness()
        let (alice, feed, address) = try await harness.follower()
        #expect(
            try await harness.store.setTemplate("{title} {gone}", of: alice.id.recipient, on: feed.id)
        )
        try await harness.publish(["First story here"], in: feed)
        _ = await harness.worker.deliverDue()
        #expect(harness.network.texts(to: address)[0].hasPrefix("[example] First story here"))
    }
}
