/// The words of one language that the quiz must know: `data/quiz`.
package struct QuizWords: Sendable {
    private var graveWords: Set<String> = []
    /// Beginnings of words, longest first.
    private var graveStems: [String] = []
    private var isSpaced = true
    let articles: Set<String>
    let nouns: Set<String>
    let after: Set<String>
    /// Lists whose words are offered in place of each other.
    let dates: [[String]]

    /// Words of languages with a file that are not spaced, and those in which a name has no cases.
    private static let unspaced: Set<String> = ["zh", "ja"]
    private static let caseless: Set<String> = ["en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "no", "zh", "ja"]

    let language: String
    /// Whether one name can stand in place of another as it is.
    var namesFit: Bool { Self.caseless.contains(language) }

    /// - Parameter text: a file of `data/quiz`; lines that it does not know are left out.
    package init(language: String, text: String) {
        self.language = language
        var lists: [Substring: [String]] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, !line.hasPrefix("#") else { continue }
            lists[parts[0]] = parts[1].split(separator: " ").map(String.init)
        }
        isSpaced = !Self.unspaced.contains(language)
        for word in lists["grave"] ?? [] {
            if word.hasSuffix("*") {
                graveStems.append(QuizText.folded(String(word.dropLast())))
            } else {
                graveWords.insert(QuizText.folded(word))
            }
        }
        articles = Set((lists["articles"] ?? []).map(QuizText.folded))
        nouns = Set((lists["nouns"] ?? []).map(QuizText.folded))
        after = Set((lists["after"] ?? []).map(QuizText.folded))
        dates = [lists["days"] ?? [], lists["months"] ?? []].filter { $0.count > 3 }
    }

    /// Whether a text tells of death, violence or disaster.
    func isGrave(_ text: String) -> Bool {
        let folded = QuizText.folded(text)
        guard isSpaced, language != "ko" else { return graveWords.contains { folded.contains($0) } }
        return folded.split { !$0.isLetter && !$0.isNumber }.contains { word in
            graveWords.contains(String(word)) || graveStems.contains { word.hasPrefix($0) }
        }
    }
}

/// The words of all languages; a language without a file has no quiz.
package struct QuizVocabulary: Sendable {
    private var byLanguage: [String: QuizWords] = [:]

    /// - Parameter texts: files of `data/quiz` by language.
    package init(_ texts: [String: String]) {
        byLanguage = texts.reduce(into: [:]) { $0[$1.key] = QuizWords(language: $1.key, text: $1.value) }
    }

    package var isEmpty: Bool { byLanguage.isEmpty }

    subscript(_ language: String?) -> QuizWords? { language.flatMap { byLanguage[$0] } }
}
