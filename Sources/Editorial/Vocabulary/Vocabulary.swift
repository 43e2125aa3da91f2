package import TextAnalysis

/// The rules of all vocabulary files, ready for matching.
package struct Vocabulary: Sendable {
    /// By language ("en", "zh").
    private var byLanguage: [String: LanguageVocabulary] = [:]
    /// What could not be read; the other rules hold nevertheless.
    package private(set) var problems: [VocabularyProblem] = []

    package init(_ files: [VocabularyFile]) {
        var rules: [String: [VocabularyRule]] = [:]
        for file in files {
            let read = file.read()
            problems += read.problems
            rules[LanguageGuess.base(file.language), default: []] += read.rules
        }
        let segmenter = WordSegmenter()
        // Names of people and firms are the same in many languages.
        let shared = rules.keys.sorted().filter { !Self.withoutSpaces.contains($0) }.flatMap { language in
            (rules[language] ?? []).filter { Self.isShared($0, of: language) }.map { (language, $0) }
        }
        for (language, own) in rules {
            let borrowed = Self.withoutSpaces.contains(language) ? [] : shared.filter { $0.0 != language }.map(\.1)
            byLanguage[language] = LanguageVocabulary(own, borrowed: borrowed, language: language, segmenter)
        }
        guard !shared.isEmpty else { return }
        let common = LanguageVocabulary([], borrowed: shared.map(\.1), language: "", segmenter)
        for language in Self.sharing where rules[language] == nil {
            byLanguage[language] = common.withStopWords(of: language)
        }
    }

    private static let withoutSpaces: Set<String> = ["zh", "ja", "th", "km", "lo", "my"]

    /// Languages without files of their own whose names have capitals: the names of the other languages serve for them.
    private static let sharing = ["it", "pt", "nl", "pl", "tr", "sv", "da", "no", "fi", "ru", "uk", "bg"]

    private static func isShared(_ rule: VocabularyRule, of language: String) -> Bool {
        if rule.subject == .person { return rule.position == .first }
        return language == "en" && rule.subject.isNamedThing && [.whole, .first].contains(rule.position)
    }

    /// The rules of a language (BCP 47 tag); nil for a language without files.
    func language(_ tag: String?) -> LanguageVocabulary? {
        tag.flatMap { byLanguage[LanguageGuess.base($0)] }
    }

    /// The words of a title that belong to a series and not to its news, by their places; empty for other titles.
    package func seriesWords(of article: ArticleText) -> Set<Int> {
        guard let rules = language(article.language.language) else { return [] }
        let matches = rules.series.matches(in: article.title)
        guard !matches.isEmpty else { return [] }
        // In such titles months and weekdays are numbers of the series.
        let dates = article.title.words.indices.filter { rules.nothing.contains(article.title.words[$0].key) }
        return matches.reduce(into: Set(dates)) { $0.formUnion($1.words) }
    }

    /// Folded words and stems that describe nothing, by language, for `KeyphraseFinder`.
    package var weakWords: [String: Set<String>] { byLanguage.mapValues(\.weakWords) }
}

/// The rules of one language.
struct LanguageVocabulary: Sendable {
    let rules: [VocabularyRule]
    /// For each rule the number of the first one of the same sport or topic.
    let firstOfSubject: [Int]
    /// Finds words of names; values are numbers of rules.
    let names: PhraseTable
    /// Finds words of sports, topics and promotions; values are `2 * rule`, plus 1 for hints.
    let keywords: PhraseTable
    /// Finds words of series titles.
    let series: PhraseTable
    /// `WordKey`s of the rules for `nothing`.
    let nothing: Set<UInt64>
    /// Folded words and their stems.
    let weakWords: Set<String>
    /// `WordKey`s of words that end a name: stop words, those of rules for `nothing`.
    private(set) var noNames: Set<UInt64>
    /// Those and weak words, for titles in capitals.
    private(set) var noNamesInTitles: Set<UInt64>
    /// `WordKey`s of the surnames, and letters of foreign names, by which Chinese names are recognised.
    let surnames: Set<UInt64>
    let sounds: Set<UInt32>
    /// German writes every noun with a capital.
    let nounsHaveCapitals: Bool

    /// `borrowed` are rules of other languages for names.
    init(_ own: [VocabularyRule], borrowed: [VocabularyRule], language: String, _ segmenter: WordSegmenter) {
        rules = own + borrowed
        var first: [String: Int] = [:]
        firstOfSubject = rules.enumerated().map { index, rule in
            let key = "\(rule.subject.rawValue)/\(rule.name)"
            first[key] = first[key] ?? index
            return first[key] ?? index
        }
        nounsHaveCapitals = language == "de" || language == "lb"
        var names = PhraseTable()
        var keywords = PhraseTable()
        var series = PhraseTable()
        var weak: Set<String> = []
        let nothing = rules.filter { $0.subject == .nothing }.flatMap(\.words)
        self.nothing = Set(nothing.map { WordKey.of(TextFolding.folded($0)) })
        var noNames = StopWords.wholeKeys(for: language)
        var (surnames, sounds): (Set<UInt64>, Set<UInt32>) = ([], [])
        let plural = ["en", "es", "fr", "pt", "nl"].contains(language) ? "s" : nil
        for (index, rule) in rules.enumerated() {
            switch (rule.subject, rule.position) {
            case (.weak, _):
                for word in rule.words {
                    for part in segmenter.words(in: word, language: language) {
                        weak.formUnion([part.folded, part.stem])
                    }
                }
            case (.series, _):
                for word in rule.words { series.add(word, index, segmenter, language) }
            case (.nothing, _): noNames.formUnion(self.nothing)
            case (_, .surname): surnames.formUnion(rule.words.map(WordKey.of))
            case (_, .sound): sounds.formUnion(rule.words.joined().unicodeScalars.map(\.value))
            case (.sport, _), (.topic, _), (.promotion, _):
                for word in rule.words {
                    keywords.add(word, 2 * index, segmenter, language, plural: plural, edges: .any)
                }
                for word in rule.hints {
                    keywords.add(word, 2 * index + 1, segmenter, language, plural: plural, edges: .any)
                }
            default:
                let edges: PhraseTable.Edges = rule.position == .last ? .end : .both
                for word in rule.words { names.add(word, index, segmenter, language, edges: edges) }
            }
        }
        (self.names, self.keywords, self.series) = (names, keywords, series)
        (weakWords, self.noNames) = (weak, noNames)
        noNamesInTitles = noNames.union(weak.map(WordKey.of))
        (self.surnames, self.sounds) = (surnames, sounds)
    }

    func withStopWords(of language: String) -> LanguageVocabulary {
        var copy = self
        copy.noNames.formUnion(StopWords.wholeKeys(for: language))
        copy.noNamesInTitles.formUnion(copy.noNames)
        return copy
    }
}
