import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ItemDelivery

/// Needs the right to mount; elsewhere it is skipped.
@Suite(.timed, .enabled(if: SmallDisk.isPossible, "needs the right to mount a small file system"))
struct FullDiskTests {
    @Test func `what was confirmed on a full disk is not sent again, the rest waits, and all goes on with room`()
        async throws
    {
        let disk = try #require(SmallDisk(megabytes: 4))
        let store = try Store.open(path: disk.folder.appending(path: "test.sqlite3").path)
        let log = LogLines()
        let harness = try await DeliveryHarness(store: store, log: log.logger)
        let (_, feed, address) = try await harness.follower()
        try await harness.publish(["One"], in: feed)
        harness.network.hold()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { _ = await harness.worker.deliverDue() }
            try await waitUntil("it is on the wire") { harness.network.heldCount == 1 }
            try disk.fill()
            harness.network.release()
            try await group.waitForAll()
        }
        #expect(harness.network.arrived.count == 1)
        #expect(try await store.openMessages(to: address).count == 1)
        await #expect(throws: StorageError.self) { try await harness.publish(["Two"], in: feed) }
        harness.time.advance(by: 120)
        _ = await harness.worker.deliverDue()
        #expect(harness.network.attempts.count == 1)
        // With what helps, and that no more is needed.
        #expect(log.facts(of: "Lane stopped")?.description.contains("nothing else has to be done") == true)
        let refusals = store.diskSpace.refusals
        #expect(refusals > 0)

        try disk.empty()
        try await harness.publish(["Two"], in: feed)
        harness.time.advance(by: 120)
        _ = await harness.worker.deliverDue()
        #expect(try await store.openMessages(to: address).isEmpty)
        #expect(harness.network.arrived.map(\.text).count { $0.contains("One") } == 1)
        #expect(harness.network.arrived.count { $0.text.contains("Two") } == 1)
        #expect(harness.network.attempts.count == 2)
        #expect(store.diskSpace.refusals == refusals)
    }
}
