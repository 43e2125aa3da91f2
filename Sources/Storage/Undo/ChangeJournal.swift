import Foundation
import GRDB
import NewsModel

/// Collects what a transaction changes in the watched tables.
///
/// Temporary triggers of the writing connection note each changed row, whatever statement changes it, while a recording
/// is on. The notes belong to the transaction: if it fails, they are gone.
struct ChangeJournal {
    let db: Database

    /// Runs the work of a transaction and records its changes; returns whether it changed anything.
    func record<Value>(
        _ changes: ChangeRecording,
        _ work: (Database) throws -> Value
    ) throws -> (Value, Bool) {
        try prepare()
        try db.executeCached(sql: "INSERT INTO changeRecording DEFAULT VALUES", arguments: [])
        let before = db.totalChangesCount
        let value = try work(db)
        let hasChanged = db.totalChangesCount > before
        try db.executeCached(sql: "DELETE FROM changeRecording", arguments: [])
        if hasChanged {
            for (owner, rows) in try takeRows() {
                try UndoLog(db: db, time: changes.time).add(rows, of: owner, for: changes)
            }
        }
        return (value, hasChanged)
    }

    private func takeRows() throws -> [(owner: RecipientID, rows: [RowChange])] {
        let noted = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT tableName, ownerID, rowKey, old, new FROM changedRow ORDER BY id")
        )
        guard !noted.isEmpty else { return [] }
        try db.executeCached(sql: "DELETE FROM changedRow", arguments: [])
        var owners: [RecipientID] = []
        var changes: [RecipientID: [RowChange]] = [:]
        for row in noted {
            guard let table = WatchedTable(rawValue: row[0]) else { continue }
            let owner: RecipientID = row[1]
            if changes[owner] == nil { owners.append(owner) }
            let change = RowChange(
                table: table,
                key: StoredJSON.value([StoredColumn].self, from: row[2]) ?? [],
                old: StoredJSON.value(RowImage.self, from: row[3]),
                new: StoredJSON.value(RowImage.self, from: row[4])
            )
            changes[owner, default: []].append(change)
        }
        return owners.map { ($0, changes[$0] ?? []) }
    }

    // MARK: - Triggers

    /// Creates the tables and triggers when the connection records for the first time.
    private func prepare() throws {
        let isThere = try db.cachedStatement(sql: "SELECT 1 FROM sqlite_temp_master WHERE name = 'changedRow'")
        guard try Row.fetchOne(isThere) == nil else { return }
        try db.execute(
            sql: """
                CREATE TEMP TABLE changeRecording (id INTEGER PRIMARY KEY);
                CREATE TEMP TABLE changedRow (id INTEGER PRIMARY KEY, tableName TEXT NOT NULL, ownerID INTEGER NOT NULL,
                    rowKey TEXT NOT NULL, old TEXT, new TEXT);
                """
        )
        for table in WatchedTable.allCases { try watch(table) }
    }

    private func watch(_ table: WatchedTable) throws {
        let columns = try table.columns(in: db)
        func note(_ event: String, _ row: String, _ old: String, _ new: String, when condition: String? = nil) -> String
        {
            """
            CREATE TEMP TRIGGER note\(event)Of\(table.rawValue) AFTER \(event) ON main.\(table.rawValue)
            WHEN EXISTS (SELECT 1 FROM changeRecording)\(condition.map { " AND (\($0))" } ?? "") BEGIN
                INSERT INTO changedRow (tableName, ownerID, rowKey, old, new)
                VALUES ('\(table.rawValue)', \(row).\(table.owner), \(table.keyList(of: row)), \(old), \(new));
            END
            """
        }
        let (old, new) = (table.image(of: "OLD", columns), table.image(of: "NEW", columns))
        if !table.isFixed {
            try db.execute(sql: note("INSERT", "NEW", "NULL", new))
            try db.execute(sql: note("DELETE", "OLD", old, "NULL"))
        }
        let chosen = table.facets.flatMap(\.self)
        guard !chosen.isEmpty else { return }
        let differs = chosen.map { "\(table.value($0, of: "OLD")) IS NOT \(table.value($0, of: "NEW"))" }
        try db.execute(sql: note("UPDATE", "NEW", old, new, when: differs.joined(separator: " OR ")))
    }
}

extension WatchedTable {
    /// All columns but the owner's.
    func columns(in db: Database) throws -> [String] {
        try db.columns(in: rawValue).map(\.name).filter { $0 != owner }
    }
}
