package import Editorial
import Foundation
package import Logging
package import NewsModel
import ServiceLifecycle
package import Storage
import Waking

/// Analyses articles after they were stored: a feed's archive, those whose page was read or whose title changed, and
/// all when the rules have changed.
///
/// It works in small steps, the newest articles first, while the bot answers. A signal of the store starts it. Nothing
/// is sent because of it.
package struct ArticleBackfill: Service {
    private let store: Store
    /// Nil leaves places or facts as they are.
    private let finder: PlaceFinder?
    private let words: ArticleWords?
    private let sources: SourceCatalogue
    private let time: any TimeSource
    private let log: Logger

    private var version: Int { AnalysisRules.version(finder, words) }

    /// Articles of one step.
    private static let step = 100
    /// Seconds between two steps, and until it tries again after an error.
    private static let pause = 0.05
    private static let retry = 30.0

    package init(
        store: Store,
        finder: PlaceFinder?,
        words: ArticleWords?,
        sources: SourceCatalogue = SourceCatalogue(),
        time: any TimeSource,
        log: Logger
    ) {
        self.sources = sources
        self.store = store
        self.finder = finder
        self.words = words
        self.time = time
        self.log = log
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            var progress = AnalysisProgress()
            var isDemanded = false
            await WakeLoop(time: time, signals: [store.archivesChanged()]).run {
                do {
                    if !isDemanded { try await store.demandAnalysis(byVersion: version) }
                    isDemanded = true
                    let found = try await analyseSome()
                    let line = try await progress.line(after: found, isFullStep: found == Self.step) {
                        try await store.countArticlesToAnalyse()
                    }
                    if let line {
                        let facts: Logger.Metadata = ["articles.done": "\(line.done)", "articles.left": "\(line.left)"]
                        log.info("\(line.text)", metadata: facts)
                    }
                    guard found > 0 else { return await words?.rest(at: time.now) }
                    return time.now.addingTimeInterval(Self.pause)
                } catch {
                    if !Task.isCancelled { log.error("Analyses not stored", metadata: ["error": "\(error)"]) }
                    return time.now.addingTimeInterval(Self.retry)
                }
            }
        }
    }

    /// Does one step; returns how many articles it looked at.
    @discardableResult
    package func analyseSome() async throws -> Int {
        let texts = try await store.articlesToAnalyse(limit: Self.step)
        guard !texts.isEmpty else { return 0 }
        var found: [ArticleID: (places: [NamedPlace]?, facts: ArticleFacts?)] = [:]
        var countries: [FeedID: String?] = [:]
        for text in texts {
            let article = text.article
            let country = countries[article.feedID] ?? text.origin.country(in: sources)
            countries[article.feedID] = country
            let facts = await words?.facts(
                title: article.title,
                summary: article.summary,
                head: text.head,
                declared: text.declared,
                usual: text.usual,
                country: country,
                now: time.now
            )
            let places = finder?.namedPlaces(
                title: article.title,
                summary: article.summary,
                body: text.head,
                language: facts?.language ?? article.language,
                country: country
            )
            found[article.id] = (places, facts)
            await Task.yield()
        }
        try await store.saveAnalyses(found, of: texts, version: version)
        return texts.count
    }
}

/// Which rules articles are analysed by.
enum AnalysisRules {
    /// Differs when the same article would be analysed differently: by an edited vocabulary or another gazetteer, too.
    static func version(_ finder: PlaceFinder?, _ words: ArticleWords?) -> Int {
        var hash = StableHash()
        if let finder { hash.combine("places \(finder.edition)") }
        if let words { hash.combine("words \(ArticleAnalysis.version) \(words.edition)") }
        return hash.number
    }
}
