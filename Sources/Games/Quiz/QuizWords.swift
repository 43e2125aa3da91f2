internal import Synchronization

/// The words of one language that the quiz must know: `data/quiz`.
package struct QuizWords: Sendable {
    private let grave: QuizWordList
    /// Words of films and series.
    private let screen: QuizWordList
    /// Words of guides and reviews, and what titles begin with that tell no event.
    private let guides: QuizWordList
    private let openings: QuizWordList
    private let isSpaced: Bool
    let articles: Set<String>
    let nouns: Set<String>
    let after: Set<String>
    /// Words that tell whether a person is a man or a woman.
    private let gender: QuizWordList
    /// Words in names of firms, which no person has.
    let firms: Set<String>
    /// Nouns that stand where no other could, such as "third" and "pair".
    let vague: Set<String>
    /// What stands before a day or month that belongs to a statement: "on", "since".
    let when: Set<String>
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
        // Korean words have endings, so they are found inside others, too.
        let isWhole = isSpaced && language != "ko"
        func list(_ name: Substring) -> QuizWordList { QuizWordList(lists[name] ?? [], isSpaced: isWhole) }
        (grave, gender, screen) = (list("grave"), list("gender"), list("screen"))
        (guides, openings) = (list("guides"), list("openings"))
        firms = Set((lists["firms"] ?? []).map(QuizText.folded))
        vague = Set((lists["vague"] ?? []).map(QuizText.folded))
        when = Set((lists["when"] ?? []).map(QuizText.folded))
        articles = Set((lists["articles"] ?? []).map(QuizText.folded))
        nouns = Set((lists["nouns"] ?? []).map(QuizText.folded))
        after = Set((lists["after"] ?? []).map(QuizText.folded))
        dates = [lists["days"] ?? [], lists["months"] ?? []].filter { $0.count > 3 }
    }

    /// Whether a text tells of death, violence or disaster.
    func isGrave(_ text: String) -> Bool { grave.isIn(text) }

    /// Whether a text tells if the person in it is a man or a woman.
    func showsGender(_ text: String) -> Bool { gender.isIn(text) }

    /// Whether a text is about a film or a series, so that a name in it may be one of a person who is made up.
    func isOfScreen(_ text: String) -> Bool { screen.isIn(text) }

    /// Whether a title is a guide, a review, an opinion or a question: it tells of no event.
    ///
    /// The first word of each of its parts shows it ("Review: …", "The 10 best …"), or a word anywhere.
    func tellsNoEvent(_ title: QuizText) -> Bool {
        if guides.isIn(title.text) { return true }
        guard isSpaced else { return false }
        var isBeginning = true
        var end = title.text.startIndex
        for piece in title.pieces {
            let between = title.text[end..<piece.range.lowerBound]
            if between.contains(where: { ":–—|".contains($0) }) || between.contains(" - ") { isBeginning = true }
            end = piece.range.upperBound
            guard isBeginning, !piece.isNumber, !articles.contains(piece.folded) else { continue }
            isBeginning = false
            // "What's new" begins with "what"; "WHO" is no question.
            let isAcronym = piece.text.count > 1 && piece.text == piece.text.uppercased()
            if !isAcronym, openings.contains(piece.folded.prefix { !"'’".contains($0) }) { return true }
        }
        return false
    }
}

/// The words of all languages; a language without a file has no quiz.
///
/// They are read when the first of them is needed: many bots play no quiz.
package final class QuizVocabulary: Sendable {
    private struct Words {
        var byLanguage: [String: QuizWords]
        /// Of all languages: firms keep their names abroad.
        var firms: Set<String>
    }

    private let languages: [String]
    private let text: @Sendable (_ language: String) -> String?
    private let words = Mutex<Words?>(nil)

    /// - Parameter text: a file of `data/quiz`; nil if it cannot be read.
    package init(languages: [String], text: @escaping @Sendable (_ language: String) -> String?) {
        self.languages = languages
        self.text = text
    }

    /// - Parameter texts: files of `data/quiz` by language.
    package convenience init(_ texts: [String: String]) {
        self.init(languages: Array(texts.keys)) { texts[$0] }
    }

    package var isEmpty: Bool { languages.isEmpty }

    var firms: Set<String> { loaded.firms }

    subscript(_ language: String?) -> QuizWords? { language.flatMap { loaded.byLanguage[$0] } }

    private var loaded: Words {
        words.withLock { words in
            if let words { return words }
            var byLanguage: [String: QuizWords] = [:]
            for language in languages {
                byLanguage[language] = text(language).map { QuizWords(language: language, text: $0) }
            }
            let firms = byLanguage.values.reduce(into: Set<String>()) { $0.formUnion($1.firms) }
            let loaded = Words(byLanguage: byLanguage, firms: firms)
            words = loaded
            return loaded
        }
    }
}
