/// One word of a command line.
struct CommandWord: Hashable, Sendable {
    /// As typed, with quotes.
    ///
    /// Queries are built from it.
    var raw: String
    /// Without quotes.
    var text: String
    var isQuoted: Bool
    /// The English word that it means as a keyword or a time; nil if it is English itself or neither.
    var meaning: String?
    /// The span of time, or the unit of one, that it means: `3d` for `三天`, `w` for `周`.
    ///
    /// It stands beside `meaning`, because `一周` is also the keyword `week`.
    var span: String?
    /// The number that it means in a language other than English: 3 for `三`.
    var foreignNumber: Int?
    /// The English word of politeness that it means; nil if it is English itself or none.
    var courtesy: String?
    /// Whether it is one of the words by which a sentence is told from a name.
    var isSentenceWord = false

    /// Stands for the newest item, or the one that is answered.
    static let last = CommandWord(raw: "last", text: "last", isQuoted: false)

    /// In English and lower case, for comparison with keywords.
    ///
    /// A quoted word is never a keyword.
    var keyword: String { isQuoted ? "" : meaning ?? text.lowercased() }

    /// In English if it is a keyword, otherwise as typed: for values such as `mail` or `week`.
    var value: String { isQuoted ? text : meaning ?? text }

    /// Seconds of a span such as `7d` in any language; nil if it is none or over a year.
    var seconds: Int? { ClockWords.seconds(span ?? value) }

    /// The list number that it is in words of any language; nil if it is none.
    var numberInWords: Int? { foreignNumber ?? NumberWord.number(text) }

    /// Whether it is a number in words, or a part of one such as `hundred`.
    var isPartOfNumber: Bool { Reference.number(text) == nil && (foreignNumber != nil || NumberWord.isPart(text)) }

    /// The two sides of `key=value`, a time in English; nil if the word is not one.
    var keyAndValue: (key: String, value: String)? {
        let text = value
        guard let sign = text.firstIndex(of: "="), !raw.hasPrefix("\"") else { return nil }
        let key = text[..<sign]
        // The "=" in a URL's query string never follows only letters.
        guard !key.isEmpty, key.allSatisfy({ $0.isASCII && $0.isLetter }) else { return nil }
        return (key.lowercased(), String(text[text.index(after: sign)...]))
    }

    var isURL: Bool {
        let lowered = text.lowercased()
        return (lowered.hasPrefix("http://") || lowered.hasPrefix("https://") || lowered.hasPrefix("feed:"))
            && text.count > 8
    }

    /// Splits a line at white space.
    ///
    /// Quoted text is one word.
    ///
    /// A quote that is never closed extends to the end of the line.
    static func words(in line: String) -> [CommandWord] {
        var words: [CommandWord] = []
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
                if !raw.isEmpty { words.append(CommandWord(raw: raw, text: text, isQuoted: isQuoted)) }
                (raw, text, isQuoted) = ("", "", false)
            } else {
                raw.append(character)
                text.append(character)
            }
        }
        if quote != nil { raw.append("\"") }
        if !raw.isEmpty { words.append(CommandWord(raw: raw, text: text, isQuoted: isQuoted)) }
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
