import Editorial
import Foundation
import NewsModel
import Storage
import TextAnalysis

/// What the words of a document's new articles tell, before it is stored.
struct AnalysedCommit: Sendable {
    var commit: RefreshCommit
    /// The version of the stored queries that were matched.
    var alertsVersion: Int
    /// The new articles for the story index, by their places in the document.
    var reports: [Int: StoryReport] = [:]
}

/// Finds the places of new articles, the alerts and filters they match, and reads their words for the story index.
///
/// It keeps their queries in memory. It works in small steps and yields between them. A feed with much to match delays
/// only itself.
actor NewsAnalysis {
    private let store: Store
    /// Nil leaves all articles without places.
    private let finder: PlaceFinder?
    private let words: ArticleWords?
    private let sources: SourceCatalogue
    private var queries: QueryLimits
    private var index: ArticleMatcher?
    private var isLoading = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(
        store: Store,
        queries: QueryLimits,
        places finder: PlaceFinder? = nil,
        words: ArticleWords? = nil,
        sources: SourceCatalogue = SourceCatalogue()
    ) {
        self.store = store
        self.sources = sources
        self.finder = finder
        self.words = words
        self.queries = queries
    }

    /// Sets the limits of queries, from the next check on.
    func apply(_ queries: QueryLimits) {
        guard queries != self.queries else { return }
        self.queries = queries
        index = nil
    }

    /// The commit with the places of its new articles, and the alerts and filters they match.
    ///
    /// Articles that would not be stored are not looked at. A feed's first document is an archive: its places are
    /// looked for once it is stored (`ArticleBackfill`). `stale` is a version that is outdated.
    func matched(
        _ commit: RefreshCommit,
        of feed: Feed,
        stale: Int?,
        at time: Date
    ) async throws -> AnalysedCommit {
        let index = try await current(after: stale)
        await words?.rest(at: time)
        var analysed = AnalysedCommit(commit: commit, alertsVersion: index.version)
        guard case .document(var document) = commit.outcome, index.count > 0 || finder != nil || words != nil else {
            return analysed
        }
        let isArchive = feed.health.lastCheckedAt == nil
        let version = AnalysisRules.version(finder, words)
        for place in document.articles.indices where finder != nil || words != nil {
            document.articles[place].isAnalysedLater = isArchive
            document.articles[place].analysisVersion = version
        }
        let places = try await store.placesOfNews(in: commit, at: time)
        let views = index.dependsOnNames && !places.isEmpty ? try await store.ownViews(of: feed.id) : []
        var reading = try await words?.reading(feed, document, of: store, isArchive: isArchive, at: time)
        let country = FeedOrigin(feed, language: document.language).country(in: sources)
        reading?.country = country
        for place in document.articles.indices {
            guard places.contains(place) else {
                document.articles[place].alertIDs = nil
                continue
            }
            if let reading { analysed.reports[place] = await reading.read(&document.articles[place]) }
            if let finder, !isArchive { document.articles[place].findPlaces(finder, country) }
            await index.match(&document.articles[place], of: feed, views)
            try Task.checkCancellation()
            await Task.yield()
        }
        analysed.commit = commit.replacing(document)
        return analysed
    }

    /// The newest queries; they are loaded once, however many callers wait.
    private func current(after stale: Int?) async throws -> ArticleMatcher {
        while isLoading { await withCheckedContinuation { waiting.append($0) } }
        if let index, index.version != stale { return index }
        isLoading = true
        defer {
            isLoading = false
            for waiter in waiting { waiter.resume() }
            waiting = []
        }
        let stored = try await store.standingQueries()
        // The limits are read after the wait, because they may have changed meanwhile.
        let loaded = ArticleMatcher(stored, limits: queries)
        index = loaded
        return loaded
    }
}

extension RefreshCommit {
    fileprivate func replacing(_ document: FetchedDocument) -> RefreshCommit {
        var commit = self
        commit.outcome = .document(document)
        return commit
    }
}

extension ArticleWords {
    /// How the new articles of one document are read.
    fileprivate func reading(
        _ feed: Feed,
        _ document: FetchedDocument,
        of store: Store,
        isArchive: Bool,
        at time: Date
    ) async throws -> DocumentReading {
        let isOpen = try await store.isPublic(feed.id)
        return DocumentReading(
            words: self,
            feed: feed.id,
            isOpen: isOpen,
            audience: isOpen ? [] : try await store.audience(of: feed.id),
            isArchive: isArchive,
            declared: document.language,
            usual: isArchive ? nil : try await store.usualLanguage(of: feed.id),
            time: time
        )
    }
}

/// Reads the new articles of one document.
private struct DocumentReading {
    var words: ArticleWords
    var feed: FeedID
    var isOpen: Bool
    var audience: Set<RecipientID>
    var isArchive: Bool
    var declared: String?
    var usual: String?
    /// The feed's own (`FeedOrigin`).
    var country: String?
    var time: Date

    /// Gives the article its facts, unless it belongs to an archive; returns it for the story index.
    func read(_ article: inout NewArticle) async -> StoryReport? {
        let published = ArticleWords.Publication(
            feed: feed,
            isOpen: isOpen,
            audience: audience,
            time: article.publishedAt
        )
        let declared = article.language ?? declared
        if isArchive {
            return await words.report(title: article.title, declared: declared, published: published, now: time)
        }
        let read = await words.read(
            (article.title, article.summary, article.head),
            declared: declared,
            usual: usual,
            country: country,
            published: published,
            now: time
        )
        article.facts = read.facts
        return read.report
    }
}

extension NewArticle {
    /// The beginning of the text that the feed brought.
    fileprivate var head: String { String((text ?? "").unicodeScalars.prefix(PlaceFinder.bodyLength)) }

    fileprivate mutating func findPlaces(_ finder: PlaceFinder, _ country: String?) {
        places = finder.namedPlaces(
            title: title,
            summary: summary,
            body: head,
            language: facts?.language ?? language,
            country: country
        )
    }
}
