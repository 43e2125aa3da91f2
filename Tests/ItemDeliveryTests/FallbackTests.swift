import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ItemDelivery

/// A person with two accounts, of which the chosen one cannot be reached.
@Suite(.timed) struct FallbackTests {
    private let other = Identity.sample("alice2")

    private func linked(lifetimes: [String: TimeInterval] = [:]) async throws -> (DeliveryHarness, Feed, Address) {
        let harness = try await DeliveryHarness(identityLifetimes: lifetimes)
        let (profile, feed, address) = try await harness.follower()
        #expect(try await harness.store.attach(other, name: "alice2", to: profile.id, at: harness.time.now))
        _ = await harness.worker.deliverDue()
        harness.network.setReachable(address, false)
        return (harness, feed, address)
    }

    private func arrived(_ title: String, _ harness: DeliveryHarness) -> [Address] {
        harness.network.arrived.filter { $0.text.contains(title) }.map(\.address)
    }

    private func deliver(_ harness: DeliveryHarness, after seconds: TimeInterval = 61) async {
        harness.time.advance(by: seconds)
        harness.worker.networkChanged("testnet")
        for _ in 0..<3 { _ = await harness.worker.deliverDue() }
    }

    @Test func `news waits for the person, and after half a day takes the other account, once`() async throws {
        let (harness, feed, address) = try await linked()
        try await harness.publish(["Patience"], in: feed)
        await deliver(harness)
        #expect(arrived("Patience", harness) == [])
        await deliver(harness, after: 12 * 3_600)
        #expect(arrived("Patience", harness) == [other.address])
        harness.network.setReachable(address, true)
        try await harness.publish(["Back again"], in: feed)
        await deliver(harness)
        #expect(arrived("Back again", harness) == [address])
        #expect(arrived("Patience", harness) == [other.address])
    }

    @Test func `what is urgent takes it after some minutes`() async throws {
        let (harness, feed, address) = try await linked()
        let profile = try #require(try await harness.store.profile(for: other))
        let alert = try await harness.store.addAlert(
            of: profile.id.recipient,
            query: "flood",
            isUrgent: true,
            at: address,
            limit: 9,
            time: harness.time.now
        )
        guard case .added(let added) = alert else { throw CancellationError() }
        try await harness.store.sampleRefresh(
            feed,
            [.sample("Flood", publishedAt: harness.time.now, alertIDs: [added.id])],
            at: harness.time.now
        )
        await deliver(harness)
        #expect(arrived("Flood", harness) == [], "a short pause of the network is no absence")
        await deliver(harness, after: 180)
        #expect(arrived("Flood", harness) == [other.address])
    }

    @Test func `when an account refuses for good, all that waits there takes the other`() async throws {
        let (harness, feed, address) = try await linked()
        try await harness.publish(["First of all"], in: feed)
        await deliver(harness)
        try await harness.publish(["Second to it"], in: feed)
        await deliver(harness)
        harness.network.refuse(address, reason: "gone")
        harness.network.setReachable(address, true)
        await deliver(harness)
        #expect(arrived("First of all", harness) == [other.address])
        #expect(arrived("Second to it", harness) == [other.address])
    }

    @Test func `what may have arrived is not said at the other account too`() async throws {
        let (harness, feed, address) = try await linked()
        harness.network.setReachable(address, true)
        harness.network.script([.unknown])
        try await harness.publish(["On its way"], in: feed)
        await deliver(harness)
        #expect(harness.network.attempts.contains { $0.text.contains("On its way") })
        harness.network.setReachable(address, false)
        await deliver(harness, after: 13 * 3_600)
        #expect(arrived("On its way", harness).allSatisfy { $0 == address })
        harness.network.setReachable(address, true)
        await deliver(harness)
        // Where nobody confirms, what was in flight goes once more to the same place.
        #expect(arrived("On its way", harness) == [address, address])
    }

    @Test func `an account that may be a stranger's is no refuge`() async throws {
        let (harness, feed, _) = try await linked(lifetimes: ["testnet": 864_000])
        harness.time.advance(by: 864_001)
        try await harness.publish(["Private"], in: feed)
        await deliver(harness, after: 13 * 3_600)
        #expect(arrived("Private", harness) == [])
    }
}
