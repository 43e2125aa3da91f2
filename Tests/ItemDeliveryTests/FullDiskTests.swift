import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ItemDelivery

/// A file system of a few megabytes, for as long as the value lives.
private final class SmallDisk {
    let folder: URL
    private var ballast: URL { folder.appending(path: "ballast") }

    /// Nil where nobody may mount one.
    init?(megabytes: Int) {
        folder = FileManager.default.temporaryDirectory.appending(path: "crier-disk-\(UUID().uuidString)")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        guard mount("tmpfs", folder.path, "tmpfs", 0, "size=\(megabytes)m") == 0 else {
            try? FileManager.default.removeItem(at: folder)
            return nil
        }
    }

    deinit {
        umount2(folder.path, Int32(MNT_DETACH))
        try? FileManager.default.removeItem(at: folder)
    }

    static var isPossible: Bool { geteuid() == 0 && SmallDisk(megabytes: 1) != nil }

    /// Not a byte is left.
    func fill() throws {
        guard let file = fopen(ballast.path, "a") else { throw CocoaError(.fileWriteUnknown) }
        defer { fclose(file) }
        setvbuf(file, nil, _IONBF, 0)
        let block = [UInt8](repeating: 1, count: 4_096)
        while fwrite(block, 1, block.count, file) == block.count {}
    }

    func empty() throws { try FileManager.default.removeItem(at: ballast) }
}

/// Needs the right to mount; elsewhere it is skipped.
@Suite(.enabled(if: SmallDisk.isPossible, "needs the right to mount a small file system"))
struct FullDiskTests {
    @Test func `what was confirmed on a full disk is not sent again, the rest waits, and all goes on with room`()
        async throws
    {
        let disk = try #require(SmallDisk(megabytes: 4))
        let store = try Store.open(path: disk.folder.appending(path: "test.sqlite3").path)
        let house = try await DeliveryHarness(store: store)
        let (_, feed, address) = try await house.follower()
        try await house.publish(["One"], in: feed)
        house.network.hold()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { _ = await house.worker.deliverDue() }
            try await waitUntil("it is on the wire") { house.network.heldCount == 1 }
            try disk.fill()
            house.network.release()
            try await group.waitForAll()
        }
        #expect(house.network.arrived.count == 1)
        #expect(try await store.openMessages(to: address).count == 1)
        await #expect(throws: StorageError.self) { try await house.publish(["Two"], in: feed) }
        house.time.advance(by: 120)
        _ = await house.worker.deliverDue()
        #expect(house.network.attempts.count == 1)

        try disk.empty()
        try await house.publish(["Two"], in: feed)
        house.time.advance(by: 120)
        _ = await house.worker.deliverDue()
        #expect(try await store.openMessages(to: address).isEmpty)
        #expect(house.network.arrived.map(\.text).count { $0.contains("One") } == 1)
        #expect(house.network.arrived.count { $0.text.contains("Two") } == 1)
        #expect(house.network.attempts.count == 2)
    }
}
