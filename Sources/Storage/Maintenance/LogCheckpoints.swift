import Dispatch
import GRDB
import GRDBSQLite
import Synchronization

/// Copies the write-ahead log into the database file on a thread of its own, while the writer goes on.
///
/// SQLite does it in the transaction that fills the log, so that whoever stores something then waits for thousands of
/// pages to be copied and for two disk flushes. Here the writer copies only the few pages that came meanwhile: the log
/// begins anew only when a transaction finds all of it copied.
final class LogCheckpoints: Sendable {
    private enum State {
        case idle
        case copying
        /// All but the last pages are copied.
        case copied
    }

    /// The pages of the log from which it is copied.
    private static let fullLog: Int32 = 16_000
    /// So few pages are left to the writer.
    private static let rest: Int32 = 500
    /// The most rounds of copying, each of what the writer added during the last one.
    private static let mostRounds = 4

    private let path: String
    private let state = Mutex(State.idle)
    private let queue = DispatchQueue(label: "crier.checkpoint", qos: .utility)

    init(path: String) { self.path = path }

    /// Replaces SQLite's own checkpoints on a writing connection, which must not outlive this object.
    func replaceAutomatic(of db: Database) {
        _ = sqlite3_wal_hook(
            db.sqliteConnection,
            { context, connection, _, pages in
                guard let context, let connection else { return SQLITE_OK }
                Unmanaged<LogCheckpoints>.fromOpaque(context).takeUnretainedValue().logHas(pages, connection)
                return SQLITE_OK
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    /// Called after each commit, on the writer's thread.
    private func logHas(_ pages: Int32, _ connection: SQLiteConnection) {
        guard pages >= Self.fullLog else { return }
        let isWriterNeeded = state.withLock { state in
            switch state {
            case .idle:
                state = .copying
                queue.async { [self] in copyLog() }
                return false
            case .copying: return false
            case .copied:
                state = .idle
                return true
            }
        }
        if isWriterNeeded { sqlite3_wal_checkpoint_v2(connection, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil) }
    }

    /// Copies the log on a connection of its own, which occupies memory only meanwhile.
    private func copyLog() {
        defer { state.withLock { $0 = .copied } }
        var opened: SQLiteConnection?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
        defer { sqlite3_close(opened) }
        guard sqlite3_open_v2(path, &opened, flags, nil) == SQLITE_OK, let connection = opened,
            // Without a statement the connection does not know that there is a log.
            sqlite3_exec(connection, "PRAGMA synchronous = FULL; PRAGMA schema_version", nil, nil, nil) == SQLITE_OK
        else { return }
        var (all, copied): (Int32, Int32) = (0, 0)
        for _ in 0..<Self.mostRounds {
            let code = sqlite3_wal_checkpoint_v2(connection, nil, SQLITE_CHECKPOINT_PASSIVE, &all, &copied)
            guard code == SQLITE_OK, all - copied > Self.rest else { return }
        }
    }
}
