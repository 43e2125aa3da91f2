/// Decodes HTML's named and numeric character references.
enum HTMLEntities {
    /// The text for a name without `&` and `;`.
    static func text(named name: String) -> String? {
        switch name {
        case "nbsp": "\u{a0}"
        case "amp": "&"
        case "lt": "<"
        case "gt": ">"
        case "quot": "\""
        case "apos": "'"
        default: table[name]
        }
    }

    private static let table: [String: String] = {
        var table: [String: String] = [:]
        table.reserveCapacity(2_200)
        for row in HTMLEntityTable.rows.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
            let parts = row.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { continue }
            var text = String.UnicodeScalarView()
            for part in parts[1].split(separator: "+") {
                guard let value = UInt32(part, radix: 16), let scalar = Unicode.Scalar(value) else { continue }
                text.append(scalar)
            }
            table[String(parts[0])] = String(text)
        }
        return table
    }()

    /// Decodes a reference that begins with `&` at `start`.
    ///
    /// Returns its text and the index after its `;`. Nil when the bytes are not a reference.
    static func reference(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> (text: String, end: Int)? {
        let limit = min(bytes.count, start + 40)
        var end = start + 1
        while end < limit, bytes[end] != UInt8(ascii: ";") {
            let byte = bytes[end]
            guard byte == UInt8(ascii: "#") || byte.isASCIILetterOrDigit else { return nil }
            end += 1
        }
        guard end < limit, end > start + 1 else { return nil }
        let body = UnsafeBufferPointer(rebasing: bytes[(start + 1)..<end])
        if body[0] == UInt8(ascii: "#") {
            guard let scalar = numeric(body) else { return nil }
            return (String(Character(scalar)), end + 1)
        }
        guard let text = text(named: String(decoding: body, as: UTF8.self)) else { return nil }
        return (text, end + 1)
    }

    /// `#123` or `#x7B`.
    ///
    /// As in browsers, 0x80–0x9F mean Windows-1252.
    private static func numeric(_ body: UnsafeBufferPointer<UInt8>) -> Unicode.Scalar? {
        let isHex = body.count > 1 && body[1] | 0x20 == UInt8(ascii: "x")
        let digits = String(decoding: body.dropFirst(isHex ? 2 : 1), as: UTF8.self)
        guard let value = UInt32(digits, radix: isHex ? 16 : 10), value > 0 else { return nil }
        if (0x80...0x9f).contains(value) { return windows1252[Int(value) - 0x80] }
        // XML does not allow U+FFFE and U+FFFF.
        return value & ~1 == 0xfffe ? "\u{fffd}" : Unicode.Scalar(value)
    }

    /// The characters of the bytes 0x80–0x9F in Windows-1252.
    static let windows1252: [Unicode.Scalar] = [
        "€", "\u{81}", "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", "\u{8d}", "Ž", "\u{8f}",
        "\u{90}", "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", "\u{9d}", "ž", "Ÿ",
    ]
}

extension UInt8 {
    var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }
    var isASCIILetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7a }
    var isASCIILetterOrDigit: Bool { isASCIIDigit || isASCIILetter }
    var isHTMLSpace: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0d) }
}
