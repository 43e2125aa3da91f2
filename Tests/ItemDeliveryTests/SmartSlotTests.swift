import Foundation
import NewsModel
import Schedules
import Storage
import TestSupport
import Testing

@testable import ItemDelivery

/// Smart feeds that come by the clock.
struct SmartSlotTests {
    /// Clock and worker go on, stopping wherever the clock asks to.
    private func run(_ harness: DeliveryHarness, _ clock: ScheduleClock, hours: Double) async {
        let end = harness.time.now.addingTimeInterval(hours * 3_600)
        while harness.time.now < end {
            let next = await clock.queueDueSlots()
            _ = await harness.worker.deliverDue()
            harness.time.set(min(next, end))
        }
        _ = await clock.queueDueSlots()
        _ = await harness.worker.deliverDue()
    }

    @Test(arguments: [Schedule.Kind.digest, .headlines])
    func `a slot has only what matches the smart feed, and is empty while that is off`(
        kind: Schedule.Kind
    ) async throws {
        let harness = try await DeliveryHarness(kind: .mail)
        harness.time.set(try Date("2026-11-16T12:00:00Z", strategy: .iso8601))
        let (alice, feed, address) = try await harness.follower()
        let (store, reader, now) = (harness.store, alice.id.recipient, harness.time.now)
        let added = try await store.addSmartFeed(
            "storms",
            definition: "storm",
            query: "storm",
            depth: 1,
            of: reader,
            limit: 9,
            at: now
        )
        guard case .added(let smart) = added else {
            Issue.record("not added")
            return
        }
        _ = try await store.addSchedule(
            of: reader,
            kind: kind,
            minuteOfDay: 18 * 60,
            days: .daily,
            at: address,
            request: ScheduleRequest(smart: smart.id),
            limit: 9,
            time: now
        )
        let clock = harness.clock()
        // Each of its blocks arrives as a text of its own.
        func slots() -> [String] {
            harness.network.texts(to: address).reduce(into: []) { slots, text in
                if text.hasPrefix("Digest") || text.hasPrefix("What's moving") {
                    slots.append(text)
                } else if let last = slots.indices.last {
                    slots[last] += "\n" + text
                }
            }
        }
        try await harness.publish(["Storm over the coast", "Calm in the hills"], in: feed)
        await run(harness, clock, hours: 12)
        #expect(slots().count == 1)
        let first = try #require(slots().first)
        #expect(first.contains("Storm over the coast") && first.contains("storms") && !first.contains("Calm"))
        try await store.setSmartFeed(smart.id, isOn: false, of: reader, at: harness.time.now)
        try await harness.publish(["Second storm of the week"], in: feed)
        await run(harness, clock, hours: 24)
        #expect(slots().count == 1)
        try await store.setSmartFeed(smart.id, isOn: true, of: reader, at: harness.time.now)
        await run(harness, clock, hours: 24)
        #expect(slots().count == 2)
        let second = try #require(slots().last)
        #expect(second.contains("Second storm") && !second.contains("over the coast"))
    }
}
