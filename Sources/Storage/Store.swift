import GRDB
import NewsModel

/// The open database.
///
/// Every method is one transaction. A value may be outdated as soon as it was read, so rules that must hold are checked
/// by constraints and inside writes.
package struct Store: Sendable {
    let database: any DatabaseWriter
    let signals: ChangeSignals
    /// The path of the file; nil for a database in memory.
    let path: String?
    private let currentLimits = Replaceable(StorageLimits())
    private let currentMuting = Replaceable(MutingOptions())
    private let diskSpaceCounter = DiskSpaceCounter()
    let articleFeeds = ArticleFeeds()
    /// What this store changes is recorded here; nil for changes that nobody can undo.
    var changes: ChangeRecording?

    /// The operator's limits.
    ///
    /// All copies of this value share them; another process with the same file has its own.
    package var limits: StorageLimits {
        get { currentLimits.value }
        nonmutating set { currentLimits.value = newValue }
    }

    /// The limits of mutes.
    ///
    /// All copies of this value share them.
    package var muting: MutingOptions {
        get { currentMuting.value }
        nonmutating set { currentMuting.value = newValue }
    }

    /// Whether writes have failed since the start because the disk was full.
    package var diskSpace: DiskSpace { diskSpaceCounter.space }

    /// `path` is nil for a database in memory.
    init(migrating database: any DatabaseWriter, path: String?) throws {
        try Migrations.apply(to: database, path: path ?? ":memory:")
        self.init(database: database, path: path)
    }

    /// The schema must be up to date.
    init(database: any DatabaseWriter, path: String?) {
        self.database = database
        self.signals = ChangeSignals()
        self.path = path
        database.add(transactionObserver: articleFeeds, extent: .databaseLifetime)
    }

    func read<Value: Sendable>(_ work: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        do {
            return try await database.read(work)
        } catch let error as DatabaseError {
            throw failure(error)
        }
    }

    func write<Value: Sendable>(_ work: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        let changes = changes
        do {
            let (value, hasChanged) = try await database.write { db in
                if let changes { return try ChangeJournal(db: db).record(changes, work) }
                let before = db.totalChangesCount
                return (try work(db), db.totalChangesCount > before)
            }
            // A write without changes needs no disk space, so its success proves nothing.
            if hasChanged { diskSpaceCounter.countChange() }
            return value
        } catch let error as DatabaseError {
            throw failure(error)
        }
    }

    /// Like `write`, but does not wait for the disk, so a power failure may undo it.
    ///
    /// For data that nobody misses, such as the list that a number refers to. The next `write` makes it durable too:
    /// both append to one log.
    func writeLightly<Value: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        do {
            let (value, hasChanged) = try await database.writeWithoutTransaction { db in
                let before = db.totalChangesCount
                try db.execute(sql: "PRAGMA synchronous = NORMAL")
                let result = Result { try Self.transaction(work, in: db) }
                try db.execute(sql: "PRAGMA synchronous = FULL")
                return (try result.get(), db.totalChangesCount > before)
            }
            if hasChanged { diskSpaceCounter.countChange() }
            return value
        } catch let error as DatabaseError {
            throw failure(error)
        }
    }

    private static func transaction<Value>(_ work: (Database) throws -> Value, in db: Database) throws -> Value {
        try db.beginTransaction(.immediate)
        do {
            let value = try work(db)
            try db.commit()
            return value
        } catch {
            // SQLite ends the transaction itself after some errors.
            if db.isInsideTransaction { try db.rollback() }
            throw error
        }
    }

    private func failure(_ error: DatabaseError) -> StorageError {
        let error = StorageError(error)
        if case .diskFull(let reason) = error { diskSpaceCounter.countRefusal(reason) }
        return error
    }
}

extension StorageError {
    init(_ error: DatabaseError) {
        let reason = error.message ?? "SQLite result \(error.extendedResultCode.rawValue)"
        switch error.resultCode {
        case .SQLITE_FULL: self = .diskFull(reason: reason)
        case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE: self = .diskFull(reason: reason)
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_IOERR, .SQLITE_NOMEM, .SQLITE_INTERRUPT:
            self = .temporary(reason: reason)
        default:
            self = .refused(reason: reason)
        }
    }
}
