internal import Gazetteer
package import NewsModel
package import TextAnalysis

/// What the words of an article say: a value to be stored with it.
package struct ArticleAnalysis: Sendable, Hashable {
    /// Rises when the same article would be analysed differently.
    package static let version = 5

    package var language: LanguageGuess
    /// At most five, the weightiest first.
    package var keyphrases: [Keyphrase]
    package var things: [NamedThing]
    package var subjects: ArticleSubjects
    package var numbers: [ArticleFacts.Number]
}

/// Analyses articles, one after the other.
///
/// It reuses ICU's word iterator, so one analyser must not be used by two tasks at once; making one costs a
/// millisecond.
package final class ArticleAnalyser {
    private let vocabulary: Vocabulary
    private let segmenter = WordSegmenter()
    private let keyphrases: KeyphraseFinder
    private let names: NamedThingFinder
    private let subjects: SubjectFinder
    private let numbers: NumberFinder
    private let places: PlaceFinder?
    private var lastTitle: (text: String, language: String, found: [NamedWords])?

    /// - Parameter places: reads the places of titles for the story index, so that reports in several languages agree.
    package init(vocabulary: Vocabulary, places: PlaceFinder? = nil) {
        self.places = places
        self.vocabulary = vocabulary
        keyphrases = KeyphraseFinder(weakWords: vocabulary.weakWords)
        names = NamedThingFinder(vocabulary: vocabulary)
        subjects = SubjectFinder(vocabulary: vocabulary)
        numbers = NumberFinder(vocabulary: vocabulary)
    }

    /// The article's texts, split into words once for everything that reads them; arguments as for `ArticleText.init`.
    package func text(
        title: String,
        summary: String = "",
        head: String = "",
        declared: String? = nil,
        usual: String? = nil
    ) -> ArticleText {
        ArticleText(
            title: title,
            summary: summary,
            head: head,
            declared: declared,
            usual: usual,
            segmenter: segmenter
        )
    }

    /// The article for the story index; arguments as for `StoryReport`.
    package func report(
        of text: ArticleText,
        source: UInt64,
        isOpen: Bool = true,
        audience: Set<Int64> = [],
        time: Double
    ) -> StoryReport {
        let language = LanguageGuess.base(text.language.language ?? "en")
        let found = namedPlaces(of: text.title, language)
        return StoryReport(
            source: source,
            isOpen: isOpen,
            audience: audience,
            time: time,
            text: text,
            ofSeries: vocabulary.seriesWords(of: text),
            reading: language == "en" ? [:] : englishNames(found),
            named: Set(found.flatMap(\.words))
        )
    }

    private struct NamedWords {
        var name: String
        /// Their places in the title.
        var words: [Int]

        var wordRange: Range<Int>? { words.first.flatMap { first in words.last.map { first..<$0 + 1 } } }
    }

    /// The places that a title names; of one title they are looked for once.
    private func namedPlaces(of title: SegmentedText, _ language: String) -> [NamedWords] {
        guard let places else { return [] }
        let text = title.text
        if let last = lastTitle, last.text == text, last.language == language { return last.found }
        let found = places.places(in: text, language: language)
            .filter { !$0.isDemonym && $0.confidence >= 0.5 }
            .map { found in
                let inside = title.words.indices.filter {
                    let range = title.words[$0].scalarRange
                    return range.lowerBound >= found.range.lowerBound && range.upperBound <= found.range.upperBound
                }
                return NamedWords(name: found.place.name, words: inside)
            }
        lastTitle = (text, language, found)
        return found
    }

    /// The English words that count in place of those of a title in another language.
    private func englishNames(_ found: [NamedWords]) -> [Int: [Word]] {
        var names: [Int: [Word]] = [:]
        for place in found {
            guard let first = place.words.first else { continue }
            for index in place.words { names[index] = [] }
            names[first] = segmenter.words(in: place.name, language: "en")
        }
        return names
    }

    /// Everything that the text tells; the other arguments as for the finders.
    package func analysis(
        of text: ArticleText,
        country: String? = nil,
        known: [String: NamedThing.Kind] = [:]
    ) -> ArticleAnalysis {
        let found = namedPlaces(of: text.title, LanguageGuess.base(text.language.language ?? "en"))
        return ArticleAnalysis(
            language: text.language,
            keyphrases: keyphrases.keyphrases(of: text, names: found.compactMap(\.wordRange)),
            things: names.find(in: text, known: known),
            subjects: subjects.subjects(of: text, country: country),
            numbers: numbers.numbers(in: text)
        )
    }
}
