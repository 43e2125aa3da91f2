import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

@Suite(.timed) struct OpeningTests {
    private func withFile(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "crier-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.appending(path: "test.sqlite3").path)
    }

    @Test func `every commit reaches the disk, and constraints hold`() async throws {
        try await withFile { path in
            let store = try Store.open(path: path)
            let pragmas = try await store.database.writeWithoutTransaction { db in
                try ["synchronous", "foreign_keys", "journal_mode"].map {
                    try String.fetchOne(db, sql: "PRAGMA \($0)") ?? ""
                }
            }
            #expect(pragmas == ["2", "1", "wal"])
        }
    }

    @Test func `after a write that does not wait for the disk the next ones wait again`() async throws {
        struct Failure: Error {}
        try await withFile { path in
            let store = try Store.open(path: path)
            func synchronous() async throws -> Int? {
                try await store.database.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
            }
            let inside = try await store.writeLightly { db in
                try db.execute(sql: "INSERT INTO usage (day, name, count) VALUES ('d', 'kept', 1)")
                return try Int.fetchOne(db, sql: "PRAGMA synchronous")
            }
            #expect(inside == 1)
            #expect(try await synchronous() == 2)
            await #expect(throws: Failure.self) {
                try await store.writeLightly { db in
                    try db.execute(sql: "INSERT INTO usage (day, name, count) VALUES ('d', 'undone', 1)")
                    throw Failure()
                }
            }
            #expect(try await synchronous() == 2)
            let names = try await store.read { try String.fetchAll($0, sql: "SELECT name FROM usage") }
            #expect(names == ["kept"])
        }
    }

    @Test func `what was stored is there after a restart`() async throws {
        try await withFile { path in
            let alice = try await Store.open(path: path).sampleProfile("alice")
            #expect(try await Store.open(path: path).profile(for: .sample("alice")) == alice)
        }
    }

    @Test func `a database of a newer crier is refused and left alone`() async throws {
        try await withFile { path in
            let store = try Store.open(path: path)
            try await store.write { db in
                try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('9999-from-the-future')")
            }
            #expect(throws: StorageError.databaseIsNewer(path: path)) { try Store.open(path: path) }
        }
    }

    @Test func `the log of a migration occupies no disk space after it`() async throws {
        try await withFile { path in
            let pool = try DatabasePool(path: path, configuration: Store.configuration())
            try Migrations.migrator().migrate(pool, upTo: "0080-breaking-alerts")
            func logSize() throws -> Int {
                try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int ?? -1
            }
            #expect(try logSize() > 0)
            let store = try Store.open(path: path)
            #expect(try logSize() == 0)
            // Nothing is left to do, so the log is left alone.
            _ = try await store.sampleProfile("alice")
            let used = try logSize()
            #expect(used > 0)
            _ = try Store.open(path: path)
            #expect(try logSize() == used)
        }
    }

    @Test func `a path that cannot be opened is said`() {
        #expect(throws: StorageError.self) { try Store.open(path: "/nonexistent/folder/x.sqlite3") }
    }

    @Test func `another process's writes are noticed once`() async throws {
        try await withFile { path in
            let (ours, theirs) = (try Store.open(path: path), try Store.open(path: path))
            #expect(try await ours.changedElsewhere() == false)
            _ = try await ours.sampleProfile("own")
            #expect(try await ours.changedElsewhere() == false)
            _ = try await theirs.sampleProfile("alice")
            #expect(try await ours.changedElsewhere())
            #expect(try await ours.changedElsewhere() == false)
        }
    }

    @Test func `a backup is a whole database`() async throws {
        try await withFile { path in
            let store = try Store.open(path: path)
            let feed = try await store.sampleFeed()
            try await store.sampleRefresh(feed, [.sample("Storm")])
            try await store.backup(to: path + ".copy")
            let copy = try Store.open(path: path + ".copy")
            #expect(try await copy.searchArticles(words: "storm", in: .shown(to: nil), limit: 5).count == 1)
            await #expect(throws: StorageError.self) { try await store.backup(to: path + ".copy") }
        }
    }
}
