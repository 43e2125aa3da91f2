import Foundation
package import NewsModel
import TextAnalysis

/// What came before an article: two to five earlier reports of its story, over weeks, and the numbers that changed.
///
/// Earlier reports are of the same event, or tell of the same people, places and things and of the same matter.
package struct StoryTimeline: Hashable, Sendable {
    /// A number that reports of the story give differently.
    package struct Change: Hashable, Sendable {
        /// As they are written, the oldest first.
        package var texts: [String]
    }

    /// The oldest first.
    package var earlier: [ListedArticle]
    package var changes: [Change]

    /// The fewest and the most earlier reports; with less there is no timeline.
    package static let fewest = 2
    package static let most = 5
    /// Reports within so many seconds are one moment of the story; one of them is shown.
    private static let moment: TimeInterval = 6 * 3_600
    /// Points from which an article is about the same story.
    private static let enough = 3.0

    /// The timeline of an article among others that the reader may see, in any order; nil when nothing came before.
    package init?(of article: ListedArticle, among others: [ListedArticle]) {
        let own = Terms(article)
        var titles: Set<String> = [TextFolding.folded(article.article.title)]
        let before = others.filter {
            $0.article.publishedAt < article.article.publishedAt && $0.article.storyID != article.article.storyID
                && titles.insert(TextFolding.folded($0.article.title)).inserted
        }
        let scored = before.map { ($0, $0.event == article.event ? .infinity : own.similarity(to: Terms($0))) }
            .filter { $0.1 >= Self.enough }
            .sorted { ($0.0.article.publishedAt, $0.0.article.id) < ($1.0.article.publishedAt, $1.0.article.id) }
        let chosen = Self.chosen(Self.moments(scored))
        guard chosen.count >= Self.fewest else { return nil }
        earlier = chosen
        changes = Self.changes(chosen + [article])
    }

    private typealias Scored = (article: ListedArticle, points: Double)

    /// The best report of each moment, the oldest first.
    private static func moments(_ reports: [Scored]) -> [Scored] {
        var moments: [Scored] = []
        var began = Date.distantPast
        for report in reports {
            let time = report.article.article.publishedAt
            if let last = moments.last, time.timeIntervalSince(began) < moment {
                if report.points > last.points { moments[moments.count - 1] = report }
            } else {
                moments.append(report)
                began = time
            }
        }
        return moments
    }

    /// The first, the last, and the best between.
    private static func chosen(_ moments: [Scored]) -> [ListedArticle] {
        guard moments.count > most else { return moments.map(\.article) }
        let between = moments.indices.dropFirst().dropLast()
            .sorted { (moments[$1].points, $1) < (moments[$0].points, $0) }
        let kept = [0, moments.count - 1] + between.prefix(most - 2)
        return kept.sorted().map { moments[$0].article }
    }

    /// The numbers that reports give differently, the oldest first.
    private static func changes(_ reports: [ListedArticle]) -> [Change] {
        var rows: [[ArticleFacts.Number]] = []
        for number in reports.flatMap(\.facts.numbers) {
            if let row = rows.firstIndex(where: { $0[0].counts(theSameAs: number) }) {
                if rows[row].last?.value != number.value { rows[row].append(number) }
            } else {
                rows.append([number])
            }
        }
        return rows.filter { Set($0.map(\.value)).count > 1 }.map { Change(texts: $0.map(\.text)) }
    }
}

/// The words by which an article is compared with earlier ones, as stems.
private struct Terms {
    /// Those of its title and keyphrases.
    private var all: Set<String>
    private var main: Set<String> = []
    private var names: Set<String> = []
    private var places: Set<String> = []
    private var events: Set<String> = []

    init(_ listed: ListedArticle) {
        let language = LanguageGuess.base(listed.article.language ?? "en")
        let words = Words(language: language)
        for phrase in listed.facts.keyphrases { main.formUnion(words.of(phrase)) }
        all = words.of(listed.article.title).union(main)
        for place in listed.places { if let name = place.names.first { places.formUnion(words.of(name)) } }
        for thing in listed.facts.things {
            names.formUnion(words.of(thing.name))
            if thing.kind == "event" { events.formUnion(words.of(thing.name)) }
        }
    }

    /// The stems of the words of texts that are no stop words and no numbers.
    private struct Words {
        let stemmer: Stemmer?
        let stopWords: Set<String>

        init(language: String) {
            stemmer = Stemmer(language: language)
            stopWords = StopWords.wholeWords(for: language)
        }

        func of(_ text: String) -> Set<String> {
            Set(
                WordTokenizer.tokens(in: text).map(\.folded)
                    .filter { $0.unicodeScalars.count > 1 && !stopWords.contains($0) && Double($0) == nil }
                    .map { stemmer?.stem($0) ?? $0 }
            )
        }
    }

    /// Names count most, then what both are about most.
    ///
    /// Without a name or place in common, or without anything else, two articles tell of different things. A name at
    /// the beginning of a title is not recognised there, so one article that knows it is enough.
    func similarity(to other: Terms) -> Double {
        let shared = all.intersection(other.all)
        let places = shared.intersection(places.union(other.places))
        let names = shared.intersection(names.union(other.names)).subtracting(places)
        let matters = shared.subtracting(places).subtracting(names.subtracting(events.intersection(other.events)))
        guard names.count + places.count > 0, !matters.isEmpty else { return 0 }
        let mainMatters = matters.intersection(main).intersection(other.main)
        return 1.5 * Double(min(names.count, 3)) + Double(min(places.count, 2))
            + Double(min(matters.count + mainMatters.count, 5))
    }
}
