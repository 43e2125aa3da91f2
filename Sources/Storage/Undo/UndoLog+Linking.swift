import GRDB
import NewsModel

/// What can still be undone when two profiles become one.
extension UndoLog {
    /// Moves the changes of a profile to the one that it becomes part of; call it before their rows are merged.
    ///
    /// Undo must not put into the one's rows what the other had. A row with an id of its own, such as a subscription,
    /// stays the same row, so changes of it move along. Of settings, categories, saved articles and marks the two have
    /// one row afterwards: the source's changes of these are forgotten, and the target's where the source has the same
    /// row.
    func link(_ source: RecipientID, to target: RecipientID) throws {
        try forget(of: source) { $0.table.key != ["id"] }
        try forget(of: target) { try !$0.key.isEmpty && $0.table.key != ["id"] && isThere($0, of: source) }
        try db.execute(sql: "UPDATE ownChange SET recipientID = ? WHERE recipientID = ?", arguments: [target, source])
    }

    private func forget(of owner: RecipientID, where isForgotten: (RowChange) throws -> Bool) throws {
        let entries = try Row.fetchAll(
            db,
            sql: """
                SELECT id, changes FROM ownChange
                WHERE recipientID = ? AND undoneAt IS NULL AND changes IS NOT NULL
                """,
            arguments: [owner]
        )
        for entry in entries {
            guard let rows = StoredJSON.value([RowChange].self, from: entry[1]) else { continue }
            let left = try rows.filter { try !isForgotten($0) }
            guard left.count < rows.count else { continue }
            let id: Int64 = entry[0]
            if left.isEmpty {
                try db.execute(sql: "DELETE FROM ownChange WHERE id = ?", arguments: [id])
            } else {
                try keep(left, of: id)
            }
        }
    }

    private func isThere(_ row: RowChange, of owner: RecipientID) throws -> Bool {
        let keys = row.table.key.map { " AND \($0) = ?" }.joined()
        return try Row.fetchOne(
            db,
            sql: "SELECT 1 FROM \(row.table.rawValue) WHERE \(row.table.owner) = ?\(keys)",
            arguments: [owner] + StatementArguments(row.key)
        ) != nil
    }
}
