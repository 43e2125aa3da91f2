/// A lenient JSON reader, for servers that pass on what strangers wrote.
///
/// Foundation's decoder rejects a whole document for one value nested 512 levels deep or for one lone surrogate;
/// after that, every later /sync would fail too. This reader replaces values that are nested too deeply by null and
/// lone surrogates by U+FFFD.
struct JSONReader {
    /// The most levels of arrays and objects; a sync answer has nine of them around an event's content.
    static let depthLimit = 64

    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func document() -> JSONValue? {
        guard let value = value(depth: 0) else { return nil }
        skipSpace()
        return index == bytes.count ? value : nil
    }

    private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipSpace() {
        while index < bytes.count, bytes[index] == 0x20 || (0x09...0x0d).contains(bytes[index]) { index += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard current == byte else { return false }
        index += 1
        return true
    }

    private mutating func value(depth: Int) -> JSONValue? {
        skipSpace()
        switch current {
        case UInt8(ascii: "{"): return depth < Self.depthLimit ? object(depth: depth + 1) : skipped()
        case UInt8(ascii: "["): return depth < Self.depthLimit ? array(depth: depth + 1) : skipped()
        case UInt8(ascii: "\""): return string().map(JSONValue.string)
        case UInt8(ascii: "t"): return word("true", .bool(true))
        case UInt8(ascii: "f"): return word("false", .bool(false))
        case UInt8(ascii: "n"): return word("null", .null)
        default: return number()
        }
    }

    private mutating func object(depth: Int) -> JSONValue? {
        index += 1
        var entries: [String: JSONValue] = [:]
        if take(UInt8(ascii: "}")) { return .object(entries) }
        while true {
            skipSpace()
            guard current == UInt8(ascii: "\""), let key = string(), take(UInt8(ascii: ":")),
                let value = value(depth: depth)
            else { return nil }
            entries[key] = value
            if take(UInt8(ascii: ",")) { continue }
            return take(UInt8(ascii: "}")) ? .object(entries) : nil
        }
    }

    private mutating func array(depth: Int) -> JSONValue? {
        index += 1
        var items: [JSONValue] = []
        if take(UInt8(ascii: "]")) { return .array(items) }
        while true {
            guard let value = value(depth: depth) else { return nil }
            items.append(value)
            if take(UInt8(ascii: ",")) { continue }
            return take(UInt8(ascii: "]")) ? .array(items) : nil
        }
    }

    /// Skips an array or object without interpreting it.
    private mutating func skipped() -> JSONValue? {
        var depth = 0
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""):
                guard string() != nil else { return nil }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            index += 1
            if depth == 0 { return .null }
        }
        return nil
    }

    private mutating func word(_ word: String, _ value: JSONValue) -> JSONValue? {
        guard bytes[index...].starts(with: word.utf8) else { return nil }
        index += word.utf8.count
        return value
    }

    private mutating func number() -> JSONValue? {
        let start = index
        while let byte = current, (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte) { index += 1 }
        guard index > start, index - start <= 100 else { return nil }
        return Double(String(decoding: bytes[start..<index], as: UTF8.self)).map(JSONValue.number)
    }

    private mutating func string() -> String? {
        index += 1
        let start = index
        while let byte = current, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { index += 1 }
        if current == UInt8(ascii: "\"") {
            defer { index += 1 }
            return String(decoding: bytes[start..<index], as: UTF8.self)
        }
        var text = Array(bytes[start..<index])
        while let byte = current {
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let scalar = escape() else { return nil }
                text.append(contentsOf: String(Character(scalar)).utf8)
            default: text.append(byte)
            }
        }
        return nil
    }

    private mutating func escape() -> Unicode.Scalar? {
        guard let byte = current else { return nil }
        index += 1
        switch byte {
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "u"):
            guard let unit = hexadecimal() else { return nil }
            guard (0xd800...0xdbff).contains(unit) else { return Unicode.Scalar(unit) ?? "\u{fffd}" }
            let rest = index
            if bytes[index...].starts(with: "\\u".utf8) {
                index += 2
                if let low = hexadecimal(), (0xdc00...0xdfff).contains(low) {
                    return Unicode.Scalar(0x10000 + (unit - 0xd800) << 10 + (low - 0xdc00)) ?? "\u{fffd}"
                }
                index = rest
            }
            return "\u{fffd}"
        default: return Unicode.Scalar(byte)
        }
    }

    private mutating func hexadecimal() -> UInt32? {
        guard index + 4 <= bytes.count else { return nil }
        defer { index += 4 }
        let digits = bytes[index..<index + 4]
        guard digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }) else { return nil }
        return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}
