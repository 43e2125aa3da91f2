import Foundation
import GRDB
import Testing

@testable import Storage

@Suite struct LogCheckpointsTests {
    /// How often the log at this path has begun anew: a number in its header (the SQLite file format, section 4.1).
    private func beginnings(ofLogAt path: String) throws -> UInt32 {
        let header = try FileHandle(forReadingFrom: URL(filePath: path + "-wal")).read(upToCount: 16) ?? Data()
        return header.dropFirst(12).reduce(0) { $0 << 8 | UInt32($1) }
    }

    @Test func `a full log is copied beside the writer, and begins anew`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "crier-log-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "crier.sqlite3").path
        let store = try Store.open(path: path)
        try await store.write { db in try db.execute(sql: "CREATE TABLE page (content BLOB)") }
        let first = try beginnings(ofLogAt: path)
        try await store.write { db in try db.execute(sql: "INSERT INTO page VALUES (zeroblob(60000000))") }
        // The log begins anew in the second transaction after it was copied.
        var transactions = 0
        while try beginnings(ofLogAt: path) == first, transactions < 10_000 {
            try await store.write { db in try db.execute(sql: "UPDATE page SET content = content WHERE 0") }
            try await store.write { db in try db.execute(sql: "INSERT INTO page VALUES (zeroblob(1))") }
            transactions += 1
        }
        #expect(try beginnings(ofLogAt: path) > first)
        #expect(
            try await store.read { db in try Int.fetchOne(db, sql: "SELECT max(length(content)) FROM page") }
                == 60_000_000
        )
        #expect(try await store.read { db in try String.fetchOne(db, sql: "PRAGMA integrity_check") } == "ok")
    }
}
