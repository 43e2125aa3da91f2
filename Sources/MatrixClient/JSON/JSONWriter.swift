/// Writes JSON with sorted keys; escapes only what RFC 8259 requires.
enum JSONWriter {
    static func write(_ value: JSONValue, to result: inout String) {
        switch value {
        case .null: result += "null"
        case .bool(let flag): result += flag ? "true" : "false"
        case .number(let number):
            if let whole = value.integer, Double(whole) == number {
                result += String(whole)
            } else {
                result += number.isFinite ? "\(number)" : "null"
            }
        case .string(let text): write(text, to: &result)
        case .array(let items):
            result += "["
            for (index, item) in items.enumerated() {
                if index > 0 { result += "," }
                write(item, to: &result)
            }
            result += "]"
        case .object(let entries):
            result += "{"
            for (index, entry) in entries.sorted(by: { $0.key < $1.key }).enumerated() {
                if index > 0 { result += "," }
                write(entry.key, to: &result)
                result += ":"
                write(entry.value, to: &result)
            }
            result += "}"
        }
    }

    private static func write(_ text: String, to result: inout String) {
        result += "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\0"..."\u{1f}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        result += "\""
    }
}
