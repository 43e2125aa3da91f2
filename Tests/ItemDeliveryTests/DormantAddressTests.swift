import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ItemDelivery

@Suite struct DormantAddressTests {
    private static let lifetime: TimeInterval = 180 * 86_400

    @Test func `nothing private goes to an account that was away for too long, until it is claimed`() async throws {
        let house = try await DeliveryHarness(identityLifetimes: ["testnet": Self.lifetime])
        let (_, feed, address) = try await house.follower()
        house.network.setReachable(address, false)
        try await house.publish(["Waiting for alice"], in: feed)
        _ = await house.worker.deliverDue()
        house.time.advance(by: Self.lifetime + 1)
        // Somebody is there under that account now.
        house.network.setReachable(address, true)
        house.worker.networkChanged("testnet")
        _ = await house.worker.deliverDue()
        // Only that something waits is said, once a day.
        #expect(house.network.attempts.count == 1)
        #expect(house.network.attempts.allSatisfy { $0.text.contains("Something waits") })
        house.time.advance(by: 3_600)
        house.worker.networkChanged("testnet")
        _ = await house.worker.deliverDue()
        #expect(house.network.attempts.count == 1)
        try await house.store.wake(.sample("alice"), at: house.time.now)
        house.worker.networkChanged("testnet")
        _ = await house.worker.deliverDue()
        #expect(house.network.arrived.map(\.text).contains { $0.contains("Waiting for alice") })
    }

    @Test func `who goes on receiving is never away`() async throws {
        let house = try await DeliveryHarness(identityLifetimes: ["testnet": Self.lifetime])
        let (_, feed, _) = try await house.follower()
        for number in 1...4 {
            house.time.advance(by: 100 * 86_400)
            try await house.publish(["Story number \(number)"], in: feed)
            _ = await house.worker.deliverDue()
        }
        #expect(house.network.arrived.filter { $0.text.contains("Story number") }.count == 4)
    }
}
