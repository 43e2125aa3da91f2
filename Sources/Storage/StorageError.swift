package import NewsModel

/// An error of the database.
package enum StorageError: Error, Hashable, Sendable {
    /// The file was written by a newer version of crier and must not be changed.
    case databaseIsNewer(path: String)
    case cannotOpen(path: String, reason: String)
    /// The lock was held too long, or an I/O error: the same call may work later.
    case temporary(reason: String)
    /// The disk is full and nothing was changed; the same call works when there is space.
    case diskFull(reason: String)
    /// A new feed cannot be added because of a storage limit.
    case noSpace(StorageShortage)
    /// SQLite refused; a retry will not help.
    case refused(reason: String)
    /// A row that the call needs does not exist.
    case noSuchRow(table: String, id: Int64)
    /// A column has a value that no version of the program stores.
    case damaged(table: String, column: String, value: String)

    package static func noRow(_ id: some RowIdentifier, in table: String) -> StorageError {
        .noSuchRow(table: table, id: id.rawValue)
    }

    package var isTemporary: Bool {
        switch self {
        case .temporary, .diskFull: true
        case .databaseIsNewer, .cannotOpen, .noSpace, .refused, .noSuchRow, .damaged: false
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
        case .noSpace(let shortage): "no space for a new feed: \(shortage)"
        case .noSuchRow(let table, let id): "no row \(id) in \(table)"
        case .damaged(let table, let column, let value): "the database is damaged: \(table).\(column) is '\(value)'"
        }
    }
}
