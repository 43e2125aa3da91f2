import Editorial
import Foundation
import Logging
import NewsModel
import Storage
import TextAnalysis
import TimeArithmetic

/// Stores the results of checks. Results that arrive during one transaction share the next.
///
/// With `synchronous = FULL` each commit is a disk flush, so a thousand feeds must not need a thousand commits. Alerts
/// are matched before, so that no transaction waits for the matching of another feed.
actor CommitQueue {
    struct Work: Sendable {
        var feed: Feed
        var commit: RefreshCommit
    }

    private enum Signal: Sendable {
        case finished(Result<RefreshCommitResult, any Error>)
        case lead
    }

    private struct Waiting {
        var number: Int
        var commit: RefreshCommit
        var reports: [Int: StoryReport] = [:]
        /// Nil stores the matches without checking that the alerts are unchanged.
        var alertsVersion: Int?
        /// Nil for the caller that leads.
        var signal: CheckedContinuation<Signal, Never>?
    }

    /// The most feeds of one transaction: with more, other writers would wait long.
    static let largestBatch = 24
    /// The most rounds of matching for one document; alerts may change between them.
    private static let mostRounds = 3

    private let store: Store
    private let time: any TimeSource
    private let analysis: NewsAnalysis
    private let words: ArticleWords?
    /// Nil until the first commit.
    private var placing: StoryPlacing?
    private var waiting: [Waiting] = []
    private var lastNumber = 0
    private var hasLeader = false

    init(
        store: Store,
        time: any TimeSource,
        queries: QueryLimits = QueryLimits(),
        places finder: PlaceFinder? = nil,
        words: ArticleWords? = nil,
        sources: SourceCatalogue = SourceCatalogue()
    ) {
        self.store = store
        self.time = time
        self.words = words
        analysis = NewsAnalysis(store: store, queries: queries, places: finder, words: words, sources: sources)
    }

    /// Sets the limits of queries, from the next commit on.
    func apply(_ queries: QueryLimits) async { await analysis.apply(queries) }

    /// Returns the feed's new articles, once they are on disk with everything they cause.
    ///
    /// `whenAnalysed` is called when only the transaction is left to do.
    func store(_ work: Work, whenAnalysed: @Sendable () async -> Void = {}) async throws -> [Article] {
        var rounds = 0
        var stale: Int?
        while true {
            let analysed = try await analysis.matched(work.commit, of: work.feed, stale: stale, at: time.now)
            if rounds == 0 { await whenAnalysed() }
            rounds += 1
            // The last round ignores changes, so that a person who changes alerts all the time delays nobody.
            switch try await commitInTurn(analysed, checksAlerts: rounds < Self.mostRounds) {
            case .committed(let articles, _): return articles
            case .stale: stale = analysed.alertsVersion
            }
        }
    }

    /// The first caller leads: it commits its own work and the work that waits, then the next waiting caller leads.
    private func commitInTurn(_ analysed: AnalysedCommit, checksAlerts: Bool) async throws -> RefreshCommitResult {
        lastNumber += 1
        var own = Waiting(
            number: lastNumber,
            commit: analysed.commit,
            reports: analysed.reports,
            alertsVersion: checksAlerts ? analysed.alertsVersion : nil
        )
        if hasLeader {
            let signal = await withCheckedContinuation {
                own.signal = $0
                waiting.append(own)
            }
            if case .finished(let result) = signal { return try result.get() }
        } else {
            waiting.append(own)
        }
        hasLeader = true
        defer { passLead() }
        return try await lead(own)
    }

    private func passLead() {
        guard let next = waiting.indices.first, let signal = waiting[next].signal else {
            hasLeader = false
            return
        }
        waiting[next].signal = nil
        signal.resume(returning: .lead)
    }

    /// Commits together the works that were matched with the same version of the alerts.
    private func lead(_ own: Waiting) async throws -> RefreshCommitResult {
        waiting.removeAll { $0.number == own.number }
        let others = Array(waiting.filter { $0.alertsVersion == own.alertsVersion }.prefix(Self.largestBatch - 1))
        let taken = Set(others.map(\.number))
        waiting.removeAll { taken.contains($0.number) }
        do {
            let parts = try await commitTogether([own] + others).parts
            for other in others {
                other.signal?.resume(returning: .finished(.success(parts(other.commit.feedID))))
            }
            return parts(own.commit.feedID)
        } catch {
            // The leader was cancelled, or one of the works cannot be stored. The others return to the queue.
            waiting.insert(contentsOf: others, at: 0)
            guard !others.isEmpty, !(error is CancellationError) else { throw error }
            return try await commitTogether([own])
        }
    }

    /// The story index learns of the articles before they are stored, so that those of one transaction find each other,
    /// and forgets them if they could not be stored.
    private func commitTogether(_ works: [Waiting]) async throws -> RefreshCommitResult {
        guard works.contains(where: { !$0.reports.isEmpty }) else {
            return try await commit(works.map(\.commit), alertsVersion: works.first?.alertsVersion)
        }
        let placing = try await restoredPlacing()
        let commits = placing.propose(works.map(\.commit), works.map(\.reports), at: time.now)
        var stored: [Int64: StoryID]?
        defer { placing.finish(stored) }
        let result = try await commit(commits, alertsVersion: works.first?.alertsVersion)
        if case .committed(_, let stories) = result { stored = stories }
        return result
    }

    /// The index with the articles of the last days.
    private func restoredPlacing() async throws -> StoryPlacing {
        if let placing { return placing }
        let restored = StoryPlacing()
        let now = time.now
        if let words {
            let first = now.addingTimeInterval(-StoryIndexOptions.longestComparison)
            let articles = try await store.placedArticles(since: first, limit: StoryIndexOptions().mostArticles)
            var known: [(story: StoryID, event: StoryID, report: StoryReport)] = []
            var audiences: [FeedID: Set<RecipientID>] = [:]
            for article in articles {
                if !article.isOpen, audiences[article.feed] == nil {
                    audiences[article.feed] = try await store.audience(of: article.feed)
                }
                let published = ArticleWords.Publication(
                    feed: article.feed,
                    isOpen: article.isOpen,
                    audience: audiences[article.feed] ?? [],
                    time: article.publishedAt
                )
                let report = await words.report(
                    title: article.title,
                    declared: article.language,
                    published: published,
                    now: now
                )
                if let report { known.append((article.story, article.event, report)) }
                if article.isOpen { await words.restore(article.things, of: article.feed) }
            }
            restored.restore(known, at: now)
        }
        placing = restored
        return restored
    }

    private func commit(_ commits: [RefreshCommit], alertsVersion: Int?) async throws -> RefreshCommitResult {
        let backOff = BackOff(first: 1, longest: 3)
        var attempts = 0
        while true {
            do {
                return try await store.commitRefresh(commits, alertsVersion: alertsVersion, at: time.now)
            } catch let error as StorageError where error.isTemporary && attempts < 3 {
                attempts += 1
                try await time.sleep(until: time.now.addingTimeInterval(backOff.wait(after: attempts)))
            }
        }
    }
}

extension RefreshCommitResult {
    /// What each feed gets of it.
    fileprivate var parts: (FeedID) -> RefreshCommitResult {
        guard case .committed(let articles, _) = self else { return { _ in .stale } }
        let byFeed = Dictionary(grouping: articles, by: \.feedID)
        return { .committed(newArticles: byFeed[$0] ?? []) }
    }
}
