/// Any JSON value.
///
/// Accessors return nil for a missing value or one of another type.
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    package subscript(_ key: String) -> JSONValue? {
        if case .object(let entries) = self { entries[key] } else { nil }
    }

    package var string: String? { if case .string(let text) = self { text } else { nil } }
    package var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }
    package var array: [JSONValue]? { if case .array(let items) = self { items } else { nil } }
    package var object: [String: JSONValue]? { if case .object(let entries) = self { entries } else { nil } }
    package var double: Double? { if case .number(let number) = self { number } else { nil } }

    /// An integer within ±2⁵³, the range of Matrix.
    ///
    /// Text is accepted because old rooms write power levels as text.
    package var integer: Int? {
        switch self {
        case .number(let number):
            guard abs(number) <= 9_007_199_254_740_991 else { return nil }
            return Int(exactly: number.rounded(.towardZero))
        case .string(let text): return text.utf8.count <= 17 ? Int(text) : nil
        default: return nil
        }
    }

    /// Nil when the bytes are not valid JSON.
    package init?(_ bytes: [UInt8]) {
        var reader = JSONReader(bytes)
        guard let value = reader.document() else { return nil }
        self = value
    }

    package init?(text: String) { self.init(Array(text.utf8)) }

    /// JSON with sorted keys: equal values give equal texts.
    package var text: String {
        var result = ""
        JSONWriter.write(self, to: &result)
        return result
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(integerLiteral value: Int) { self = .number(Double(value)) }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
    }
}
