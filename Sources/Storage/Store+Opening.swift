import Foundation
import GRDB

extension Store {
    /// Opens or creates the database file and brings its schema up to date.
    ///
    /// Other processes may hold the same file. Throws `StorageError`.
    package static func open(path: String) throws -> Store {
        do {
            var configuration = configuration()
            let checkpoints = LogCheckpoints(path: path)
            // The configuration, and so the object, lives as long as each connection.
            configuration.prepareDatabase { db in
                if db.configuration.readonly {
                    // In KiB: the inner pages of the indices of a million articles.
                    try db.execute(sql: "PRAGMA cache_size = -8192")
                } else {
                    checkpoints.replaceAutomatic(of: db)
                }
            }
            let pool = try DatabasePool(path: path, configuration: configuration)
            // With `synchronous = NORMAL` a power cut can lose the last commits, and with them the record of sent
            // messages. The cache (in KiB) holds a transaction of many feeds.
            try pool.writeWithoutTransaction {
                try $0.execute(
                    sql: "PRAGMA synchronous = FULL; PRAGMA cache_size = -16384; PRAGMA secure_delete = ON"
                )
            }
            let store = try Store(migrating: pool, path: path)
            // Statements keep what they must be able to undo in memory, not in files. Migrations undo far more.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA temp_store = MEMORY") }
            return store
        } catch let error as DatabaseError {
            throw StorageError.cannotOpen(path: path, reason: error.message ?? error.description)
        }
    }

    /// Gives back the pages of the file that are kept in memory, as soon as nobody reads or writes.
    package func releaseMemory() { (database as? DatabasePool)?.releaseMemoryEventually() }

    /// A database in memory, which runs the same code as a file.
    ///
    /// The migrations run once for all of them; each is a copy of an empty database, or of another store.
    package static func inMemory(copying other: Store? = nil) throws -> Store {
        let database = try DatabaseQueue(configuration: configuration())
        try (other?.database ?? emptyDatabase.get()).backup(to: database)
        return Store(database: database, path: nil)
    }

    private static let emptyDatabase = Result {
        let database = try DatabaseQueue(configuration: configuration())
        try Migrations.apply(to: database, path: ":memory:")
        return database
    }

    /// Writes a consistent copy to a new file while the program runs.
    ///
    /// Throws `StorageError` if the file exists.
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
        configuration.prepareDatabase { db in
            db.add(tokenizer: ArticleTokenizer.self)
            try ArticleRank.add(to: db)
        }
        return configuration
    }
}
