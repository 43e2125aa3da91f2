package import Foundation
import GRDB
package import NewsModel

/// The disk space of the database, in bytes.
package struct StorageSpace: Hashable, Sendable {
    /// The size of the database without free pages, which will be used again.
    package var used: Int64
    /// The free space on the disk and in free pages; nil for a database in memory.
    package var free: Int64?
}

extension Store {
    package func space() async throws -> StorageSpace {
        let path = path
        return try await read { db in
            func pragma(_ name: String) throws -> Int64 { try Int64.fetchOne(db, sql: "PRAGMA \(name)") ?? 0 }
            let page = try pragma("page_size")
            let unused = try pragma("freelist_count") * page
            let free = path.flatMap(Self.freeBytes).map { $0 + unused }
            return StorageSpace(used: try pragma("page_count") * page - unused, free: free)
        }
    }

    /// Why no new feed can be added now; nil when there is enough space.
    package func shortage() async throws -> StorageShortage? {
        let space = try await space()
        if space.used >= limits.databaseBytes { return .ceiling(used: space.used, limit: limits.databaseBytes) }
        if let free = space.free, free < limits.freeBytes { return .disk(free: free, needed: limits.freeBytes) }
        return nil
    }

    /// The bytes of the feeds that a user pays for.
    package func paidBytes(by maker: Maker) async throws -> Int64 {
        try await read { db in try Self.paidBytes(by: maker.mark(in: db), in: db) }
    }

    static func paidBytes(by mark: MakerMark, in db: Database) throws -> Int64 {
        let statement = try db.cachedStatement(
            sql: "SELECT coalesce(sum(bytes), 0) FROM feed WHERE paidBy IN \(MakerMark.together) AND isDefault = 0"
        )
        return try Int64.fetchOne(statement, arguments: ["mark": mark]) ?? 0
    }

    /// Throws `StorageError.noSpace` when a user cannot add a new feed.
    func checkSpace(for maker: Maker?) async throws {
        if let shortage = try await shortage() { throw StorageError.noSpace(shortage) }
        guard let maker else { return }
        let limits = limits
        let used = try await read { db in try limits.burden(of: maker.mark(in: db), in: db) }
        guard used < limits.personBytes else {
            throw StorageError.noSpace(.person(used: used, limit: limits.personBytes))
        }
    }

    /// The free space of the file system; nil when it is unknown.
    private static func freeBytes(at path: String) -> Int64? {
        let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
        let facts = try? FileManager.default.attributesOfFileSystem(forPath: folder)
        return (facts?[.systemFreeSize] as? NSNumber)?.int64Value
    }
}

extension Store {
    /// Queues a notice for each operator, at most once a day, that no new feed can be added.
    ///
    /// It is sent to the account that was seen last. Returns the number of notices.
    @discardableResult
    package func tellOperators(of shortage: StorageShortage, at time: Date) async throws -> Int {
        let operators = limits.operators
        let told = try await write { db in
            var profiles: Set<ProfileID> = []
            for identity in operators {
                let profile = try ProfileID.fetchOne(
                    db,
                    sql: "SELECT profileID FROM identity WHERE network = ? AND account = ?",
                    arguments: [identity.network, identity.account]
                )
                if let profile { profiles.insert(profile) }
            }
            let queue = NoticeQueue(.storageShort(shortage), at: time)
            var told = 0
            for profile in profiles where try !Self.wasTold(profile, since: time - 86_400, in: db) {
                try queue.add(for: profile, in: db)
                told += 1
            }
            return told
        }
        if told > 0 { signals.send(.deliveries) }
        return told
    }

    private static func wasTold(_ profile: ProfileID, since time: Date, in db: Database) throws -> Bool {
        try Row.fetchAll(
            db,
            sql: "SELECT kind, payload FROM delivery WHERE recipientID = ? AND kind = 'notice' AND createdAt > ?",
            arguments: [profile, time.unixSeconds]
        ).contains { row in
            if case .notice(.storageShort)? = DeliveryPayload(row: row) { true } else { false }
        }
    }
}
