extension IRCMessage {
    /// Parses a line without its line break; nil when it has no command.
    ///
    /// Linear in the line's length. More than 15 parameters are accepted, because today's servers send them.
    package init?(line: some Sequence<UInt8>) {
        let bytes = Array(line)
        var index = bytes.startIndex
        var tags: [String: String] = [:]
        var source: String?

        func word() -> ArraySlice<UInt8> {
            let start = index
            while index < bytes.endIndex, bytes[index] != .space { index += 1 }
            return bytes[start..<index]
        }
        func skipSpaces() {
            while index < bytes.endIndex, bytes[index] == .space { index += 1 }
        }

        if bytes.first == .at {
            index += 1
            tags = Self.tags(word())
            skipSpaces()
        }
        if index < bytes.endIndex, bytes[index] == .colon {
            index += 1
            source = IRCText.decode(word())
            skipSpaces()
        }
        let command = word()
        guard !command.isEmpty else { return nil }
        var parameters: [String] = []
        while true {
            skipSpaces()
            guard index < bytes.endIndex else { break }
            if bytes[index] == .colon {
                parameters.append(IRCText.decode(bytes[(index + 1)...]))
                break
            }
            parameters.append(IRCText.decode(word()))
        }
        self.init(IRCText.decode(command).uppercased(), parameters, tags: tags, source: source)
    }

    /// Of several tags with one name the last counts (IRCv3 message-tags).
    private static func tags(_ bytes: ArraySlice<UInt8>) -> [String: String] {
        var tags: [String: String] = [:]
        for tag in bytes.split(separator: .semicolon) {
            let equals = tag.firstIndex(of: .equals) ?? tag.endIndex
            let name = tag[..<equals]
            guard !name.isEmpty else { continue }
            tags[IRCText.decode(name)] = equals < tag.endIndex ? unescape(tag[(equals + 1)...]) : ""
        }
        return tags
    }

    private static func unescape(_ value: ArraySlice<UInt8>) -> String {
        guard value.contains(.backslash) else { return IRCText.decode(value) }
        var result: [UInt8] = []
        result.reserveCapacity(value.count)
        var isEscaped = false
        for byte in value {
            if isEscaped {
                isEscaped = false
                switch byte {
                case UInt8(ascii: ":"): result.append(.semicolon)
                case UInt8(ascii: "s"): result.append(.space)
                case UInt8(ascii: "r"): result.append(.carriageReturn)
                case UInt8(ascii: "n"): result.append(.lineFeed)
                default: result.append(byte)
                }
            } else if byte == .backslash {
                isEscaped = true
            } else {
                result.append(byte)
            }
        }
        return IRCText.decode(result)
    }
}

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
