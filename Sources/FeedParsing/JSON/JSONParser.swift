/// Parses JSON, and tolerates errors that feeds make: control characters in strings, extra commas, a missing end.
struct JSONParser {
    private static let depthLimit = 64

    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0
    private var depth = 0
    private var left = ParseLimits.jsonValues
    private let cancellation = ParseCancellation.current
    /// The document ended inside a value; the values before are kept.
    private(set) var isTruncated = false

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Nil when the bytes are not JSON.
    mutating func parse() -> FeedJSON? {
        skipSpace()
        left -= 1
        guard index < bytes.count, left > 0, cancellation?.isCancelled != true else {
            isTruncated = true
            return nil
        }
        switch bytes[index] {
        case UInt8(ascii: "{"): return object()
        case UInt8(ascii: "["): return array()
        case UInt8(ascii: "\""): return string().map { .string($0) }
        case UInt8(ascii: "t"): return literal("true", .bool(true))
        case UInt8(ascii: "f"): return literal("false", .bool(false))
        case UInt8(ascii: "n"): return literal("null", .null)
        default: return number()
        }
    }

    private mutating func object() -> FeedJSON? {
        guard enter() else { return nil }
        defer { depth -= 1 }
        var members: [String: FeedJSON] = [:]
        while true {
            skipSpace()
            guard index < bytes.count else { return cut(.object(members)) }
            switch bytes[index] {
            case UInt8(ascii: "}"):
                index += 1
                return .object(members)
            case UInt8(ascii: ","): index += 1
            case UInt8(ascii: "\""):
                guard let key = string() else { return isTruncated ? .object(members) : nil }
                skipSpace()
                guard index < bytes.count else { return cut(.object(members)) }
                guard bytes[index] == UInt8(ascii: ":") else { return nil }
                index += 1
                guard let value = parse() else { return isTruncated ? .object(members) : nil }
                members[key] = value
                if isTruncated { return .object(members) }
            default: return nil
            }
        }
    }

    private mutating func array() -> FeedJSON? {
        guard enter() else { return nil }
        defer { depth -= 1 }
        var elements: [FeedJSON] = []
        while true {
            skipSpace()
            guard index < bytes.count else { return cut(.array(elements)) }
            if bytes[index] == UInt8(ascii: "]") {
                index += 1
                return .array(elements)
            }
            if bytes[index] == UInt8(ascii: ",") {
                index += 1
                continue
            }
            guard let value = parse() else { return isTruncated ? .array(elements) : nil }
            elements.append(value)
            if isTruncated { return .array(elements) }
        }
    }

    private mutating func cut(_ value: FeedJSON) -> FeedJSON {
        isTruncated = true
        return value
    }

    private mutating func enter() -> Bool {
        index += 1
        depth += 1
        return depth <= Self.depthLimit
    }

    private mutating func literal(_ text: StaticString, _ value: FeedJSON) -> FeedJSON? {
        guard bytes.hasPrefix(text, at: index) else { return nil }
        index += text.utf8CodeUnitCount
        return value
    }

    private mutating func number() -> FeedJSON? {
        let start = index
        while index < bytes.count, index - start < 64,
            bytes[index].isASCIIDigit || [0x2b, 0x2d, 0x2e, 0x45, 0x65].contains(bytes[index])
        {
            index += 1
        }
        return Double(String(decoding: bytes[start..<index], as: UTF8.self)).map { .number($0) }
    }

    // MARK: - Strings

    private mutating func string() -> String? {
        index += 1
        let start = index
        while index < bytes.count, bytes[index] != 0x22, bytes[index] != 0x5c { index += 1 }
        guard index < bytes.count else {
            isTruncated = true
            return nil
        }
        if bytes[index] == 0x22 {
            index += 1
            return String(decoding: bytes[start..<(index - 1)], as: UTF8.self)
        }
        var text = Array(bytes[start..<index])
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == 0x22 { return String(decoding: text, as: UTF8.self) }
            if byte == 0x5c { appendEscape(to: &text) } else { text.append(byte) }
        }
        isTruncated = true
        return nil
    }

    private mutating func appendEscape(to text: inout [UInt8]) {
        guard index < bytes.count else { return }
        let byte = bytes[index]
        index += 1
        switch byte {
        case UInt8(ascii: "n"): text.append(0x0a)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "r"): text.append(0x0d)
        case UInt8(ascii: "b"), UInt8(ascii: "f"): text.append(0x20)
        case UInt8(ascii: "u"): text += String(Character(unicodeEscape())).utf8
        default: text.append(byte)
        }
    }

    private mutating func unicodeEscape() -> Unicode.Scalar {
        guard let first = hexadecimal() else { return "\u{fffd}" }
        guard (0xd800...0xdbff).contains(first) else { return Unicode.Scalar(first) ?? "\u{fffd}" }
        let mark = index
        if index + 1 < bytes.count, bytes[index] == 0x5c, bytes[index + 1] == UInt8(ascii: "u") {
            index += 2
            if let second = hexadecimal(), (0xdc00...0xdfff).contains(second) {
                return Unicode.Scalar(0x10000 + (first - 0xd800) << 10 + (second - 0xdc00)) ?? "\u{fffd}"
            }
        }
        index = mark
        return "\u{fffd}"
    }

    private mutating func hexadecimal() -> UInt32? {
        guard index + 4 <= bytes.count else { return nil }
        let text = String(decoding: bytes[index..<(index + 4)], as: UTF8.self)
        guard let value = UInt32(text, radix: 16) else { return nil }
        index += 4
        return value
    }

    private mutating func skipSpace() {
        while index < bytes.count, bytes[index].isHTMLSpace { index += 1 }
    }
}
