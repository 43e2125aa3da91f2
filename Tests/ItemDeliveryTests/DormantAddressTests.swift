import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ItemDelivery

@Suite(.timed) struct DormantAddressTests {
    private static let lifetime: TimeInterval = 180 * 86_400

    @Test func `nothing private goes to an account that was away for too long, until it is claimed`() async throws {
        let harness = try await DeliveryHarness(identityLifetimes: ["testnet": Self.lifetime])
        let (_, feed, address) = try await harness.follower()
        harness.network.setReachable(address, false)
        try await harness.publish(["Waiting for alice"], in: feed)
        _ = await harness.worker.deliverDue()
        harness.time.advance(by: Self.lifetime + 1)
        // Somebody is there under that account now.
        harness.network.setReachable(address, true)
        harness.worker.networkChanged("testnet")
        _ = await harness.worker.deliverDue()
        // Only that something waits is said, once a day.
        #expect(harness.network.attempts.count == 1)
        #expect(harness.network.attempts.allSatisfy { $0.text.contains("Something waits") })
        harness.time.advance(by: 3_600)
        harness.worker.networkChanged("testnet")
        _ = await harness.worker.deliverDue()
        #expect(harness.network.attempts.count == 1)
        try await harness.store.wake(.sample("alice"), at: harness.time.now)
        harness.worker.networkChanged("testnet")
        _ = await harness.worker.deliverDue()
        #expect(harness.network.arrived.map(\.text).contains { $0.contains("Waiting for alice") })
    }

    @Test func `who goes on receiving is never away`() async throws {
        let harness = try await DeliveryHarness(identityLifetimes: ["testnet": Self.lifetime])
        let (_, feed, _) = try await harness.follower()
        for number in 1...4 {
            harness.time.advance(by: 100 * 86_400)
            try await harness.publish(["Story number \(number)"], in: feed)
            _ = await harness.worker.deliverDue()
        }
        #expect(harness.network.arrived.filter { $0.text.contains("Story number") }.count == 4)
    }
}
