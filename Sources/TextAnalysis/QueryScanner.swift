/// Every word that may stand before a colon.
enum QueryFieldName: String, CaseIterable {
    case title, body, feed, site, author, tag, lang, category, place, since, has
}

/// Fields that there will be: nothing is known of them yet, and they are read as words.
///
/// Who asks for one now would wait in vain (`Query.futureField`).
package enum QueryFutureField: String, Sendable, CaseIterable {
    case near, sport, topic, until, `is`
    /// Of anything but images.
    case has
}

/// The letters of a query and a position in them: what may stand where, in every keyboard's spelling.
struct QueryScanner {
    private let scalars: [Unicode.Scalar]
    private var position = 0

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    var isAtEnd: Bool { position >= scalars.count }
    var isAtClosing: Bool { current == ")" || current == "）" }
    var isAtOr: Bool { orLength > 0 }

    private var current: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    /// Skips what merely joins words: spaces, commas and "AND".
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

    /// Takes a parenthesis.
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

    /// Takes "-" or "NOT " before something, "not " before a field; a dash by itself is punctuation.
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

    /// Takes a known field name and its colon.
    mutating func takeField() -> QueryFieldName? {
        guard let name = QueryFieldName.allCases.first(where: { isField($0.rawValue) }) else { return nil }
        position += name.rawValue.unicodeScalars.count + 1
        return name
    }

    /// The field that will be read here one day.
    var futureField: QueryFutureField? { QueryFutureField.allCases.first { isField($0.rawValue) } }

    private func isField(_ name: String) -> Bool {
        let length = name.unicodeScalars.count
        guard position + length < scalars.count else { return false }
        let colon = scalars[position + length]
        guard colon == ":" || colon == "：" else { return false }
        return String(String.UnicodeScalarView(scalars[position..<position + length])).lowercased() == name
    }

    /// Takes `/expression/` with its flags; nil when no slash closes it, for it is a word then.
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

    /// Takes at least one scalar, so that reading always ends.
    mutating func takeWord() -> String {
        let start = position
        while let scalar = current, !Self.endsWord(scalar), Self.closers(of: scalar) == nil { position += 1 }
        if position == start, !isAtEnd, !isAtClosing { position += 1 }
        return String(String.UnicodeScalarView(scalars[start..<position]))
    }

    /// Elsewhere "not" is a plain word.
    private var isNotBeforeField: Bool {
        guard position + 3 < scalars.count, Self.isSpace(scalars[position + 3]),
            String(String.UnicodeScalarView(scalars[position..<position + 3])).lowercased() == "not"
        else { return false }
        var rest = self
        rest.position += 3
        rest.skipSpace()
        return rest.futureField != nil || rest.takeField() != nil
    }

    // Only capitals: "or" is gold in French, and a plain word everywhere.
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

    private static let minuses: Set<Unicode.Scalar> = ["-", "−", "－", "﹣"]
    private static let straightClosers: Set<Unicode.Scalar> = ["\"", "“", "”", "‟", "＂"]

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
