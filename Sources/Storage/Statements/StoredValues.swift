import Foundation
import GRDB
import NewsModel

extension Date {
    /// Whole seconds since 1970, clamped to about 34,000 years so that an absurd date cannot cause a trap.
    var unixSeconds: Int64 {
        let seconds = timeIntervalSince1970
        guard seconds.isFinite else { return 0 }
        return Int64(min(max(seconds.rounded(.down), -1e12), 1e12))
    }

    init(unixSeconds: Int64) { self.init(timeIntervalSince1970: TimeInterval(unixSeconds)) }
}

extension Row {
    /// The date in a column of whole seconds since 1970, by its place in the row, from 0.
    func date(_ place: Int) -> Date { Date(unixSeconds: self[place]) }

    func optionalDate(_ place: Int) -> Date? { (self[place] as Int64?).map(Date.init(unixSeconds:)) }
}

/// Stores small values as JSON text in a column.
enum StoredJSON {
    static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// Nil when the text cannot be decoded: an unreadable column of an older version is treated as missing.
    static func value<Value: Decodable>(_ type: Value.Type, from text: String?) -> Value? {
        text.flatMap { try? JSONDecoder().decode(type, from: Data($0.utf8)) }
    }
}

/// Stores small numbers as the bits of one column.
enum NumberBits {
    static func mask(_ numbers: Set<Int>) -> Int64 {
        numbers.reduce(0) { (0..<32).contains($1) ? $0 | 1 << Int64($1) : $0 }
    }

    static func numbers(_ mask: Int64) -> Set<Int> { Set((0..<32).filter { mask & (1 << Int64($0)) != 0 }) }
}

extension Sequence where Element: RowIdentifier {
    /// The ids as a JSON list, for `json_each`.
    var jsonList: String { "[" + map(\.description).joined(separator: ",") + "]" }
}

extension Sequence<Int64> {
    /// The numbers as a JSON list, for `json_each`.
    var jsonList: String { "[" + map(String.init).joined(separator: ",") + "]" }
}

/// `?,?,?` for a list of the given length.
func placeholders(_ count: Int) -> String { repeatElement("?", count: count).joined(separator: ",") }

extension Database {
    /// Runs a statement that is compiled once for each connection; for the statements of every refresh.
    func executeCached(sql: String, arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }
}

// Row identifiers can be used as arguments of statements and read from columns of results.
extension RecipientID: DatabaseValueConvertible, StatementColumnConvertible {}
extension ProfileID: DatabaseValueConvertible, StatementColumnConvertible {}
extension RoomID: DatabaseValueConvertible, StatementColumnConvertible {}
extension AddressID: DatabaseValueConvertible, StatementColumnConvertible {}
extension FeedID: DatabaseValueConvertible, StatementColumnConvertible {}
extension ArticleID: DatabaseValueConvertible, StatementColumnConvertible {}
extension StoryID: DatabaseValueConvertible, StatementColumnConvertible {}
extension SubscriptionID: DatabaseValueConvertible, StatementColumnConvertible {}
extension FilterID: DatabaseValueConvertible, StatementColumnConvertible {}
extension SmartFeedID: DatabaseValueConvertible, StatementColumnConvertible {}
extension AlertID: DatabaseValueConvertible, StatementColumnConvertible {}
extension ScheduleID: DatabaseValueConvertible, StatementColumnConvertible {}
extension DeliveryID: DatabaseValueConvertible, StatementColumnConvertible {}
extension MessageID: DatabaseValueConvertible, StatementColumnConvertible {}
extension QuizRoundID: DatabaseValueConvertible, StatementColumnConvertible {}
extension PuzzleID: DatabaseValueConvertible, StatementColumnConvertible {}
extension MakerMark: DatabaseValueConvertible, StatementColumnConvertible {}

// Stored as their raw values.
extension Address.Kind: DatabaseValueConvertible {}
extension ArticleBody.Source: DatabaseValueConvertible {}
extension FeedFailure: DatabaseValueConvertible {}
extension HidingRule.Kind: DatabaseValueConvertible {}
extension ListLayout: DatabaseValueConvertible {}
extension ListView.Order: DatabaseValueConvertible {}
extension NewsPlace.Kind: DatabaseValueConvertible {}
extension QueuedDelivery.Kind: DatabaseValueConvertible {}
extension Schedule.Kind: DatabaseValueConvertible {}
extension Subscription.Pause: DatabaseValueConvertible {}
extension TextFormat: DatabaseValueConvertible {}
extension ValidatorDistrust: DatabaseValueConvertible {}
extension Weekdays: DatabaseValueConvertible {}
