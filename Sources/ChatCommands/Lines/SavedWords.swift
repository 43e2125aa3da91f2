internal import NewsWording

/// Parses notes and tags of saved articles.
enum SavedWords {
    private static let longestNote = 300
    private static let longestTag = 30
    private static let mostTags = 8

    /// The numbers of `3, 4 and 5` as one word.
    ///
    /// Nil if other words than tags follow.
    static func takeNumbers(_ arguments: inout Arguments) -> CommandWord? {
        var rest = arguments
        var numbers: [String] = []
        while let word = rest.first, !word.isQuoted {
            let isNumber = Reference.numbers([word]) != nil && (numbers.isEmpty || !word.text.hasPrefix("#"))
            if isNumber {
                numbers.append(word.text)
            } else if numbers.isEmpty || !["and", "&", "+"].contains(word.keyword) {
                break
            }
            _ = rest.take()
        }
        guard numbers.count > 1, rest.words.allSatisfy({ $0.text.hasPrefix("#") }) else { return nil }
        arguments = rest
        let text = numbers.joined(separator: ",")
        return CommandWord(raw: text, text: text, isQuoted: false)
    }

    /// Words that start with `#` are tags.
    ///
    /// The other words are the note.
    static func noteAndTags(_ arguments: Arguments) -> (note: String?, tags: [String]) {
        var tags: [String] = []
        var words: [String] = []
        for word in arguments.words {
            guard !word.isQuoted, word.text.hasPrefix("#"), let tag = tag(word.text) else {
                words.append(word.text)
                continue
            }
            if !tags.contains(tag), tags.count < mostTags { tags.append(tag) }
        }
        let note = BoundedText.shortened(words.joined(separator: " "), to: longestNote)
        return (note.isEmpty ? nil : note, tags)
    }

    /// `#Climate` and `climate` are the same tag.
    ///
    /// Nil if no character is allowed in a tag.
    static func tag(_ text: String) -> String? {
        let letters = text.lowercased().unicodeScalars.filter {
            $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "-" || $0 == "_"
        }
        return letters.isEmpty ? nil : String(String.UnicodeScalarView(letters.prefix(longestTag)))
    }

    static func shown(_ tags: [String]) -> String { tags.map { "#" + $0 }.joined(separator: " ") }
}
