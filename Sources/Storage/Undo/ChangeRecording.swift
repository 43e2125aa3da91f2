package import Foundation
import GRDB
package import NewsModel
import Synchronization

/// One command whose changes are recorded, so that `undo` can take them back.
///
/// The transactions of a store that was made with it (`Store.recording`) add to one entry for each owner.
package final class ChangeRecording: Sendable {
    private struct State {
        var lines: [String] = []
        var waysBack: [String] = []
        var owners: [RecipientID] = []
        /// What the command has changed so far, and how many rows of that are stored.
        var rows: [RecipientID: [RowChange]] = [:]
        var storedCounts: [RecipientID: Int] = [:]
    }

    /// So many rows are stored with each transaction.
    private static let mostStoredEachTime = 16

    private static let mostLines = 5

    /// Names the command in the database; that of an answer leads to it.
    let command: String
    let time: Date
    private let state = Mutex(State())

    /// - Parameter inboundID: of the message that the command came in; without one no reply can name its changes.
    package init(network: String, inboundID: String?, at time: Date) {
        let none = "command:" + UUID().uuidString
        command = inboundID.map { ListingOrigin.answer(network: network, inboundID: $0).key } ?? none
        self.time = time
    }

    /// Whose choices the command has changed so far.
    package var owners: [RecipientID] { state.withLock { $0.owners } }

    /// How the changes are described: commands, one on each line.
    var lines: String { state.withLock { $0.lines.joined(separator: "\n") } }

    /// What takes the changes back, as the command shows it.
    package var waysBack: [String] { state.withLock { $0.waysBack } }

    /// Notes a way back that an answer shows.
    package func show(wayBack: String) { state.withLock { $0.waysBack.append(wayBack) } }

    /// Describes a change that the command has made.
    ///
    /// - Parameter line: a command, without secrets.
    /// - Parameter wayBack: what the person may type to take it back, besides `undo`.
    package func describe(_ line: String, wayBack: String? = nil) {
        state.withLock { state in
            if let wayBack { state.waysBack.append(wayBack) }
            guard !state.lines.contains(line), state.lines.count < Self.mostLines else { return }
            state.lines.append(line)
        }
    }

    func hasRows(of owner: RecipientID) -> Bool { state.withLock { $0.rows[owner] != nil } }

    /// Adds rows; returns all of the owner's so far if they are to be stored now.
    ///
    /// An entry is stored whole. So that a command of hundreds of transactions does not write hundreds of whole
    /// entries, a long one is stored when it has doubled, and at the end of the command: a crash in between costs only
    /// its undo.
    func add(_ rows: [RowChange], of owner: RecipientID) -> [RowChange]? {
        state.withLock { state in
            state.rows[owner, default: []] += rows
            let all = state.rows[owner] ?? []
            guard all.count <= Self.mostStoredEachTime || all.count >= 2 * (state.storedCounts[owner] ?? 0) else {
                return nil
            }
            state.storedCounts[owner] = all.count
            return all
        }
    }

    /// The rows of owners of whom not all are stored.
    func takeUnstored() -> [(owner: RecipientID, rows: [RowChange])] {
        state.withLock { state in
            let owners = state.rows.filter { $0.value.count > state.storedCounts[$0.key] ?? 0 }
            for (owner, rows) in owners { state.storedCounts[owner] = rows.count }
            return owners.map { ($0.key, $0.value) }
        }
    }

    func noteChange(of owner: RecipientID) {
        state.withLock { if !$0.owners.contains(owner) { $0.owners.append(owner) } }
    }
}

extension Store {
    /// This store, whose changes of what owners have chosen are recorded.
    package func recording(_ changes: ChangeRecording) -> Store {
        var store = self
        store.changes = changes
        return store
    }

    /// This store without a recording: what it changes cannot be undone.
    package var unrecorded: Store {
        var store = self
        store.changes = nil
        return store
    }

    /// Stores the description of what was recorded, when the command has run.
    ///
    /// - Parameter command: the description if the command gave none.
    package func describeChanges(orElse command: String) async throws {
        guard let changes, !changes.owners.isEmpty else { return }
        if changes.lines.isEmpty { changes.describe(command) }
        try await unrecorded.write { db in
            let log = UndoLog(db: db, time: changes.time)
            for (owner, rows) in changes.takeUnstored() { try log.store(rows, of: owner, for: changes) }
            try db.execute(
                sql: "UPDATE ownChange SET lines = ? WHERE command = ?",
                arguments: [changes.lines, changes.command]
            )
        }
    }
}
