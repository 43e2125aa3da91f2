/// Finds up to five keyphrases of an article, without a corpus.
///
/// Names and phrases stay whole. A word weighs by how often it occurs and where (title before summary before text), a
/// phrase by its words and how it is written.
package struct KeyphraseFinder: Sendable {
    package static let usualLimit = 5
    /// In UTF-8 bytes.
    private static let longestPhrase = 80
    /// Those below this share of the best are left out.
    private static let weakestShare = 0.3

    /// `WordKey`s of folded words and their stems, by language.
    private let weakWords: [String: Set<UInt64>]

    /// `weakWords` are folded words and their stems, by language: verbs and adjectives of headlines ("announces",
    /// "new").
    package init(weakWords: [String: Set<String>] = [:]) {
        self.weakWords = weakWords.mapValues { Set($0.map(WordKey.of)) }
    }

    /// The phrases with the most weight, the first one first.
    ///
    /// - Parameter names: words of the title that are known to be names.
    package func keyphrases(
        of article: ArticleText,
        names: [Range<Int>] = [],
        limit: Int = usualLimit
    ) -> [Keyphrase] {
        let language = article.language.language.map(LanguageGuess.base) ?? ""
        var candidates = PhraseCandidates(
            stopWords: Self.stopWords(for: language),
            weakWords: weakWords[language] ?? [],
            // German writes every noun with a capital, and nothing but nouns and names inside a sentence.
            nounsHaveCapitals: language == "de" || language == "lb"
        )
        for section in ArticleText.Section.allCases {
            candidates.add(article[section], section, names: section == .title ? names : [])
        }
        return chosen(candidates.weighed(), limit)
    }

    /// Those of English for languages without a table, and beside the own ones in other scripts than Latin.
    private static func stopWords(for language: String) -> Set<UInt64> {
        if let both = withEnglish[language] { return both }
        let own = StopWords.wholeKeys(for: language)
        return own.isEmpty ? StopWords.wholeKeys(for: "en") : own
    }

    private static let withEnglish: [String: Set<UInt64>] = {
        let languages = ["zh", "ja", "ko", "th", "ru", "uk", "bg", "ar", "fa", "ur", "hi", "el", "he"]
        let sets = languages.map { ($0, StopWords.wholeKeys(for: $0).union(StopWords.wholeKeys(for: "en"))) }
        return Dictionary(uniqueKeysWithValues: sets)
    }()

    private func chosen(_ weighed: [Keyphrase], _ limit: Int) -> [Keyphrase] {
        var chosen: [Keyphrase] = []
        var seen: [(stems: Set<String>, folded: String)] = []
        let least = (weighed.first?.weight ?? 0) * Self.weakestShare
        for phrase in weighed where phrase.text.utf8.count <= Self.longestPhrase {
            guard chosen.count < limit, phrase.weight >= least else { break }
            let stems = Set(phrase.stems)
            let folded = TextFolding.folded(phrase.text)
            guard !seen.contains(where: { Self.isNear($0.stems, $0.folded, stems, folded) }) else { continue }
            seen.append((stems, folded))
            chosen.append(phrase)
        }
        return chosen
    }

    /// One holds the other, or both are forms of one word.
    private static func isNear(_ stems: Set<String>, _ folded: String, _ others: Set<String>, _ other: String) -> Bool {
        // "Nurses" and "Royal College of Nursing" share a stem and are different things.
        let (fewer, more) = stems.count < others.count ? (stems, others) : (others, stems)
        if fewer.count * 2 >= more.count && fewer.isSubset(of: more) { return true }
        if folded.utf8.count >= 4, other.utf8.count >= 4, contains(folded, other) || contains(other, folded) {
            return true
        }
        let (first, second) = (Array(folded.utf8), Array(other.utf8))
        let common = zip(first, second).prefix { $0 == $1 }.count
        return common >= 6 && max(first.count, second.count) - common <= 3
    }

    private static func contains(_ text: String, _ part: String) -> Bool {
        let (text, part) = (Array(text.utf8), Array(part.utf8))
        guard part.count <= text.count, let first = part.first else { return false }
        for start in 0...(text.count - part.count) where text[start] == first {
            if text[start..<(start + part.count)].elementsEqual(part) { return true }
        }
        return false
    }
}

/// A word or phrase that says what an article is about.
package struct Keyphrase: Sendable, Hashable {
    /// As it is written in the article.
    package var text: String
    /// The stems of its words, in order, for comparing articles.
    package var stems: [String]
    /// From 0; comparable within one article only.
    package var weight: Double
}
