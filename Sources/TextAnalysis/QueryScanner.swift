/// The field names that may precede a colon.
enum QueryFieldName: String, CaseIterable {
    case title, body, feed, site, author, tag, lang, category, place, near, sport, topic, smart, since, until, has, `is`
}

/// Reads the operators, fields and words of a query, in the spelling of every keyboard.
struct QueryScanner {
    let scalars: [Unicode.Scalar]
    private let fields: QueryFieldWords
    private(set) var position = 0

    init(_ text: String, fields: QueryFieldWords) {
        scalars = Array(text.unicodeScalars)
        self.fields = fields
    }

    var isAtEnd: Bool { position >= scalars.count }
    var isAtClosing: Bool { current == ")" || current == "）" }
    var isAtOr: Bool { orLength > 0 }

    private var current: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    /// Skips spaces, commas and "AND", which only join words.
    mutating func skipSpace() {
        while let scalar = current {
            if Self.isSpace(scalar) {
                position += 1
            } else if isWord("AND") {
                position += 3
            } else {
                return
            }
        }
    }

    /// Consumes a parenthesis, if there is one.
    mutating func take(closing: Bool) -> Bool {
        guard closing ? isAtClosing : current == "(" || current == "（" else { return false }
        position += 1
        return true
    }

    mutating func takeOr() -> Bool {
        skipSpace()
        let length = orLength
        position += length
        return length > 0
    }

    /// Consumes "-" or "NOT " before a term, or "not " before a field; a single dash is punctuation.
    mutating func takeMinus() -> Bool {
        guard let scalar = current else { return false }
        if Self.minuses.contains(scalar) {
            position += 1
            guard let next = current, !Self.isSpace(next) else { return false }
            return true
        }
        guard isWord("NOT") || isNotBeforeField else { return false }
        position += 3
        skipSpace()
        return true
    }

    /// Consumes a known field name and its colon.
    mutating func takeField() -> QueryFieldName? {
        guard let typed = wordBeforeColon, let name = QueryFieldName(rawValue: fields.english(typed)) else {
            return nil
        }
        position += typed.unicodeScalars.count + 1
        return name
    }

    /// The text before a colon at the current position; nil when it is too long for a field, or no colon follows.
    private var wordBeforeColon: String? {
        let end = min(scalars.count, position + QueryFieldWords.longest + 1)
        guard position < end, let colon = scalars[position..<end].firstIndex(where: { $0 == ":" || $0 == "：" })
        else { return nil }
        return String(String.UnicodeScalarView(scalars[position..<colon]))
    }

    /// Consumes `/expression/` with its flags; nil when no slash closes it, because then it is a word.
    mutating func takeRegex() -> String? {
        guard current == "/" else { return nil }
        var pattern = String.UnicodeScalarView()
        var index = position + 1
        while index < scalars.count, scalars[index] != "/" {
            if scalars[index] == "\\", index + 1 < scalars.count {
                pattern.append(scalars[index])
                index += 1
            }
            pattern.append(scalars[index])
            index += 1
        }
        guard index < scalars.count, !pattern.isEmpty else { return nil }
        index += 1
        while index < scalars.count, scalars[index] == "i" || scalars[index] == "I" { index += 1 }
        guard index == scalars.count || Self.endsWord(scalars[index]) else { return nil }
        position = index
        return String(pattern)
    }

    mutating func takeQuoted() -> String? {
        guard let open = current, let closers = Self.closers(of: open) else { return nil }
        var index = position + 1
        while index < scalars.count, !closers.contains(scalars[index]) { index += 1 }
        let inside = scalars[(position + 1)..<index]
        position = min(index + 1, scalars.count)
        return String(String.UnicodeScalarView(inside))
    }

    /// Consumes a comma and what follows it up to the next one, if that begins with a digit or a minus: the distance
    /// and the position behind a place.
    mutating func takeNumberAfterComma() -> String? {
        guard current == "," || current == "，", position + 1 < scalars.count else { return nil }
        let first = scalars[position + 1]
        guard ("0"..."9").contains(first) || first == "-" else { return nil }
        position += 1
        return takeWord()
    }

    /// Consumes at least one scalar, so that parsing always ends.
    mutating func takeWord() -> String {
        let start = position
        while let scalar = current, !Self.endsWord(scalar), Self.closers(of: scalar) == nil { position += 1 }
        if position == start, !isAtEnd, !isAtClosing { position += 1 }
        return String(String.UnicodeScalarView(scalars[start..<position]))
    }

    /// Elsewhere "not" is an ordinary word.
    private var isNotBeforeField: Bool {
        guard position + 3 < scalars.count, Self.isSpace(scalars[position + 3]),
            String(String.UnicodeScalarView(scalars[position..<position + 3])).lowercased() == "not"
        else { return false }
        var rest = self
        rest.position += 3
        rest.skipSpace()
        return rest.takeField() != nil
    }

    // Only in capitals: "or" is French for gold, and lower-case "or" is an ordinary word in every language.
    private var orLength: Int {
        if current == "|" || current == "｜" { return 1 }
        return isWord("OR") ? 2 : 0
    }

    private func isWord(_ word: String) -> Bool {
        let letters = Array(word.unicodeScalars)
        guard position + letters.count < scalars.count else { return false }
        guard Array(scalars[position..<position + letters.count]) == letters else { return false }
        let next = scalars[position + letters.count]
        return Self.endsWord(next) || Self.closers(of: next) != nil
    }

    /// Signs before a term that is excluded.
    static let minuses: Set<Unicode.Scalar> = ["-", "−", "－", "﹣"]
    private static let straightClosers: Set<Unicode.Scalar> = ["\"", "“", "”", "‟", "＂"]
    /// Marks that begin or end what `"` begins.
    static let straightQuotes = straightClosers.union(["„"])

    /// Whether quoted text may begin with a sign.
    static func isQuote(_ sign: Unicode.Scalar) -> Bool { closers(of: sign) != nil }

    private static func closers(of open: Unicode.Scalar) -> Set<Unicode.Scalar>? {
        switch open {
        case "\"", "“", "”", "„", "‟", "＂": straightClosers
        case "«": ["»"]
        case "»": ["«"]
        case "「": ["」"]
        case "『": ["』"]
        case "《": ["》"]
        default: nil
        }
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == "," || scalar == ";" || scalar == "，" || scalar == "、" || scalar == "；" { return true }
        return scalar.properties.isWhitespace || scalar.value < 0x20
    }

    private static func endsWord(_ scalar: Unicode.Scalar) -> Bool {
        isSpace(scalar) || ["(", ")", "（", "）", "|", "｜"].contains(scalar)
    }
}
