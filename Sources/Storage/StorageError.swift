/// What can go wrong with the database.
package enum StorageError: Error, Hashable, Sendable {
    /// The file was written by a newer crier; this one must not touch it.
    case databaseIsNewer(path: String)
    case cannotOpen(path: String, reason: String)
    /// Lock held too long, I/O: the same call may work later.
    case temporary(reason: String)
    /// Nothing was changed, for there is no room for it; the same call works when there is.
    case diskFull(reason: String)
    /// A feed that is new cannot be taken in.
    case noRoom(StorageShortage)
    /// SQLite refused; a repeat will not help.
    case refused(reason: String)
    /// Something was asked of a row that is not there.
    case noSuchRow(table: String, id: Int64)

    package var isTemporary: Bool {
        switch self {
        case .temporary, .diskFull: true
        case .databaseIsNewer, .cannotOpen, .noRoom, .refused, .noSuchRow: false
        }
    }
}

extension StorageError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .databaseIsNewer(let path): "\(path) was written by a newer version"
        case .cannotOpen(let path, let reason): "\(path): \(reason)"
        case .temporary(let reason), .refused(let reason): reason
        case .diskFull(let reason): "\(reason): free some space where the database is; nothing else has to be done"
        case .noRoom(let shortage): "no room for a new feed: \(shortage)"
        case .noSuchRow(let table, let id): "no row \(id) in \(table)"
        }
    }
}
