import GRDB

extension Store {
    /// Adds to the anonymous totals of a day (`2026-11-21`, UTC).
    package func addUsage(day: String, counts: [String: Int]) async throws {
        guard !counts.isEmpty else { return }
        try await write { db in
            for (name, count) in counts {
                try db.execute(
                    sql: """
                        INSERT INTO usage (day, name, count) VALUES (?, ?, ?)
                        ON CONFLICT DO UPDATE SET count = count + excluded.count
                        """,
                    arguments: [day, name, count]
                )
            }
        }
    }

    package func usage(day: String) async throws -> [String: Int] {
        try await read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT name, count FROM usage WHERE day = ?", arguments: [day])
            return Dictionary(rows.map { ($0[0], $0[1]) }, uniquingKeysWith: +)
        }
    }
}
