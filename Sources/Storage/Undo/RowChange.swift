import GRDB

/// A value of a column.
enum StoredColumn: Hashable, Sendable, Codable, DatabaseValueConvertible {
    case null
    case integer(Int64)
    case text(String)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let number = try? container.decode(Int64.self) {
            self = .integer(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .integer(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        }
    }

    var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let number): number.databaseValue
        case .text(let text): text.databaseValue
        }
    }

    static func fromDatabaseValue(_ value: DatabaseValue) -> StoredColumn? {
        switch value.storage {
        case .null: .null
        case .int64(let number): .integer(number)
        case .string(let text): .text(text)
        case .double, .blob: nil
        }
    }

    var number: Int64? { if case .integer(let number) = self { number } else { nil } }
    var string: String? { if case .text(let text) = self { text } else { nil } }
}

typealias RowImage = [String: StoredColumn]

/// What one command did to a row: its columns before and after.
struct RowChange: Hashable, Sendable, Codable {
    var table: WatchedTable
    var key: [StoredColumn]
    /// Nil when the command added the row.
    var old: RowImage?
    /// Nil when it removed the row.
    var new: RowImage?

    /// Joins a later change of the same row; nil when nothing is left of both.
    func followed(by later: RowChange) -> RowChange? {
        var both = self
        if let before = later.old { both.old = old.map { before.merging($0) { _, first in first } } }
        both.new = later.new.map { (new ?? [:]).merging($0) { _, last in last } }
        return both.trimmed
    }

    /// Without what undo does not need; nil when nothing has changed.
    var trimmed: RowChange? {
        guard let old else { return new == nil ? nil : self }
        guard let new else { return self }
        let changed = table.facets.filter { $0.contains { old[$0] ?? .null != new[$0] ?? .null } }.flatMap(\.self)
        guard !changed.isEmpty else { return nil }
        var trimmed = self
        let kept = Set(changed + table.labels)
        trimmed.old = old.filter { kept.contains($0.key) }
        trimmed.new = new.filter { kept.contains($0.key) }
        return trimmed
    }

    /// The facets that differ before and after.
    var facets: [[String]] {
        guard let old, let new else { return table.facets }
        return table.facets.filter { $0.contains { old[$0] ?? .null != new[$0] ?? .null } }
    }

    /// Whether it is the alert of a followed smart feed.
    var isOfSmartFeed: Bool { table == .alert && value("smartFeedID", in: new ?? old)?.number != nil }

    /// A column of the row as it was before the change; nil when the row was not there or the column is not kept.
    func before(_ column: String) -> StoredColumn? { value(column, in: old) }

    private func value(_ column: String, in image: RowImage?) -> StoredColumn? { image?[column] }

    /// The changes of one command in their order, one for each row.
    static func joined(_ changes: [RowChange]) -> [RowChange] {
        var places: [[StoredColumn]: Int] = [:]
        var all: [RowChange?] = []
        for change in changes {
            let row = [.text(change.table.rawValue)] + change.key
            if let place = places[row], let earlier = all[place] {
                all[place] = earlier.followed(by: change)
            } else {
                places[row] = all.count
                all.append(change.trimmed)
            }
        }
        return all.compactMap(\.self)
    }
}
