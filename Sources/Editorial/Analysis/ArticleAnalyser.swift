internal import Gazetteer
package import NewsModel
package import TextAnalysis

/// What the words of an article say: a value to be stored with it.
package struct ArticleAnalysis: Sendable, Hashable {
    /// Rises when the same article would be analysed differently.
    package static let version = 4

    package var language: LanguageGuess
    /// At most five, the weightiest first.
    package var keyphrases: [Keyphrase]
    package var things: [NamedThing]
    package var subjects: ArticleSubjects
    package var numbers: [ArticleFacts.Number]
}

/// Analyses articles, one after the other.
///
/// It reuses ICU's word iterator, so one analyser must not be used by two tasks at once; making one costs a millisecond.
package final class ArticleAnalyser {
    private let vocabulary: Vocabulary
    private let segmenter = WordSegmenter()
    private let keyphrases: KeyphraseFinder
    private let names: NamedThingFinder
    private let subjects: SubjectFinder
    private let numbers: NumberFinder
    private let places: PlaceFinder?

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
    package func report(of text: ArticleText, source: UInt64, isOpen: Bool = true, time: Double) -> StoryReport {
        StoryReport(
            source: source,
            isOpen: isOpen,
            time: time,
            text: text,
            ofSeries: vocabulary.seriesWords(of: text),
            reading: placeNames(of: text)
        )
    }

    /// The English words for the places that a title in another language names, by the places of their words in the title.
    private func placeNames(of article: ArticleText) -> [Int: [Word]] {
        let language = LanguageGuess.base(article.language.language ?? "en")
        guard let places, language != "en" else { return [:] }
        var names: [Int: [Word]] = [:]
        for found in places.places(in: article.title.text, language: language)
        where !found.isDemonym && found.confidence >= 0.5 {
            let inside = article.title.words.indices.filter {
                let range = article.title.words[$0].scalarRange
                return range.lowerBound >= found.range.lowerBound && range.upperBound <= found.range.upperBound
            }
            guard let first = inside.first else { continue }
            for index in inside { names[index] = [] }
            names[first] = segmenter.words(in: found.place.name, language: "en")
        }
        return names
    }

    /// Everything that the text tells; the other arguments as for the finders.
    package func analysis(
        of text: ArticleText,
        country: String? = nil,
        known: [String: NamedThing.Kind] = [:],
        documentFrequency: ((String) -> Double?)? = nil
    ) -> ArticleAnalysis {
        ArticleAnalysis(
            language: text.language,
            keyphrases: keyphrases.keyphrases(of: text, documentFrequency: documentFrequency),
            things: names.find(in: text, known: known),
            subjects: subjects.subjects(of: text, country: country),
            numbers: numbers.numbers(in: text)
        )
    }
}
