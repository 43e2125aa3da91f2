package import Editorial
import Foundation
import NewsModel
import TextAnalysis

/// Reads the words of articles, one after the other.
///
/// What it needs for that is loaded for the first article, and given back when no article has come for a while.
package actor ArticleWords {
    /// Differs when the files of the vocabulary have other contents.
    nonisolated let edition: String
    private let load: @Sendable () -> Vocabulary
    private let places: PlaceFinder?
    private var analyser: ArticleAnalyser?
    private var lastUsedAt = Date.distantPast
    /// What new articles of open feeds have shown; used for all articles.
    private var names = KnownNames()

    /// Seconds without articles after which the vocabulary is given back.
    private static let rest = 600.0

    package init(
        places: PlaceFinder? = nil,
        edition: String = "",
        vocabulary load: @escaping @Sendable () -> Vocabulary
    ) {
        (self.places, self.load, self.edition) = (places, load, edition)
    }

    /// Where and when an article was published, for the story index.
    struct Publication {
        var feed: FeedID
        var isOpen: Bool
        /// Who follows a feed that is not open.
        var audience: Set<RecipientID> = []
        /// Nil for articles without a date, which count as new.
        var time: Date?
    }

    /// What the words of an article tell.
    ///
    /// - Parameters:
    ///   - head: the beginning of its text.
    ///   - declared: the language that the article or its feed states.
    ///   - usual: the language of most of the feed's articles.
    ///   - country: the feed's own (`FeedOrigin`), which says what its readers call football.
    func facts(
        title: String,
        summary: String,
        head: String,
        declared: String?,
        usual: String?,
        country: String? = nil,
        now: Date
    ) -> ArticleFacts {
        let analyser = ready(now)
        let text = analyser.text(title: title, summary: summary, head: head, declared: declared, usual: usual)
        return facts(of: text, country, by: analyser).facts
    }

    /// What the words of a new article tell, and the article for the story index; nil instead of the latter when it is
    /// too old to be compared with others.
    func read(
        _ article: (title: String, summary: String, head: String),
        declared: String?,
        usual: String?,
        country: String? = nil,
        published: Publication,
        now: Date
    ) -> (facts: ArticleFacts, report: StoryReport?) {
        let analyser = ready(now)
        let text = analyser.text(
            title: article.title,
            summary: article.summary,
            head: article.head,
            declared: declared,
            usual: usual
        )
        let found = facts(of: text, country, by: analyser)
        // Who may not see a feed must not find out by its names.
        if published.isOpen { names.learn(found.things, from: UInt64(bitPattern: published.feed.rawValue)) }
        return (found.facts, report(of: text, published, by: analyser, now))
    }

    /// Learns names again, after a start, from a stored article of a feed that everybody may see.
    func restore(_ things: [ArticleFacts.Thing], of feed: FeedID) {
        names.restore(things.map { ($0.name, $0.kind) }, from: UInt64(bitPattern: feed.rawValue))
    }

    /// An article for the story index, by its title alone; nil when it is too old.
    func report(title: String, declared: String?, published: Publication, now: Date) -> StoryReport? {
        let analyser = ready(now)
        return report(of: analyser.text(title: title, declared: declared), published, by: analyser, now)
    }

    /// Gives the vocabulary back if it was not used for a while.
    ///
    /// Returns when to call this again; nil when there is nothing to give back.
    @discardableResult
    func rest(at time: Date) -> Date? {
        if abs(time.timeIntervalSince(lastUsedAt)) > Self.rest { analyser = nil }
        return analyser == nil ? nil : lastUsedAt.addingTimeInterval(Self.rest + 1)
    }

    private func ready(_ now: Date) -> ArticleAnalyser {
        let analyser = analyser ?? ArticleAnalyser(vocabulary: load(), places: places)
        self.analyser = analyser
        lastUsedAt = now
        return analyser
    }

    private func report(
        of text: ArticleText,
        _ published: Publication,
        by analyser: ArticleAnalyser,
        _ now: Date
    ) -> StoryReport? {
        let time = min(published.time ?? now, now)
        guard now.timeIntervalSince(time) <= StoryIndexOptions.longestComparison else { return nil }
        return analyser.report(
            of: text,
            source: UInt64(bitPattern: published.feed.rawValue),
            isOpen: published.isOpen,
            audience: Set(published.audience.map(\.rawValue)),
            time: time.timeIntervalSince1970
        )
    }

    private func facts(
        of text: ArticleText,
        _ country: String?,
        by analyser: ArticleAnalyser
    ) -> (facts: ArticleFacts, things: [NamedThing]) {
        let analysis = analyser.analysis(of: text, country: country, known: names.kinds)
        let things = analysis.things.sorted { ($1.certainty, $0.name) < ($0.certainty, $1.name) }
        let facts = ArticleFacts(
            language: analysis.language.language,
            keyphrases: analysis.keyphrases.map(\.text),
            things: things.prefix(ArticleFacts.mostThings).map {
                ArticleFacts.Thing(name: $0.name, kind: $0.kind.rawValue, isShown: $0.isShown)
            },
            numbers: analysis.numbers,
            sport: analysis.subjects.sport?.name,
            topic: analysis.subjects.topic?.name,
            isPromotion: analysis.subjects.isPromotion
        )
        return (facts, analysis.things)
    }
}
