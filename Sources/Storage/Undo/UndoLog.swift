import Foundation
import GRDB
import NewsModel

/// The changes of each owner that can be undone, for a day: what each command did to which rows.
struct UndoLog {
    let db: Database
    let time: Date

    /// How many changes of an owner can be undone.
    static let mostChanges = 10
    /// How many are remembered, with those that were undone, so that a reply to their answers finds out.
    private static let mostKept = 30
    /// The bytes of one change; a larger one cannot be undone.
    private static let mostBytes = 400_000
    /// The bytes of all changes of an owner.
    private static let mostBytesTogether = 1_000_000

    static func oldest(at time: Date) -> Int64 { time.unixSeconds - Int64(Store.undoHours) * 3_600 }

    /// Adds rows to the entry of a command.
    func add(_ rows: [RowChange], of owner: RecipientID, for changes: ChangeRecording) throws {
        let isThere = try db.cachedStatement(sql: "SELECT 1 FROM recipient WHERE id = ?")
        guard try Row.fetchOne(isThere, arguments: [owner]) != nil else { return }
        if !changes.hasRows(of: owner) {
            let known = try Row.fetchOne(
                db.cachedStatement(sql: "SELECT changes FROM ownChange WHERE recipientID = ? AND command = ?"),
                arguments: [owner, changes.command]
            )
            if let known { _ = changes.add(StoredJSON.value([RowChange].self, from: known[0]) ?? [], of: owner) }
        }
        guard let all = changes.add(rows, of: owner) else { return }
        try store(all, of: owner, for: changes)
    }

    /// Stores all rows of a command's entry.
    func store(_ rows: [RowChange], of owner: RecipientID, for changes: ChangeRecording) throws {
        let known = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT id, changes IS NULL FROM ownChange WHERE recipientID = ? AND command = ?"),
            arguments: [owner, changes.command]
        )
        // What was too large once has lost its beginning.
        if let known, known[1] { return }
        if let known { try db.execute(sql: "DELETE FROM ownChange WHERE id = ?", arguments: [known[0] as Int64]) }
        let all = RowChange.joined(rows)
        guard !all.isEmpty else { return }
        changes.noteChange(of: owner)
        let text = try StoredJSON.text(all)
        let isTooLarge = text.utf8.count > Self.mostBytes
        try db.execute(
            sql: """
                INSERT INTO ownChange (recipientID, command, lines, changes, bytes, madeAt)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                owner, changes.command, changes.lines, isTooLarge ? nil : text, isTooLarge ? 0 : text.utf8.count,
                changes.time.unixSeconds,
            ]
        )
        try prune(owner)
    }

    /// Deletes what can no longer be undone.
    func pruneOld() throws {
        try db.execute(sql: "DELETE FROM ownChange WHERE madeAt <= ?", arguments: [Self.oldest(at: time)])
    }

    private func prune(_ owner: RecipientID) throws {
        try pruneOld()
        let rows = try Row.fetchAll(
            db,
            sql: "SELECT id, bytes, undoneAt IS NULL FROM ownChange WHERE recipientID = ? ORDER BY id DESC",
            arguments: [owner]
        )
        var (bytes, open) = (0, 0)
        for (index, row) in rows.enumerated() {
            bytes += row[1]
            if row[2] { open += 1 }
            guard index >= Self.mostKept || open > Self.mostChanges || bytes > Self.mostBytesTogether, index > 0 else {
                continue
            }
            try db.execute(sql: "DELETE FROM ownChange WHERE id = ?", arguments: [row[0] as Int64])
        }
    }

    /// Keeps what of a change is still to be undone; with nothing left it counts as undone.
    func keep(_ rows: [RowChange], of change: Int64) throws {
        let text = try StoredJSON.text(rows)
        try db.execute(
            sql: "UPDATE ownChange SET changes = ?, bytes = ?, undoneAt = ? WHERE id = ?",
            arguments: rows.isEmpty ? ["[]", 2, time.unixSeconds, change] : [text, text.utf8.count, nil, change]
        )
    }
}
