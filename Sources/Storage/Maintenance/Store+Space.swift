package import Foundation
import GRDB
package import NewsModel

/// How much room there is, in bytes.
package struct StorageSpace: Hashable, Sendable {
    /// What the database holds, without what was deleted and will be used again.
    package var used: Int64
    /// What it may still write; nil where there is no disk.
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

    /// Why no feed that is new to the database is taken in at this moment; nil when there is room.
    package func shortage() async throws -> StorageShortage? {
        let space = try await space()
        if space.used >= limits.databaseBytes { return .ceiling(used: space.used, limit: limits.databaseBytes) }
        if let free = space.free, free < limits.freeBytes { return .disk(free: free, needed: limits.freeBytes) }
        return nil
    }

    /// Bytes of the feeds that count for somebody.
    package func paidBytes(by maker: Maker) async throws -> Int64 {
        try await read { db in try Self.paidBytes(by: maker.mark(in: db), in: db) }
    }

    static func paidBytes(by mark: MakerMark, in db: Database) throws -> Int64 {
        let statement = try db.cachedStatement(
            sql: "SELECT coalesce(sum(bytes), 0) FROM feed WHERE paidBy IN \(MakerMark.together) AND isHouse = 0"
        )
        return try Int64.fetchOne(statement, arguments: ["mark": mark.rawValue]) ?? 0
    }

    /// Throws `StorageError.noRoom` where a feed that is new cannot be taken in for somebody.
    func checkRoom(for maker: Maker?) async throws {
        if let shortage = try await shortage() { throw StorageError.noRoom(shortage) }
        guard let maker else { return }
        let limits = limits
        let used = try await read { db in try limits.burden(of: maker.mark(in: db), in: db) }
        guard used < limits.personBytes else {
            throw StorageError.noRoom(.person(used: used, limit: limits.personBytes))
        }
    }

    /// What the file system lets us write; nil when it does not say.
    private static func freeBytes(at path: String) -> Int64? {
        let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
        let facts = try? FileManager.default.attributesOfFileSystem(forPath: folder)
        return (facts?[.systemFreeSize] as? NSNumber)?.int64Value
    }
}

extension Store {
    /// Tells the operators, at the account where each was seen last and once a day, that no new feed is taken in.
    ///
    /// How many were told now.
    @discardableResult
    package func tellOperators(of shortage: StorageShortage, at time: Date) async throws -> Int {
        let operators = limits.operators
        let told = try await write { db in
            var profiles: Set<Int64> = []
            for identity in operators {
                let profile = try Int64.fetchOne(
                    db,
                    sql: "SELECT profileID FROM identity WHERE network = ? AND account = ?",
                    arguments: [identity.network, identity.account]
                )
                if let profile { profiles.insert(profile) }
            }
            let queue = try NoticeQueue(.storageShort(shortage), at: time)
            var told = 0
            for profile in profiles where try !Self.wasTold(profile, since: time - 86_400, in: db) {
                try queue.add(for: ProfileID(rawValue: profile), in: db)
                told += 1
            }
            return told
        }
        if told > 0 { nudges.nudge(.deliveries) }
        return told
    }

    private static func wasTold(_ profile: Int64, since time: Date, in db: Database) throws -> Bool {
        try Row.fetchAll(
            db,
            sql: "SELECT kind, payload FROM delivery WHERE recipientID = ? AND kind = 'notice' AND createdAt > ?",
            arguments: [profile, time.unixSeconds]
        ).contains { row in
            if case .notice(.storageShort)? = DeliveryPayload(row: row) { true } else { false }
        }
    }
}
