/// The words of one language that the quiz must know: `data/quiz`.
package struct QuizWords: Sendable {
    private var graveWords: Set<String> = []
    /// Beginnings of words, by their first two letters.
    private var graveStems: [String: [String]] = [:]
    /// The same words for texts without spaces.
    private var graveParts: [QuizBytes] = []
    private var isSpaced = true
    let articles: Set<String>
    let nouns: Set<String>
    let after: Set<String>
    /// Words that tell whether a person is a man or a woman.
    private let gender: Set<String>
    private var genderParts: [QuizBytes] = []
    /// Words in names of firms, which no person has.
    let firms: Set<String>
    /// Nouns that stand where no other could, such as "third" and "pair".
    let vague: Set<String>
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
                let stem = QuizText.folded(String(word.dropLast()))
                graveStems[String(stem.prefix(2)), default: []].append(stem)
            } else {
                graveWords.insert(QuizText.folded(word))
            }
        }
        gender = Set((lists["gender"] ?? []).map(QuizText.folded))
        firms = Set((lists["firms"] ?? []).map(QuizText.folded))
        vague = Set((lists["vague"] ?? []).map(QuizText.folded))
        if !isSpaced || language == "ko" {
            graveParts = graveWords.map { QuizBytes($0) }
            genderParts = gender.map { QuizBytes($0) }
        }
        articles = Set((lists["articles"] ?? []).map(QuizText.folded))
        nouns = Set((lists["nouns"] ?? []).map(QuizText.folded))
        after = Set((lists["after"] ?? []).map(QuizText.folded))
        dates = [lists["days"] ?? [], lists["months"] ?? []].filter { $0.count > 3 }
    }

    /// Whether a text tells of death, violence or disaster.
    func isGrave(_ text: String) -> Bool {
        let folded = QuizText.folded(text)
        guard isSpaced, language != "ko" else { return graveParts.contains { $0.isPart(of: folded) } }
        return folded.split { !$0.isLetter && !$0.isNumber }.contains { word in
            graveWords.contains(String(word))
                || graveStems[String(word.prefix(2))]?.contains { word.hasPrefix($0) } == true
        }
    }

    /// Whether a text tells if the person in it is a man or a woman.
    func showsGender(_ text: String) -> Bool {
        let folded = QuizText.folded(text)
        guard isSpaced, language != "ko" else { return genderParts.contains { $0.isPart(of: folded) } }
        return folded.split { !$0.isLetter }.contains { gender.contains(String($0)) }
    }
}

/// The words of all languages; a language without a file has no quiz.
package struct QuizVocabulary: Sendable {
    private var byLanguage: [String: QuizWords] = [:]
    /// Of all languages: firms keep their names abroad.
    private(set) var firms: Set<String> = []

    /// - Parameter texts: files of `data/quiz` by language.
    package init(_ texts: [String: String]) {
        byLanguage = texts.reduce(into: [:]) { $0[$1.key] = QuizWords(language: $1.key, text: $1.value) }
        firms = byLanguage.values.reduce(into: []) { $0.formUnion($1.firms) }
    }

    package var isEmpty: Bool { byLanguage.isEmpty }

    subscript(_ language: String?) -> QuizWords? { language.flatMap { byLanguage[$0] } }
}
