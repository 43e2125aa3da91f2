internal import NewsModel

/// Translates commands that are shown to a reader into the words of their language.
struct CommandWords: Sendable {
    private let commands: [String: String]
    private let keywords: [String: String]
    private let fields: [String: String]
    /// Categories, sports and topics: `headlines sports` names the category, not the command `sports`.
    private let subjects: [String: String]
    /// How words are shown behind another word of the line: the `to` of `rename`.
    private let behind: [String: [String: String]]
    /// The word behind the slash of `3/category`.
    private let category: String?

    /// What is known of a line from its words so far.
    private struct Line {
        /// `health` is a setting, and `football` a word to look for; in other lines they are a category and a sport.
        var namesNoSubject: Bool
        /// How words are shown behind those that were read.
        var own: [String: String] = [:]
    }

    init(_ words: ShownWords) {
        commands = words.commands.compactMapValues(\.first)
        keywords = words.keywords.compactMapValues(\.first)
        fields = words.fields.compactMapValues(\.first)
        subjects = words.subjects.compactMapValues(\.first)
        behind = words.behind
        category = words.categories.first
    }

    func line(_ line: HintLine) -> String {
        var shown = ""
        let pieces = line.pieces
        var read = Line(namesNoSubject: Self.verbsWithoutSubject.contains(String(line.verb.drop { !$0.isLetter })))
        for (index, piece) in pieces.enumerated() {
            switch piece {
            case .value(let value): shown += value
            case .fixed(let words):
                // The first piece may be the prefix of a room.
                let begins = index == 0 || index == 1 && !pieces[0].text.contains { $0.isLetter || $0.isNumber }
                let before = begins ? nil : pieces[index - 1].text.last
                let after = index + 1 < pieces.count ? pieces[index + 1].text.first : nil
                shown += self.words(words, &read, begins: begins, between: before, and: after)
            }
        }
        return shown
    }

    /// Words of a line; quoted text and words beside a number or a sign stay as they are.
    ///
    /// - Parameter begins: the first word is a command.
    private func words(
        _ text: String,
        _ line: inout Line,
        begins: Bool,
        between left: Character?,
        and right: Character?
    ) -> String {
        var shown = ""
        var isCommand = begins
        var rest = text[...]
        var before = left
        var isQuoted = false
        while let first = rest.first {
            let word = rest.prefix { $0.isASCII && $0.isLetter }
            guard !word.isEmpty else {
                if first == "\"" { isQuoted.toggle() }
                // Every line of a usage begins with the command.
                if first.isNewline { (isCommand, line.own) = (begins, [:]) }
                before = first
                shown.append(first)
                rest.removeFirst()
                continue
            }
            rest = rest.dropFirst(word.count)
            if !isQuoted, Self.begins(before), let field = field(String(word), rest) {
                shown += field.shown
                before = field.shown.last
                rest = rest.dropFirst(field.length)
                isCommand = false
                continue
            }
            let after = rest.first ?? right
            let isWhole = Self.divides(before) && Self.divides(after) && !isQuoted
            let isShare = before == "/" && word == "category" && Self.divides(after) && !isQuoted
            var own = isShare ? category : nil
            if isWhole { own = translation(String(word), isCommand: isCommand, line) }
            shown += own ?? String(word)
            if isWhole, let those = behind[String(word)] { line.own.merge(those) { $1 } }
            isCommand = false
            before = word.last
        }
        return shown
    }

    private func translation(_ word: String, isCommand: Bool, _ line: Line) -> String? {
        if isCommand { return commands[word] ?? keywords[word] }
        let subject = line.namesNoSubject ? nil : subjects[word]
        return line.own[word] ?? subject ?? keywords[word] ?? commands[word]
    }

    /// A field of queries with its colon, and the value behind it where that is a fixed word: `has:image`.
    ///
    /// Nil if one of them has no word in this language.
    ///
    /// - Parameter rest: what follows the name of the field.
    /// - Returns: `length` is how many characters of `rest` are shown in other words.
    private func field(_ name: String, _ rest: Substring) -> (shown: String, length: Int)? {
        guard rest.first == ":", let field = fields[name] else { return nil }
        let value = rest.dropFirst().prefix { $0.isASCII && $0.isLetter }
        guard Self.fieldsOfFixedValues.contains(name), !value.isEmpty else { return (field + ":", 1) }
        guard let own = keywords[value == "image" ? "images" : String(value)] else { return nil }
        return ("\(field):\(own)", 1 + value.count)
    }

    /// Commands of settings, and those behind which words to look for stand.
    private static let verbsWithoutSubject: Set = ["set", "config", "mute", "unmute", "alert", "search", "smart"]
    private static let fieldsOfFixedValues: Set = ["since", "until", "has", "is"]

    /// Whether a field may stand behind a sign: `-site:`, `(title:`.
    private static func begins(_ sign: Character?) -> Bool { divides(sign) || sign.map { "-(".contains($0) } == true }

    /// Whether a sign between words is none that makes one word of them: `[to here|dm]` but not `mon-fri`.
    private static func divides(_ sign: Character?) -> Bool { sign.map { " []|,，\n".contains($0) } ?? true }
}
