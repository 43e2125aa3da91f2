/// What can go wrong with the database.
package enum StorageError: Error, Hashable, Sendable {
    /// The file was written by a newer crier; this one must not touch it.
    case databaseIsNewer(path: String)
    case cannotOpen(path: String, reason: String)
    /// Full disk, lock held too long, I/O: the same call may work later.
    case temporary(reason: String)
    /// SQLite refused; a repeat will not help.
    case refused(reason: String)
    /// Something was asked of a row that is not there.
    case noSuchRow(table: String, id: Int64)

    package var isTemporary: Bool {
        if case .temporary = self { true } else { false }
    }
}

extension StorageError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .databaseIsNewer(let path): "\(path) was written by a newer version"
        case .cannotOpen(let path, let reason): "\(path): \(reason)"
        case .temporary(let reason), .refused(let reason): reason
        case .noSuchRow(let table, let id): "no row \(id) in \(table)"
        }
    }
}
