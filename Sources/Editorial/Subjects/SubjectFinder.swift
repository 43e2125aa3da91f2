package import TextAnalysis

/// What an article is about in sports and investing, and whether it is an advert.
package struct ArticleSubjects: Sendable, Hashable {
    /// One of the sports or topics of the vocabulary.
    package struct Subject: Sendable, Hashable {
        /// As in the catalogue: "Soccer", "Macro & Rates".
        package var name: String
        /// In the language of the vocabulary that found it.
        package var label: String
        /// 0 to 1.
        package var certainty: Double
        /// The words of the article that show it, in its spelling.
        package var words: [String]
    }

    package var sport: Subject?
    package var topic: Subject?
    /// The words that show an advert; empty for news.
    package var promotionWords: [String] = []
    package var isPromotion: Bool { !promotionWords.isEmpty }
}

/// Finds sports, investing topics and adverts by the keywords of the vocabulary.
package struct SubjectFinder: Sendable {
    /// Points from which a subject is taken; a word in the title has two, a hint one, elsewhere half of it.
    private static let enough = 2.0

    private let vocabulary: Vocabulary

    package init(vocabulary: Vocabulary) {
        self.vocabulary = vocabulary
    }

    /// The subjects of an article; `country` is the source's ISO 3166 code, which decides what "football" is.
    package func subjects(of article: ArticleText, country: String? = nil) -> ArticleSubjects {
        guard let rules = vocabulary.language(article.language.language) else { return ArticleSubjects() }
        var tally = SubjectTally(rules: rules, country: country)
        for section in ArticleText.Section.allCases { tally.add(article[section], section) }
        return ArticleSubjects(
            sport: tally.best(.sport, Self.enough),
            topic: tally.best(.topic, Self.enough),
            promotionWords: tally.promotionWords(Self.enough)
        )
    }
}

/// Adds up the keywords of an article.
private struct SubjectTally {
    private struct Sum {
        var points = 0.0
        var rule: Int
        var words: [String] = []
        var order: Int
        var hasTitle = false
        var hasWord = false
    }

    private let rules: LanguageVocabulary
    private let country: String?
    /// By the first rule of the subject.
    private var sums: [Int: Sum] = [:]
    /// Subject, section and phrase of what was counted.
    private var seen: Set<UInt64> = []

    init(rules: LanguageVocabulary, country: String?) {
        self.rules = rules
        self.country = country
    }

    mutating func add(_ text: SegmentedText, _ section: ArticleText.Section) {
        guard !text.words.isEmpty else { return }
        let matches = rules.keywords.matches(in: text)
        // Words before hints, so that what is both counts as a word.
        for match in matches.filter({ $0.value % 2 == 0 }) + matches.filter({ $0.value % 2 == 1 }) {
            let rule = rules.rules[match.value / 2]
            guard rule.holds(in: country) else { continue }
            if rule.position == .start && !(section == .title && Self.isLabel(match.words, text)) { continue }
            // "World Cup" within "Cricket World Cup Final" counts once, by its longest words.
            let isPart = matches.contains {
                $0.value / 2 == match.value / 2 && $0.scalars != match.scalars
                    && $0.scalars.lowerBound <= match.scalars.lowerBound
                    && $0.scalars.upperBound >= match.scalars.upperBound
            }
            let key = rules.firstOfSubject[match.value / 2]
            let mention = UInt64(key) << 36 | UInt64(section.rawValue) << 32 | UInt64(match.phrase)
            guard !isPart, seen.insert(mention).inserted else { continue }
            let words = text.spelling(ofScalars: match.scalars)
            let isHint = match.value % 2 == 1
            var sum = sums[key] ?? Sum(rule: match.value / 2, order: sums.count)
            sum.points += (isHint ? 1 : 2) * (section == .title ? 1 : 0.5)
            sum.hasWord = sum.hasWord || !isHint
            sum.hasTitle = sum.hasTitle || section == .title
            if !sum.words.contains(words) { sum.words.append(words) }
            sums[key] = sum
        }
    }

    /// Whether the words stand before the title, as in "Sponsored: …".
    private static func isLabel(_ words: Range<Int>, _ text: SegmentedText) -> Bool {
        words.lowerBound == 0 && words.upperBound < text.words.count && !text.marks[words.upperBound].contains(.joined)
    }

    func best(_ subject: VocabularyRule.Subject, _ enough: Double) -> ArticleSubjects.Subject? {
        let sums = sums.values.filter { rules.rules[$0.rule].subject == subject && $0.points >= enough }
        guard let best = sums.max(by: { ($0.points, $1.order) < ($1.points, $0.order) }) else { return nil }
        let name = rules.rules[best.rule].name
        // Only the first rule of a sport has its label.
        let label = rules.rules.first { $0.subject == subject && $0.name == name && !$0.label.isEmpty }?.label ?? name
        let all = sums.reduce(0) { $0 + $1.points }
        return ArticleSubjects.Subject(
            name: name,
            label: label,
            certainty: min(0.95, 0.4 + 0.1 * best.points) * best.points / all,
            words: best.words
        )
    }

    /// An advert shows itself in the title; neither words of the text alone nor two hints ("price", "deal") do.
    func promotionWords(_ enough: Double) -> [String] {
        let found = sums.values.first { rules.rules[$0.rule].subject == .promotion }
        guard let found, found.hasTitle, found.hasWord, found.points >= enough else { return [] }
        return found.words
    }
}
