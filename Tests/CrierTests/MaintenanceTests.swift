import Foundation
import Logging
import NewsModel
import Storage
import TestSupport
import Testing

@testable import crier

@Suite(.timed) struct MaintenanceTests {
    /// Runs the service while something happens, from when it first waits.
    private func keepHouse(
        _ store: Store,
        _ time: ManualTimeSource,
        _ lines: LogLines,
        _ something: () async throws -> Void
    ) async throws {
        let service = Maintenance(
            store: store,
            time: time,
            retention: Replaceable(Retention()),
            countsUse: false,
            log: lines.logger
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await service.run() }
            try await waitUntil("all wait") { time.sleeping == 3 }
            try await something()
            group.cancelAll()
        }
    }

    @Test func `a day's deliveries are logged by what became of them`() async throws {
        let store = try Store.inMemory()
        let feed = try await store.sampleFetchedFeed()
        for name in ["alice", "bob", "carol"] {
            try await store.sampleSubscription(of: try await store.sampleProfile(name), to: feed)
        }
        try await store.sampleRefresh(feed, [.sample("Storm")])
        for name in ["alice", "bob", "carol"] {
            let place = Identity.sample(name).address
            let ids = try await store.queuedDeliveries(to: place, at: .sampleNow, limit: 9).map(\.id)
            let parts = [MessagePart(payload: "x")]
            let message = try #require(try await store.freeze(ids, to: place, parts: parts, at: .sampleNow))
            #expect(try await store.markAttempt(message.id))
            if name == "alice" {
                try await store.giveUp(message.id, at: .sampleNow)
            } else {
                try await store.confirm(message.id, part: 0, at: .sampleNow)
            }
        }
        let (time, lines) = (ManualTimeSource(), LogLines())
        try await keepHouse(store, time, lines) {
            time.advance(by: 600)
            try await waitUntil("the day's tidying") {
                lines.facts(of: "Old articles removed") != nil && time.sleeping == 3
            }
            time.advance(by: 12 * 3_600)
            try await waitUntil("the line of that day") { lines.facts(of: "Deliveries") != nil }
        }
        let facts = try #require(lines.facts(of: "Deliveries"))
        #expect(facts == ["day": "2026-11-16", "delivery.sent": "2", "delivery.unconfirmed": "1"])
    }

    @Test func `operators hear that there is no room, and feeds without followers go`() async throws {
        let store = try Store.inMemory()
        let alice = try await store.sampleProfile()
        let feed = try await store.sampleFetchedFeed()
        try await store.sampleSubscription(of: alice, to: feed)
        let lonely = try await store.sampleFetchedFeed("lonely")
        store.limits = StorageLimits(unfollowedAge: 300, databaseBytes: 1, operators: [.sample("alice")])
        let (time, lines) = (ManualTimeSource(), LogLines())
        try await keepHouse(store, time, lines) {
            time.advance(by: 600)
            try await waitUntil("the warning") {
                lines.facts(of: "No new feeds are taken in") != nil && time.sleeping == 3
            }
            time.advance(by: 600)
            try await waitUntil("the lonely feed goes") { try await store.feed(lonely.id) == nil }
        }
        let told = try await store.queuedDeliveries(to: Identity.sample("alice").address, at: .distantFuture, limit: 9)
        let notices = told.compactMap(\.notice)
        #expect(notices.count { if case .storageShort = $0 { true } else { false } } == 1)
        #expect(try await store.feed(feed.id) != nil)
    }

    @Test func `that the disk is full is said once, and once that there is space again`() {
        var watch = DiskWatch()
        var space = DiskSpace()
        let start = Date.sampleNow
        #expect(watch.look(at: space, start) == nil)
        space.refusals = 40
        space.reason = "full"
        #expect(watch.look(at: space, start) == .full(reason: "full"))
        for second in 1...100 {
            // Something small still fits now and then.
            let fits = second.isMultiple(of: 7)
            if !fits { space.refusals += 1 }
            space.changes = fits ? 1 : 0
            #expect(watch.look(at: space, start + Double(second)) == nil)
        }
        #expect(watch.look(at: space, start + 200) == nil)
        space.changes += 1
        #expect(watch.look(at: space, start + 201) == .spaceAgain(after: 201))
        #expect(watch.look(at: space, start + 300) == nil)
        space.refusals += 1
        #expect(watch.look(at: space, start + 301) == .full(reason: "full"))
    }
}
