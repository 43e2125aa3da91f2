import Foundation
import GRDB
import NewsModel

/// Puts back the rows of one change, inside a transaction.
///
/// A facet of a row gets its old value only where it still has the value that the change gave it. What depends on a row
/// follows by the rules of the commands: see `ChangeRestoring+Effects.swift`.
struct ChangeRestoring {
    let db: Database
    let owner: RecipientID
    let time: Date
    /// When the change was made.
    let since: Date
    let limits: UndoLimits
    let judge: RuleCheck

    var outcome = UndoOutcome()
    /// What a quota kept from being put back.
    var postponed: [RowChange] = []
    /// How many more articles may be looked at for subscriptions that come back, of all of them together.
    var missedLeft = 1_000
    /// The articles whose queued deliveries were withdrawn since the change, by feed; nil before they are read.
    var withdrawn: [FeedID: [ArticleID]]?
    /// Whether a mute or filter came back, so that queued deliveries have to be looked at.
    var hidesMore = false

    mutating func restore(_ rows: [RowChange]) throws {
        // What was added may stand in the way of what was removed, and rows refer to those of earlier tables.
        let order = Dictionary(uniqueKeysWithValues: WatchedTable.allCases.enumerated().map { ($1, $0) })
        let sorted = rows.enumerated().sorted {
            (order[$0.element.table] ?? 0, $0.offset) < (order[$1.element.table] ?? 0, $1.offset)
        }.map(\.element)
        for row in sorted.reversed() where row.old == nil { try attempt(row) { try $0.remove(row) } }
        for row in sorted where row.old != nil && row.new != nil { try attempt(row) { try $0.putBack(row) } }
        for row in sorted where row.new == nil { try attempt(row) { try $0.insertAgain(row) } }
        try finish(rows)
    }

    /// Why a row is left as it is.
    struct Kept: Error {
        var reason: UndoOutcome.Reason
    }

    /// One row: all of it or nothing.
    private mutating func attempt(_ row: RowChange, _ work: (inout ChangeRestoring) throws -> Bool) throws {
        var copy = self
        do {
            var isDone = false
            try db.inSavepoint {
                isDone = try work(&copy)
                return .commit
            }
            self = copy
            if isDone { outcome.restored += 1 }
        } catch let kept as Kept {
            try leave(row, kept.reason)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            try leave(row, error.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY ? .gone : .changed)
        }
    }

    private mutating func leave(_ row: RowChange, _ reason: UndoOutcome.Reason) throws {
        if reason == .full { postponed.append(row) }
        // A mark on a story is nothing that people can name, and following a smart feed goes with that.
        guard row.table != .readMark, !row.isOfSmartFeed else { return }
        let obstacle = UndoOutcome.Obstacle(table: row.table, name: try name(of: row), reason: reason)
        if !outcome.obstacles.contains(obstacle) { outcome.obstacles.append(obstacle) }
    }

    private func name(of row: RowChange) throws -> String {
        let now = try current(row) ?? [:]
        func column(_ name: String) -> StoredColumn? { now[name] ?? row.new?[name] ?? row.old?[name] }
        switch row.table {
        case .alert, .schedule, .filter: return column("number")?.number.map(String.init) ?? ""
        case .mute, .smartFeed, .categorySetting: return column("name")?.string ?? ""
        case .subscription:
            if let own = column("name")?.string { return own }
            let feed = column("feedID")?.number
            return try String.fetchOne(db, sql: "SELECT name FROM feed WHERE id = ?", arguments: [feed]) ?? ""
        case .recipient, .room, .gamePlayer, .view, .viewSource, .saved, .readMark: return ""
        }
    }
}

// MARK: - Rows

extension ChangeRestoring {
    /// SQL and values that select the row.
    private func selection(_ row: RowChange) -> (sql: String, arguments: StatementArguments) {
        let keys = row.table.key.map { " AND \($0) = ?" }.joined()
        return ("\(row.table.rawValue).\(row.table.owner) = ?\(keys)", [owner] + StatementArguments(row.key))
    }

    /// The row as it is now; nil when it is gone.
    private func current(_ row: RowChange) throws -> RowImage? {
        let (condition, arguments) = selection(row)
        let name = row.table.rawValue
        let image = row.table.image(of: name, try row.table.columns(in: db))
        let text = try String.fetchOne(db, sql: "SELECT \(image) FROM \(name) WHERE \(condition)", arguments: arguments)
        return StoredJSON.value(RowImage.self, from: text)
    }

    /// Takes back an added row; false when it is gone already.
    fileprivate mutating func remove(_ row: RowChange) throws -> Bool {
        guard let now = try current(row) else { return false }
        // A followed smart feed is on or off as the smart feed is.
        let marks = row.isOfSmartFeed ? ["isOn"] : row.table.marks
        let chosen = row.table.facets.flatMap(\.self).filter { !marks.contains($0) }
        guard chosen.allSatisfy({ now[$0] ?? .null == row.new?[$0] ?? .null }) else { throw Kept(reason: .changed) }
        try willRemove(row)
        let (condition, arguments) = selection(row)
        try db.execute(sql: "DELETE FROM \(row.table.rawValue) WHERE \(condition)", arguments: arguments)
        return true
    }

    /// Gives facets their old values; false when they have them already.
    fileprivate mutating func putBack(_ row: RowChange) throws -> Bool {
        guard let now = try current(row) else { throw Kept(reason: .changed) }
        var restored: [String] = []
        var isBlocked = false
        for facet in row.facets {
            if facet.allSatisfy({ now[$0] ?? .null == row.new?[$0] ?? .null }) {
                restored += facet
            } else if !facet.allSatisfy({ now[$0] ?? .null == row.old?[$0] ?? .null }) {
                isBlocked = true
            }
        }
        guard !restored.isEmpty else {
            if isBlocked { throw Kept(reason: .changed) }
            return false
        }
        if restored.contains("addressID") { try checkAddress(row) }
        let (condition, arguments) = selection(row)
        let values = restored.map { row.old?[$0] ?? .null }
        try db.execute(
            sql: """
                UPDATE \(row.table.rawValue) SET \(restored.map { "\($0) = ?" }.joined(separator: ", ")) WHERE \(condition)
                """,
            arguments: StatementArguments(values) + arguments
        )
        try hasChanged(row, Set(restored))
        if isBlocked { try leave(row, .changed) }
        return true
    }

    /// Inserts a removed row with all of its columns.
    fileprivate mutating func insertAgain(_ row: RowChange) throws -> Bool {
        guard try current(row) == nil else { throw Kept(reason: .changed) }
        try checkQuota(row)
        try checkAddress(row)
        try checkArticle(row)
        var image = row.old ?? [:]
        for (column, table) in row.table.looseReferences {
            guard let number = image[column]?.number else { continue }
            let isThere = try Row.fetchOne(db, sql: "SELECT 1 FROM \(table) WHERE id = ?", arguments: [number]) != nil
            if !isThere { image[column] = .null }
        }
        // Older versions may have stored other columns.
        let columns = try row.table.columns(in: db).filter { image[$0] != nil }
        try willInsert(row)
        try db.execute(
            sql: """
                INSERT INTO \(row.table.rawValue) (\(([row.table.owner] + columns).joined(separator: ", ")))
                VALUES (\(placeholders(columns.count + 1)))
                """,
            arguments: [owner] + StatementArguments(columns.map { image[$0] ?? .null })
        )
        try hasChanged(row, nil)
        return true
    }

    /// An address that another profile has since, as after `unlink`, gets nothing of this owner's; a room's is nobody's
    /// own.
    private func checkAddress(_ row: RowChange) throws {
        guard let address = row.before("addressID")?.number else { return }
        let isOwn = try Row.fetchOne(
            db,
            sql: "SELECT 1 FROM address WHERE id = ? AND (recipientID = ? OR kind = 'room')",
            arguments: [address, owner]
        )
        if isOwn == nil { throw Kept(reason: .gone) }
    }

    /// The id of a saved article may have been given to another one since.
    private func checkArticle(_ row: RowChange) throws {
        guard row.table == .saved else { return }
        let isThere = try Row.fetchOne(
            db,
            sql: "SELECT 1 FROM article WHERE id = ? AND firstSeenAt <= ?",
            arguments: [row.key.first?.number, since.unixSeconds]
        )
        if isThere == nil { throw Kept(reason: .gone) }
    }

    /// A category that the owner sees anyhow, as that of a feed which they follow, is no further one.
    private func checkCategories(_ row: RowChange) throws {
        guard let key = row.key.first?.string, !CategorySetting.isOfSport(key), let name = row.before("name")?.string,
            NewsCategory(named: name) == nil
        else { return }
        let known = try CategoryEntry.all(of: owner, in: db)
        guard !known.contains(where: { FeedKey.fold($0.name) == key }) else { return }
        let count = known.count { NewsCategory(named: $0.name) == nil }
        if count >= limits.categories { throw Kept(reason: .full) }
    }

    /// What was chosen may have been taken away since.
    private func checkQuota(_ row: RowChange) throws {
        switch row.table {
        case .smartFeed:
            if try SmartFeed.all(of: owner, in: db).count >= limits.smartFeeds { throw Kept(reason: .full) }
        case .saved:
            let count = try SavedArticle.count(of: owner, in: db)
            if count >= limits.saved { throw Kept(reason: .full) }
        case .categorySetting: try checkCategories(row)
        case .viewSource:
            let count = try Int.fetchOne(
                db,
                sql: "SELECT count(*) FROM listViewSource WHERE recipientID = ?",
                arguments: [owner]
            )
            if count ?? 0 >= limits.leftOutSources { throw Kept(reason: .full) }
        case .subscription, .alert, .schedule, .mute, .filter:
            guard let kind = QuotaKind(rawValue: row.table.rawValue), let limit = limits.quotas[kind] else { return }
            if !row.isOfSmartFeed, try kind.own(of: owner, in: db) >= limit.own { throw Kept(reason: .full) }
            guard limit.created < .max, let mark = row.before("madeBy")?.number.map(MakerMark.init(rawValue:)) else {
                return
            }
            let isRoom = try Row.fetchOne(db, sql: "SELECT 1 FROM room WHERE id = ?", arguments: [owner]) != nil
            if isRoom, try kind.created(by: mark, in: db) >= limit.created { throw Kept(reason: .full) }
        default: break
        }
    }
}
