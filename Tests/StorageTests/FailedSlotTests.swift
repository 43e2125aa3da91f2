import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

@Suite(.timed) struct FailedSlotTests {
    @Test(arguments: [0, 1])
    func `a digest that failed has told its stories only if a part of it arrived`(partsConfirmed: Int) async throws {
        let store = try Store.inMemory()
        let profile = try await store.sampleProfile()
        let place = Identity.sample("alice").address
        _ = try await store.addSchedule(
            of: profile.id.recipient,
            kind: .digest,
            minuteOfDay: 1,
            days: .daily,
            at: place,
            limit: 9,
            time: .sampleNow
        )
        let schedule = try #require(try await store.activeSchedules().first?.schedule.id)
        _ = try await store.queueSlot(
            schedule,
            localSlot: "2026-11-16T00:01",
            kind: .digest,
            dueAt: .sampleNow,
            payload: .sample(StoryID(rawValue: 77)),
            at: .sampleNow
        )
        let queued = try await store.queuedDeliveries(to: place, at: .sampleNow, limit: 9)
        let parts = [MessagePart(payload: "1"), MessagePart(payload: "2")]
        let message = try #require(
            try await store.freeze(queued.map(\.id), to: place, parts: parts, at: .sampleNow)
        )
        for part in 0..<partsConfirmed { try await store.confirm(message.id, part: part, at: .sampleNow) }
        #expect(try await store.slotPayloads(of: schedule) == [.sample(StoryID(rawValue: 77))])
        try await store.fail(message.id, reason: "gone", at: .sampleNow)
        #expect(try await store.slotPayloads(of: schedule).count == partsConfirmed)
        let told = try await store.read { try Int64.fetchAll($0, sql: "SELECT storyID FROM told") }
        #expect(told == (partsConfirmed == 0 ? [] : [77]))
    }
}
