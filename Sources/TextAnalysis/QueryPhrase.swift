/// Words that must follow each other; one word is a phrase of length one.
package struct QueryPhrase: Sendable, Hashable {
    /// The folded words of the tokenizer.
    package let words: [String]
    /// Whether the first word may be the end of a longer one (`*vid`).
    package let isOpenAtStart: Bool
    /// Whether the last word may be the start of a longer one (`cov*`, and a single CJK letter).
    package let isOpenAtEnd: Bool
    /// Folded, without operators.
    ///
    /// Runs of CJK letters are not split.
    let pieces: [String]
    private let starAtStart: Bool
    private let starAtEnd: Bool

    /// Nil when the text has no word in it.
    init?(_ text: Substring) {
        var text = text
        let leadingStar = text.first == "*"
        while text.first == "*" { text.removeFirst() }
        let trailingStar = text.last == "*"
        while text.last == "*" { text.removeLast() }
        var words: [String] = []
        var pieces: [String] = []
        var kinds: [WordToken.Kind] = []
        var runEnd = -1
        WordTokenizer.forEachToken(String(text)) { folded, range, kind in
            let continuesRun = kind == .cjk && kinds.last == .cjk && range.lowerBound < runEnd
            runEnd = range.upperBound
            words.append(folded)
            kinds.append(kind)
            if !continuesRun {
                pieces.append(folded)
            } else if folded.unicodeScalars.count > 1, let letter = folded.unicodeScalars.last {
                pieces[pieces.count - 1].unicodeScalars.append(letter)
            }
            return true
        }
        guard let lastKind = kinds.last, let lastWord = words.last else { return nil }
        let endsInCJK = lastKind == .cjk
        let lastRunIsOneLetter = endsInCJK && pieces.last == lastWord && lastWord.unicodeScalars.count == 1
        // In the article the run may continue, so its last single letter is not required.
        if endsInCJK && !lastRunIsOneLetter { words.removeLast() }
        self.words = words
        self.pieces = pieces
        starAtStart = leadingStar && kinds.first != .cjk
        starAtEnd = trailingStar && !endsInCJK
        isOpenAtStart = starAtStart
        isOpenAtEnd = starAtEnd || lastRunIsOneLetter
    }

    /// A wildcard beside a single letter would match nearly everything.
    var isTooShort: Bool {
        let first = words.first?.unicodeScalars.count ?? 0
        let last = words.last?.unicodeScalars.count ?? 0
        return (starAtStart && first < 2) || (starAtEnd && last < 2)
    }

    var canonical: String {
        let text = (starAtStart ? "*" : "") + pieces.joined(separator: " ") + (starAtEnd ? "*" : "")
        // Without quotes "not" would exclude a field that follows.
        return pieces.count > 1 || text == "not" ? "\"\(text)\"" : text
    }

    /// Whether there is a star at either end.
    package var hasStar: Bool { starAtStart || starAtEnd }

    /// Any text in the form of `plainText`.
    package static func folded(_ text: String) -> String {
        QueryPhrase(text[...])?.plainText ?? ""
    }

    /// Without quotes and stars, for display.
    package var plainText: String { pieces.joined(separator: " ") }

    package static func == (left: QueryPhrase, right: QueryPhrase) -> Bool {
        left.canonical == right.canonical
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(words)
    }
}
