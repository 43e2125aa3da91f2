import Foundation
import GRDB
import NewsModel

extension Date {
    /// Whole seconds since 1970, clamped to about 34,000 years so that no hostile date traps.
    var unixSeconds: Int64 {
        let seconds = timeIntervalSince1970
        guard seconds.isFinite else { return 0 }
        return Int64(min(max(seconds.rounded(.down), -1e12), 1e12))
    }

    init(unixSeconds: Int64) { self.init(timeIntervalSince1970: TimeInterval(unixSeconds)) }
}

extension Row {
    func id<ID: RowIdentifier>(_ column: String) -> ID { ID(rawValue: self[column]) }

    func optionalID<ID: RowIdentifier>(_ column: String) -> ID? {
        (self[column] as Int64?).flatMap(ID.init(rawValue:))
    }

    func date(_ column: String) -> Date { Date(unixSeconds: self[column]) }

    func optionalDate(_ column: String) -> Date? { (self[column] as Int64?).map(Date.init(unixSeconds:)) }
}

/// Small values kept as JSON text in one column.
enum StoredJSON {
    static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// Nil when the text is not such a value: a column from an older version is a default, never a crash.
    static func value<Value: Decodable>(_ type: Value.Type, from text: String?) -> Value? {
        text.flatMap { try? JSONDecoder().decode(type, from: Data($0.utf8)) }
    }
}

/// `?,?,?` for a list of the given length.
func placeholders(_ count: Int) -> String { repeatElement("?", count: count).joined(separator: ",") }
