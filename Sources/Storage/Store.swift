import GRDB
import NewsModel

/// The database, for as long as the process lives.
///
/// Every method is one transaction. What is read is stale as soon as it is read; rules that must hold
/// are kept by constraints and inside writes.
package struct Store: Sendable {
    let database: any DatabaseWriter
    let nudges: ChangeNudges
    /// Where the file is; nil for a database in memory.
    let path: String?
    private let currentLimits = Replaceable(StorageLimits())
    private let currentMuting = Replaceable(MutingOptions())
    private let roomBook = DiskRoomBook()

    /// What the operator allows, for all copies of this value; another process with the same file has its own.
    package var limits: StorageLimits {
        get { currentLimits.value }
        nonmutating set { currentLimits.value = newValue }
    }

    /// What mutes may ask for, for all copies of this value.
    package var muting: MutingOptions {
        get { currentMuting.value }
        nonmutating set { currentMuting.value = newValue }
    }

    /// How writes have fared with the room on the disk since the start.
    package var diskRoom: DiskRoom { roomBook.room }

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
            throw failure(error)
        }
    }

    func write<Value: Sendable>(_ work: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        do {
            let (value, hasChanged) = try await database.write { db in
                let before = db.totalChangesCount
                return (try work(db), db.totalChangesCount > before)
            }
            // What changes nothing needs no room.
            if hasChanged { roomBook.noteChange() }
            return value
        } catch let error as DatabaseError {
            throw failure(error)
        }
    }

    private func failure(_ error: DatabaseError) -> StorageError {
        let error = StorageError(error)
        if case .diskFull(let reason) = error { roomBook.noteRefusal(reason) }
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
