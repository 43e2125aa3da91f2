/// Decodes the bytes of IRC lines.
enum IRCText {
    /// Decodes UTF-8; other bytes are read as windows-1252 (which old clients call Latin-1).
    static func decode(_ bytes: some Collection<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var text = String.UnicodeScalarView()
        for byte in bytes {
            let isC1 = (0x80..<0xA0).contains(byte)
            text.append(isC1 ? windows1252[Int(byte) - 0x80] : Unicode.Scalar(byte))
        }
        return String(text)
    }

    /// Bytes 0x80 to 0x9F; the five that windows-1252 does not define are control characters, as in the WHATWG table.
    private static let windows1252: [Unicode.Scalar] = Array(
        "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars
    )
}

extension UInt8 {
    static let space = UInt8(ascii: " ")
    static let colon = UInt8(ascii: ":")
    static let semicolon = UInt8(ascii: ";")
    static let equals = UInt8(ascii: "=")
    static let at = UInt8(ascii: "@")
    static let backslash = UInt8(ascii: "\\")
    static let carriageReturn = UInt8(ascii: "\r")
    static let lineFeed = UInt8(ascii: "\n")
}
