import GRDB

/// The database, for as long as the process lives.
///
/// Every method is one transaction. What is read is stale as soon as it is read; rules that must hold
/// are kept by constraints and inside writes.
package struct Store: Sendable {
    let database: any DatabaseWriter
    let nudges: ChangeNudges
    package var muting = MutingOptions()
    /// Where the file is; nil for a database in memory.
    let path: String?
    /// What the operator allows; the others who hold the same file have their own.
    package var limits = StorageLimits()

    static let memoryPath = ":memory:"

    init(migrating database: any DatabaseWriter, path: String) throws {
        try Migrations.apply(to: database, path: path)
        self.database = database
        self.nudges = ChangeNudges()
        self.path = path == Self.memoryPath ? nil : path
    }

    func read<Value: Sendable>(_ work: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        do {
            return try await database.read(work)
        } catch let error as DatabaseError {
            throw StorageError(error)
        }
    }

    func write<Value: Sendable>(_ work: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        do {
            return try await database.write(work)
        } catch let error as DatabaseError {
            throw StorageError(error)
        }
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
