/// Reads encoded words (RFC 2047), including common mistakes of mail programs.
extension EncodedWord {
    /// Longer than the 75 characters of the RFC, because nobody enforces them.
    private static let longestWord = 2_000

    private enum Piece {
        case plain([UInt8])
        case coded(charset: String, bytes: [UInt8])
    }

    /// The decoded text.
    ///
    /// Anything that is not an encoded word is unchanged.
    static func decode(_ value: String) -> String {
        guard value.utf8.contains(.equals) else { return value }
        return pieces(of: Array(value.utf8)).map { piece in
            switch piece {
            case .plain(let bytes): bytes.asText
            case .coded(let charset, let bytes): Charset.decode(bytes, declared: charset)
            }
        }.joined()
    }

    private static func pieces(of bytes: [UInt8]) -> [Piece] {
        var pieces: [Piece] = []
        var plain: [UInt8] = []
        var index = 0
        while index < bytes.count {
            guard bytes[index] == .equals, let (word, end) = word(in: bytes, at: index) else {
                plain.append(bytes[index])
                index += 1
                continue
            }
            let followsWord = if case .coded? = pieces.last { true } else { false }
            // Section 6.2: white space between two encoded words is ignored.
            if !plain.isEmpty, !(followsWord && plain.allSatisfy { $0.isBlank || $0.isLineBreak }) {
                pieces.append(.plain(plain))
            }
            plain = []
            append(word, to: &pieces)
            index = end
        }
        return plain.isEmpty ? pieces : pieces + [.plain(plain)]
    }

    /// Some programs split a multibyte character, so adjacent words of one charset are joined before decoding.
    private static func append(_ word: (charset: String, bytes: [UInt8]), to pieces: inout [Piece]) {
        if case .coded(let charset, let bytes)? = pieces.last, charset == word.charset {
            // Removed first, so that the bytes can grow without a copy.
            pieces.removeLast()
            var bytes = bytes
            bytes += word.bytes
            pieces.append(.coded(charset: charset, bytes: bytes))
        } else {
            pieces.append(.coded(charset: word.charset, bytes: word.bytes))
        }
    }

    /// The word `=?charset*language?B?…?=` at an index, and the index after it.
    private static func word(in bytes: [UInt8], at start: Int) -> (word: (charset: String, bytes: [UInt8]), end: Int)? {
        guard start + 8 <= bytes.count, bytes[start + 1] == .questionMark else { return nil }
        let window = bytes[(start + 2)..<min(bytes.count, start + longestWord)]
        guard let charsetEnd = window.prefix(80).firstIndex(of: .questionMark), charsetEnd > start + 2,
            charsetEnd + 2 < window.endIndex, bytes[charsetEnd + 2] == .questionMark
        else { return nil }
        let payloadStart = charsetEnd + 3
        let isBase64 = bytes[charsetEnd + 1].lowercased == UInt8(ascii: "b")
        guard isBase64 || bytes[charsetEnd + 1].lowercased == UInt8(ascii: "q") else { return nil }
        var close = payloadStart
        while close + 1 < window.endIndex {
            if window[close] == .questionMark, window[close + 1] == .equals { break }
            close += 1
        }
        guard close + 1 < window.endIndex else { return nil }
        let payload = window[payloadStart..<close]
        var content: [UInt8] = []
        if isBase64 {
            content = Base64.decode(payload)
        } else {
            QuotedPrintable.decode(payload, usesUnderscores: true, to: &content)
        }
        let charset = window[..<charsetEnd].prefix { $0 != .asterisk }.asText.lowercasedASCII
        return ((charset, content), close + 2)
    }
}
