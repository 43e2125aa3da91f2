import Foundation
import Testing

@testable import Storage

/// One process runs the bot on a database.
@Suite struct DatabaseLockTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "crier-lock-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func path(_ name: String) -> String { folder.appending(path: name).path() }

    private func taken(_ outcome: DatabaseLock.Outcome) -> DatabaseLock? {
        if case .taken(let lock) = outcome { lock } else { nil }
    }

    private func holder(_ outcome: DatabaseLock.Outcome) -> Int? {
        if case .held(let process) = outcome { process } else { nil }
    }

    @Test func `a second process is refused, and told which has it, until the first ends`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = try #require(taken(DatabaseLock.take(forDatabase: path("a.sqlite3"))))
        #expect(holder(DatabaseLock.take(forDatabase: path("a.sqlite3"))) == Int(getpid()))
        #expect(taken(DatabaseLock.take(forDatabase: path("b.sqlite3"))) != nil)
        first.release()
        #expect(taken(DatabaseLock.take(forDatabase: path("a.sqlite3"))) != nil)
    }

    @Test func `a link to the database is the same database`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let lock = try #require(taken(DatabaseLock.take(forDatabase: path("a.sqlite3"))))
        defer { lock.release() }
        _ = try Store.open(path: path("a.sqlite3"))
        try FileManager.default.createSymbolicLink(atPath: path("link"), withDestinationPath: path("a.sqlite3"))
        #expect(holder(DatabaseLock.take(forDatabase: path("link"))) == Int(getpid()))
    }

    @Test func `the database can be used beside the bot`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let lock = try #require(taken(DatabaseLock.take(forDatabase: path("a.sqlite3"))))
        defer { lock.release() }
        let stores = [try Store.open(path: path("a.sqlite3")), try Store.open(path: path("a.sqlite3"))]
        for store in stores { _ = try await store.defaultFeeds() }
        try await stores[0].backup(to: path("copy.sqlite3"))
    }

    @Test func `where no file can be created there is no lock, and the reason is known`() {
        defer { try? FileManager.default.removeItem(at: folder) }
        guard case .unavailable(let reason) = DatabaseLock.take(forDatabase: path("missing/a.sqlite3")) else {
            Issue.record("A lock in a folder that does not exist.")
            return
        }
        #expect(!reason.isEmpty)
    }
}
