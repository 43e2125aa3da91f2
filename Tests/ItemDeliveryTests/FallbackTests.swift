import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ItemDelivery

/// A person with two accounts, of which the chosen one cannot be reached.
@Suite struct FallbackTests {
    private let other = Identity.sample("alice2")

    private func linked(lifetimes: [String: TimeInterval] = [:]) async throws -> (DeliveryHarness, Feed, Address) {
        let house = try await DeliveryHarness(identityLifetimes: lifetimes)
        let (profile, feed, address) = try await house.follower()
        #expect(try await house.store.attach(other, name: "alice2", to: profile.id, at: house.time.now))
        _ = await house.worker.deliverDue()
        house.network.setReachable(address, false)
        return (house, feed, address)
    }

    private func arrived(_ title: String, _ house: DeliveryHarness) -> [Address] {
        house.network.arrived.filter { $0.text.contains(title) }.map(\.address)
    }

    private func deliver(_ house: DeliveryHarness, after seconds: TimeInterval = 61) async {
        house.time.advance(by: seconds)
        house.worker.networkChanged("testnet")
        for _ in 0..<3 { _ = await house.worker.deliverDue() }
    }

    @Test func `news waits for the person, and after half a day takes the other account, once`() async throws {
        let (house, feed, address) = try await linked()
        try await house.publish(["Patience"], in: feed)
        await deliver(house)
        #expect(arrived("Patience", house) == [])
        await deliver(house, after: 12 * 3_600)
        #expect(arrived("Patience", house) == [other.address])
        house.network.setReachable(address, true)
        try await house.publish(["Back again"], in: feed)
        await deliver(house)
        #expect(arrived("Back again", house) == [address])
        #expect(arrived("Patience", house) == [other.address])
    }

    @Test func `what is urgent takes it after some minutes`() async throws {
        let (house, feed, address) = try await linked()
        let profile = try #require(try await house.store.profile(for: other))
        let alert = try await house.store.addAlert(
            of: profile.id.recipient,
            query: "flood",
            isUrgent: true,
            at: address,
            limit: 9,
            time: house.time.now
        )
        guard case .added(let added) = alert else { throw CancellationError() }
        try await house.store.sampleRefresh(
            feed,
            [.sample("Flood", publishedAt: house.time.now, alertIDs: [added.id])],
            at: house.time.now
        )
        await deliver(house)
        #expect(arrived("Flood", house) == [], "a short pause of the network is no absence")
        await deliver(house, after: 180)
        #expect(arrived("Flood", house) == [other.address])
    }

    @Test func `when an account refuses for good, all that waits there takes the other`() async throws {
        let (house, feed, address) = try await linked()
        try await house.publish(["First of all"], in: feed)
        await deliver(house)
        try await house.publish(["Second to it"], in: feed)
        await deliver(house)
        house.network.refuse(address, reason: "gone")
        house.network.setReachable(address, true)
        await deliver(house)
        #expect(arrived("First of all", house) == [other.address])
        #expect(arrived("Second to it", house) == [other.address])
    }

    @Test func `what may have arrived is not said at the other account too`() async throws {
        let (house, feed, address) = try await linked()
        house.network.setReachable(address, true)
        house.network.script([.unknown])
        try await house.publish(["On its way"], in: feed)
        await deliver(house)
        #expect(house.network.attempts.contains { $0.text.contains("On its way") })
        house.network.setReachable(address, false)
        await deliver(house, after: 13 * 3_600)
        #expect(arrived("On its way", house).allSatisfy { $0 == address })
        house.network.setReachable(address, true)
        await deliver(house)
        // Where nobody confirms, what was in flight goes once more to the same place.
        #expect(arrived("On its way", house) == [address, address])
    }

    @Test func `an account that may be a stranger's is no refuge`() async throws {
        let (house, feed, _) = try await linked(lifetimes: ["testnet": 864_000])
        house.time.advance(by: 864_001)
        try await house.publish(["Private"], in: feed)
        await deliver(house, after: 13 * 3_600)
        #expect(arrived("Private", house) == [])
    }
}
