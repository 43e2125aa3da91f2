/// Bytes with a meaning in the syntax of mail.
extension UInt8 {
    static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let quote = UInt8(ascii: "\"")
    static let backslash = UInt8(ascii: "\\")
    static let openingParenthesis = UInt8(ascii: "(")
    static let closingParenthesis = UInt8(ascii: ")")
    static let hyphen = UInt8(ascii: "-")
    static let dot = UInt8(ascii: ".")
    static let colon = UInt8(ascii: ":")
    static let semicolon = UInt8(ascii: ";")
    static let less = UInt8(ascii: "<")
    static let equals = UInt8(ascii: "=")
    static let greater = UInt8(ascii: ">")
    static let questionMark = UInt8(ascii: "?")
    static let at = UInt8(ascii: "@")
    static let underscore = UInt8(ascii: "_")
    static let percent = UInt8(ascii: "%")
    static let comma = UInt8(ascii: ",")
    static let apostrophe = UInt8(ascii: "'")
    static let asterisk = UInt8(ascii: "*")

    var isLetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
    var isDigit: Bool { (0x30...0x39).contains(self) }
    var isLetterOrDigit: Bool { isLetter || isDigit }
    /// Space or tab.
    var isBlank: Bool { self == .space || self == .tab }
    var isLineBreak: Bool { self == .lineFeed || self == .carriageReturn }
    /// Visible ASCII.
    var isVisible: Bool { (0x21...0x7E).contains(self) }

    /// Whether the byte may be part of an atom (RFC 5322, section 3.2.3).
    var isAtomText: Bool {
        guard !isLetterOrDigit else { return true }
        return switch self {
        case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"), .apostrophe,
            .asterisk, UInt8(ascii: "+"), .hyphen, UInt8(ascii: "/"), .equals, .questionMark, UInt8(ascii: "^"),
            .underscore, UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    /// Whether the byte may be part of a MIME token (RFC 2045, section 5.1).
    var isTokenText: Bool {
        guard isVisible else { return false }
        return switch self {
        case .openingParenthesis, .closingParenthesis, .less, .greater, .at, .comma, .semicolon, .colon, .backslash,
            .quote, UInt8(ascii: "/"), UInt8(ascii: "["), UInt8(ascii: "]"), .questionMark, .equals:
            false
        default: true
        }
    }

    var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }

    /// The value of a hexadecimal digit.
    var hexValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x37
        case 0x61...0x66: self - 0x57
        default: nil
        }
    }

    /// Two upper case hexadecimal digits, as in `=C3`.
    var hexDigits: [UInt8] { [Self.hexDigit(self >> 4), Self.hexDigit(self & 15)] }

    private static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? value + 0x30 : value + 0x37 }
}

extension Collection<UInt8> {
    /// The bytes as text.
    ///
    /// Invalid UTF-8 becomes U+FFFD.
    var asText: String { String(decoding: self, as: UTF8.self) }

    /// Without spaces, tabs and line breaks at both ends.
    func trimmed() -> SubSequence {
        let isSpace: (UInt8) -> Bool = { $0.isBlank || $0.isLineBreak }
        guard let start = firstIndex(where: { !isSpace($0) }) else { return self[endIndex...] }
        let rest = self[start...]
        var end = rest.startIndex
        for index in rest.indices where !isSpace(rest[index]) { end = rest.index(after: index) }
        return self[start..<end]
    }

    /// Whether it begins with `word`, ignoring case.
    ///
    /// `word` must be in lower case.
    func begins(with word: StaticString) -> Bool {
        word.withUTF8Buffer { expected in
            var index = startIndex
            for byte in expected {
                guard index != endIndex, self[index].lowercased == byte else { return false }
                index = self.index(after: index)
            }
            return true
        }
    }
}

extension String {
    /// Lower case of ASCII letters only, so that no other letter becomes ASCII (the Kelvin sign `K` would become `k`).
    var lowercasedASCII: String { String(decoding: utf8.map(\.lowercased), as: UTF8.self) }
}
