/// A tree of JSON (RFC 8259).
enum FeedJSON: Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([FeedJSON])
    case object([String: FeedJSON])

    subscript(_ key: String) -> FeedJSON? {
        guard case .object(let members) = self else { return nil }
        return members[key]
    }

    /// The text of a string or number; nil when it is empty.
    var text: String? {
        switch self {
        case .string(let text):
            let trimmed = text.trimmingSpace()
            return trimmed.isEmpty ? nil : String(trimmed)
        case .number(let number):
            return number == number.rounded() && abs(number) < 1e15 ? String(Int64(number)) : String(number)
        default: return nil
        }
    }

    var integer: Int? {
        switch self {
        case .number(let number): abs(number) < 1e15 ? Int(number) : nil
        case .string(let text): Int(text)
        default: nil
        }
    }

    /// The elements of an array.
    ///
    /// Any other value counts as an array of one.
    var elements: [FeedJSON] {
        switch self {
        case .array(let all): all
        case .null: []
        default: [self]
        }
    }
}
