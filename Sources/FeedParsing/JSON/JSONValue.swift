/// JSON as a tree (RFC 8259), read leniently and within bounds.
enum JSONValue: Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    subscript(_ key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[key]
    }

    /// Text of any length but none; numbers as they would be written.
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

    var isTrue: Bool { self == .bool(true) }

    /// The elements of an array; a lone value counts as one.
    var elements: [JSONValue] {
        switch self {
        case .array(let all): all
        case .null: []
        default: [self]
        }
    }
}
