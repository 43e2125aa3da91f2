import Foundation
import GRDB

extension Store {
    /// Opens or creates the database file and brings its schema up to date.
    ///
    /// Other processes may hold the same file. Throws `StorageError`.
    package static func open(path: String) throws -> Store {
        do {
            let pool = try DatabasePool(path: path, configuration: configuration())
            // WAL's usual NORMAL loses the last commits at a power cut, and with them what was told.
            // A transaction of many feeds fits the writer's cache (kibibytes), and each checkpoint copies what many wrote.
            try pool.writeWithoutTransaction {
                try $0.execute(
                    sql: "PRAGMA synchronous = FULL; PRAGMA cache_size = -6144; PRAGMA wal_autocheckpoint = 4000"
                )
            }
            return try Store(migrating: pool, path: path)
        } catch let error as DatabaseError {
            throw StorageError.cannotOpen(path: path, reason: error.message ?? error.description)
        }
    }

    /// A database that lives as long as the value, through the same code as the file.
    package static func inMemory() throws -> Store {
        try Store(migrating: DatabaseQueue(configuration: configuration()), path: memoryPath)
    }

    /// Writes a consistent copy while everything runs.
    ///
    /// An existing file is an error.
    package func backup(to path: String) async throws {
        guard !FileManager.default.fileExists(atPath: path) else {
            throw StorageError.cannotOpen(path: path, reason: "The file exists.")
        }
        do {
            try await database.writeWithoutTransaction { db in
                try db.execute(sql: "VACUUM INTO ?", arguments: [path])
            }
        } catch let error as DatabaseError {
            throw StorageError.cannotOpen(path: path, reason: error.message ?? error.description)
        }
    }

    static func configuration() -> Configuration {
        var configuration = Configuration()
        // GRDB's default fails at once when another process writes.
        configuration.busyMode = .timeout(5)
        configuration.maximumReaderCount = 2
        configuration.foreignKeysEnabled = true
        configuration.prepareDatabase { db in db.add(tokenizer: ArticleTokenizer.self) }
        return configuration
    }
}
