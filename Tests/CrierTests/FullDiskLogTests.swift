import Foundation
import ItemDelivery
import NewsModel
import Speaking
import Storage
import TestSupport
import Testing

@testable import crier

/// What the operator reads while the disk is full, and afterwards.
@Suite(.timed, .enabled(if: SmallDisk.isPossible, "needs the right to mount a small file system"))
struct FullDiskLogTests {
    private let written = WrittenLines()

    /// Each of these people follows a feed and has news waiting.
    private func queueNews(_ store: Store, people: Int) async throws {
        let feed = try await store.sampleFetchedFeed()
        for number in 0..<people {
            try await store.sampleSubscription(of: try await store.sampleProfile("p\(number)"), to: feed)
        }
        try await store.sampleRefresh(feed, [.sample("Storm")])
    }

    @Test func `a full disk is said once with what helps, and that there is room again`() async throws {
        // The log of changes alone may take four.
        let disk = try #require(SmallDisk(megabytes: 16))
        let store = try Store.open(path: disk.folder.appending(path: "test.sqlite3").path)
        let (time, network) = (ManualTimeSource(), FakeNetwork())
        let log = written.logger
        try await queueNews(store, people: 30)
        let keeping = Maintenance(
            store: store,
            time: time,
            retention: Replaceable(Retention()),
            countsUse: false,
            log: log
        )
        let worker = DeliveryWorker(
            store: store,
            networks: [network.name: network],
            catalogue: try ShippedCatalogue.catalogue(),
            options: DeliveryOptions(vocabulary: .forTest),
            speaker: Speaker(networks: [network.name: network], time: time, log: log),
            time: time,
            log: log
        )
        try disk.fill()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await keeping.run() }
            for _ in 0..<10 {
                _ = await worker.deliverDue()
                try await waitUntil("maintenance sleeps") { time.sleeping == 3 }
                time.advance(by: 61)
            }
            try await waitUntil("it is said") { written.count("Disk is full") == 1 }
            #expect(network.arrived.isEmpty)
            try disk.empty()
            for _ in 0..<3 {
                _ = await worker.deliverDue()
                try await waitUntil("maintenance sleeps") { time.sleeping == 3 }
                time.advance(by: 61)
            }
            try await waitUntil("it is over") { written.count("Disk has space again") == 1 }
            group.cancelAll()
        }
        #expect(network.arrived.count == 30)
        #expect(written.count("Disk is full") == 1 && written.count("nothing else has to be done") >= 1)
        // Three hundred times a delivery was in vain.
        #expect(written.all.count <= 8, "\(written.all)")
    }
}
