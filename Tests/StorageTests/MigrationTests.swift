import Foundation
import GRDB
import Testing

@testable import Storage

@Suite struct MigrationTests {
    /// The steps that have shipped: lines are added at the end, never changed.
    private static let shipped = [
        "0001-people", "0002-feeds", "0003-wishes", "0004-ledger", "0005-reading", "0006-rooms",
        "0007-change-counters",
    ]

    @Test func `the catalogue's step comes after the first schema`() {
        #expect(Migrations.migrator().migrations.contains("0010-catalogue"))
    }

    @Test func `the list of migrations only grows`() {
        #expect(Array(Migrations.migrator().migrations.prefix(Self.shipped.count)) == Self.shipped)
    }

    @Test func `the first schema is as it shipped`() throws {
        let database = try DatabaseQueue(configuration: Store.configuration())
        try Migrations.migrator().migrate(database, upTo: "0007-change-counters")
        #expect(try database.read(Self.schema) == FrozenSchema.afterStep0007)
    }

    @Test func `a database of the first schema is brought up to date`() throws {
        let database = try DatabaseQueue(configuration: Store.configuration())
        try database.write { try $0.execute(sql: FrozenSchema.afterStep0007) }
        try database.write { db in
            try db.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
            for step in Self.shipped {
                try db.execute(sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: [step])
            }
        }
        _ = try Store(migrating: database, path: ":memory:")
        #expect(try database.read(Self.schema) == Store.inMemory().database.read(Self.schema))
    }

    private static func schema(_ db: Database) throws -> String {
        try String.fetchAll(
            db,
            sql: """
                SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'
                    AND name NOT LIKE 'articleText\\_%' ESCAPE '\\' AND name <> 'grdb_migrations'
                ORDER BY type = 'trigger', type = 'index', rowid
                """
        ).joined(separator: ";\n\n") + ";\n"
    }
}
