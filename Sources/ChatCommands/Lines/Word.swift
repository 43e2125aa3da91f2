/// One word of a command, as typed and as meant.
struct Word: Hashable, Sendable {
    /// As typed, quotes included: what a query is put together from.
    var raw: String
    /// Without quotes.
    var text: String
    var isQuoted: Bool

    /// For comparing with keywords; a quoted word is never a keyword.
    var keyword: String { isQuoted ? "" : text.lowercased() }

    /// The two sides of `key=value`; nil when it is not one.
    var keyAndValue: (key: String, value: String)? {
        guard let sign = text.firstIndex(of: "="), !raw.hasPrefix("\"") else { return nil }
        let key = text[..<sign]
        // A URL's query string holds "=", but never after letters alone.
        guard !key.isEmpty, key.allSatisfy({ $0.isASCII && $0.isLetter }) else { return nil }
        return (key.lowercased(), String(text[text.index(after: sign)...]))
    }

    var isURL: Bool {
        let lowered = text.lowercased()
        return (lowered.hasPrefix("http://") || lowered.hasPrefix("https://") || lowered.hasPrefix("feed:"))
            && text.count > 8
    }

    /// Cuts a line at white space, keeping what stands in quotes together.
    ///
    /// A quote that is never closed reaches to the end of the line.
    static func words(in line: String) -> [Word] {
        var words: [Word] = []
        var raw = ""
        var text = ""
        var quote: Character?
        var isQuoted = false
        for character in line {
            if let open = quote {
                raw.append(character == open ? "\"" : character)
                if character == open { quote = nil } else { text.append(character) }
            } else if let close = closingQuote(character) {
                quote = close
                isQuoted = true
                raw.append("\"")
            } else if character.isWhitespace {
                if !raw.isEmpty { words.append(Word(raw: raw, text: text, isQuoted: isQuoted)) }
                (raw, text, isQuoted) = ("", "", false)
            } else {
                raw.append(character)
                text.append(character)
            }
        }
        if quote != nil { raw.append("\"") }
        if !raw.isEmpty { words.append(Word(raw: raw, text: text, isQuoted: isQuoted)) }
        return words
    }

    private static func closingQuote(_ character: Character) -> Character? {
        switch character {
        case "\"": "\""
        case "\u{201C}": "\u{201D}"
        case "\u{300C}": "\u{300D}"
        default: nil
        }
    }
}
