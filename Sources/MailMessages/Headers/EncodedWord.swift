/// Writes text of any language in ASCII headers (RFC 2047).
enum EncodedWord {
    /// Lines with encoded words have at most 76 characters, and the words 75 (section 2).
    private static let (lineLength, wordLength) = (76, 75)
    private static let frame = "=?utf-8?Q??=".utf8.count

    /// Whether the text must be encoded: a reader would see other text, or a word is too long to fold.
    static func isNeeded(for text: some StringProtocol) -> Bool {
        var (length, last) = (0, UInt8.space)
        for byte in text.utf8 {
            guard byte.isVisible || byte == .space else { return true }
            if last == .equals, byte == .questionMark { return true }
            length = byte == .space ? 0 : length + 1
            // A line may have 998 characters; this leaves space for names and commas.
            if length > 70 { return true }
            last = byte
        }
        return false
    }

    /// The words of a subject or comment.
    ///
    /// Everything from the first to the last word that needs it is encoded.
    static func tokens(_ text: String, column: Int) -> [String] {
        let words = text.split(separator: " ")
        guard let first = words.firstIndex(where: isNeeded(for:)), let last = words.lastIndex(where: isNeeded(for:))
        else {
            return words.map(String.init)
        }
        let before = words[..<first].map(String.init)
        let middle = words[first...last].joined(separator: " ")
        let used = first == 0 ? column : column + before.reduce(0) { $0 + $1.utf8.count + 1 }
        return before + encode(middle, column: used) + words[(last + 1)...].map(String.init)
    }

    /// Encoded words in base64 or Q, whichever is shorter.
    ///
    /// No character is split.
    static func encode(_ text: String, column: Int) -> [String] {
        let units = text.flatMap(units(of:))
        let quotedCost = units.reduce(0) { $0 + quotedLength($1) }
        let isQuoted = quotedCost <= text.utf8.count * 4 / 3
        var words: [String] = []
        var chunk: [UInt8] = []
        var used = 0
        // The first word shares the line with the header's name, if there is enough space.
        let firstRoom = lineLength - frame - column
        var room = firstRoom >= 16 ? min(firstRoom, wordLength - frame) : wordLength - frame
        for unit in units {
            let length = isQuoted ? used + quotedLength(unit) : (chunk.count + unit.count + 2) / 3 * 4
            if length > room, !chunk.isEmpty {
                words.append(word(chunk, isQuoted: isQuoted))
                (chunk, used, room) = ([], 0, wordLength - frame)
            }
            chunk += unit
            used += quotedLength(unit)
        }
        if !chunk.isEmpty { words.append(word(chunk, isQuoted: isQuoted)) }
        return words
    }

    /// The bytes of a character.
    ///
    /// A character with many combining marks is split into its scalars.
    private static func units(of character: Character) -> [[UInt8]] {
        let whole = Array(String(character).utf8)
        if whole.count <= 12 { return [whole] }
        return character.unicodeScalars.map { Array(String($0).utf8) }
    }

    private static func quotedLength(_ bytes: [UInt8]) -> Int {
        bytes.reduce(0) { $0 + (isQuotable($1) || $1 == .space ? 1 : 3) }
    }

    /// Also safe in display names (section 5, rule 3).
    private static func isQuotable(_ byte: UInt8) -> Bool {
        byte.isLetterOrDigit
            || [UInt8(ascii: "!"), .asterisk, UInt8(ascii: "+"), .hyphen, UInt8(ascii: "/")].contains(byte)
    }

    private static func word(_ bytes: [UInt8], isQuoted: Bool) -> String {
        guard isQuoted else { return "=?utf-8?B?\(Base64.encode(bytes).asText)?=" }
        var body: [UInt8] = []
        for byte in bytes {
            if byte == .space {
                body.append(.underscore)
            } else if isQuotable(byte) {
                body.append(byte)
            } else {
                body += [.equals] + byte.hexDigits
            }
        }
        return "=?utf-8?Q?\(body.asText)?="
    }
}
