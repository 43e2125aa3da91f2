import Foundation
import Logging
import NewsModel
import Storage
import Synchronization
import TestSupport
import Testing

@testable import crier

private final class Lines: Sendable {
    private let state = Mutex<[(message: String, facts: Logger.Metadata)]>([])

    func add(_ message: String, _ facts: Logger.Metadata) { state.withLock { $0.append((message, facts)) } }

    func facts(of message: String) -> Logger.Metadata? { state.withLock { $0.last { $0.message == message }?.facts } }
}

private struct Collector: LogHandler {
    let lines: Lines
    var logLevel = Logger.Level.trace
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { lines.add("\(event.message)", event.metadata ?? [:]) }
}

@Suite struct HousekeepingTests {
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
        let (time, lines) = (ManualTimeSource(), Lines())
        let log = Logger(label: "test") { _ in Collector(lines: lines) }
        let service = Housekeeping(store: store, time: time, retention: Retention(), countsUse: false, log: log)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await service.run() }
            try await waitUntil("all wait") { time.sleeping == 3 }
            time.advance(by: 600)
            try await waitUntil("the day's tidying") {
                lines.facts(of: "Old articles removed") != nil && time.sleeping == 3
            }
            time.advance(by: 12 * 3_600)
            try await waitUntil("the line of that day") { lines.facts(of: "Deliveries") != nil }
            group.cancelAll()
        }
        let facts = try #require(lines.facts(of: "Deliveries"))
        #expect(facts == ["day": "2026-11-16", "delivery.sent": "2", "delivery.unconfirmed": "1"])
    }

    @Test func `operators hear that there is no room, and feeds without followers go`() async throws {
        var store = try Store.inMemory()
        let alice = try await store.sampleProfile()
        let feed = try await store.sampleFetchedFeed()
        try await store.sampleSubscription(of: alice, to: feed)
        let lonely = try await store.sampleFetchedFeed("lonely")
        store.limits = StorageLimits(unfollowedAge: 300, databaseBytes: 1, operators: [.sample("alice")])
        let (time, lines) = (ManualTimeSource(), Lines())
        let log = Logger(label: "test") { _ in Collector(lines: lines) }
        let service = Housekeeping(store: store, time: time, retention: Retention(), countsUse: false, log: log)
        try await withThrowingTaskGroup(of: Void.self) { [store] group in
            group.addTask { try await service.run() }
            try await waitUntil("all wait") { time.sleeping == 3 }
            time.advance(by: 600)
            try await waitUntil("the warning") {
                lines.facts(of: "No new feeds are taken in") != nil && time.sleeping == 3
            }
            time.advance(by: 600)
            try await waitUntil("the lonely feed goes") { try await store.feed(lonely.id) == nil }
            group.cancelAll()
        }
        let told = try await store.queuedDeliveries(to: Identity.sample("alice").address, at: .distantFuture, limit: 9)
        let notices = told.compactMap { $0.payload.flatMap(DeliveryNotice.init(payload:)) }
        #expect(notices.count { if case .storageShort = $0 { true } else { false } } == 1)
        #expect(try await store.feed(feed.id) != nil)
    }
}
