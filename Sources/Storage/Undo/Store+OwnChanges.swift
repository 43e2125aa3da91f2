package import Foundation
import GRDB
package import NewsModel

/// A change that a recipient made within the last day.
package struct OwnChange: Hashable, Sendable {
    package var id: Int64
    /// The commands that made it, as they are typed in English, without secrets.
    package var lines: [String]
    package var madeAt: Date
    package var isUndone: Bool
}

/// What undoing a change has done.
package struct UndoOutcome: Hashable, Sendable {
    /// Why something was not put back.
    package enum Reason: String, Hashable, Sendable, CaseIterable {
        /// It was changed since.
        case changed
        /// A quota is used up; the change can be undone later.
        case full
        /// What it was for is gone.
        case gone
        /// The change is too large to be remembered.
        case large
    }

    package struct Obstacle: Hashable, Sendable {
        package var table: WatchedTable
        /// What the row is called: a name or number; empty where there is only one.
        package var name: String
        package var reason: Reason
    }

    /// How many rows were put back.
    package var restored = 0
    package var obstacles: [Obstacle] = []
    /// Whether more news came meanwhile, for subscriptions that are back, than is sent after all.
    package var leavesOutNews = false
}

/// The quotas that hold for what undoing puts back.
package struct UndoLimits: Sendable {
    package var quotas: [QuotaKind: QuotaLimit]
    package var smartFeeds: Int
    package var saved: Int
    /// Of categories besides those of the catalogue.
    package var categories: Int
    /// Of sources that are left out of lists.
    package var leftOutSources: Int

    package init(
        quotas: [QuotaKind: QuotaLimit] = [:],
        smartFeeds: Int = .max,
        saved: Int = .max,
        categories: Int = .max,
        leftOutSources: Int = .max
    ) {
        self.quotas = quotas
        self.smartFeeds = smartFeeds
        self.saved = saved
        self.categories = categories
        self.leftOutSources = leftOutSources
    }
}

extension Store {
    /// Hours within which a change can be undone.
    package static let undoHours = 24

    /// A recipient's changes of the last day that were not undone, newest first.
    package func ownChanges(of recipient: RecipientID, at time: Date) async throws -> [OwnChange] {
        try await read { db in
            try OwnChange.all(of: recipient, at: time, in: db).filter { !$0.isUndone }
        }
    }

    /// The recipient's changes that an answer told of, newest first; also undone ones.
    ///
    /// Nil when the posted message was no answer to a command that changed or listed something.
    package func ownChanges(
        answeredBy eventID: String,
        on network: String,
        of recipient: RecipientID,
        at time: Date
    ) async throws -> [OwnChange]? {
        try await read { db in
            let messages = try String.fetchAll(
                db,
                sql: "SELECT inboundID FROM postedReply WHERE network = ? AND eventID = ? LIMIT 50",
                arguments: [network, eventID]
            )
            guard !messages.isEmpty else { return nil }
            let commands = Set(messages.map { ListingOrigin.answer(network: network, inboundID: $0).key })
            return try OwnChange.all(of: recipient, at: time, in: db, where: commands.contains)
        }
    }

    /// Puts back what a change replaced, where it is still as the change left it.
    ///
    /// Pushes that it withdrew stay withdrawn, except for what comes back from a feed that is followed again: its news
    /// since the change, and what the change withdrew, is queued, unless it was told.
    ///
    /// - Parameter isNewest: whether the change is then over even if nothing of it could be put back.
    package func undo(
        _ change: OwnChange,
        of recipient: RecipientID,
        isNewest: Bool = true,
        limits: UndoLimits = UndoLimits(),
        at time: Date
    ) async throws -> UndoOutcome {
        let outcome = try await unrecorded.writeMuting { db, judge in
            let row = try Row.fetchOne(
                db,
                sql: "SELECT changes FROM ownChange WHERE id = ? AND recipientID = ? AND undoneAt IS NULL",
                arguments: [change.id, recipient]
            )
            guard let row else { return UndoOutcome() }
            let log = UndoLog(db: db, time: time)
            guard let rows = StoredJSON.value([RowChange].self, from: row[0]) else {
                if isNewest { try log.keep([], of: change.id) }
                return UndoOutcome(obstacles: [.init(table: .recipient, name: "", reason: .large)])
            }
            var restoring = ChangeRestoring(
                db: db,
                owner: recipient,
                time: time,
                since: change.madeAt,
                limits: limits,
                judge: judge
            )
            try restoring.restore(rows)
            let isOver = isNewest || restoring.outcome.restored > 0
            try log.keep(isOver ? restoring.postponed : rows, of: change.id)
            return restoring.outcome
        }
        for topic in [ChangeSignals.Topic.feeds, .deliveries] { signals.send(topic) }
        return outcome
    }
}

extension OwnChange {
    fileprivate static func all(
        of recipient: RecipientID,
        at time: Date,
        in db: Database,
        where isWanted: (String) -> Bool = { _ in true }
    ) throws -> [OwnChange] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT id, lines, madeAt, undoneAt IS NOT NULL, command FROM ownChange
                WHERE recipientID = ? AND madeAt > ? ORDER BY id DESC
                """,
            arguments: [recipient, UndoLog.oldest(at: time)]
        )
        return rows.filter { isWanted($0[4]) }.map { row in
            OwnChange(
                id: row[0],
                lines: (row[1] as String).split(separator: "\n").map(String.init),
                madeAt: row.date(2),
                isUndone: row[3]
            )
        }
    }
}
