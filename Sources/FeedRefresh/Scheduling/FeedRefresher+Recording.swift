import Foundation
import Logging
package import NewsModel
package import Storage

extension FeedRefresher {
    /// Stores a document that is already fetched, for example for a new subscription.
    package func store(_ document: FetchedDocument, of feed: Feed, status: Int) async throws -> [Article] {
        let known = try await store.knownKeys(of: feed.id, among: document.articles.flatMap(\.keys))
        let document = try await document.withTexts(except: known, of: feed, by: parsing)
        let hints = CheckInterval.Hints(timeToLive: document.timeToLive.map(Double.init))
        let next = nextCheck(of: feed, hasNews: true, document: document, hints: hints)
        let commit = RefreshCommit(feedID: feed.id, status: status, nextCheckAt: next, outcome: .document(document))
        return try await commits.store(.init(feed: feed, commit: commit))
    }

    /// Stores the result of a check; throws when it could not be stored or the check was cancelled.
    ///
    /// A document is taken out of `result`, so that its HTML occupies no memory while its texts wait to be stored.
    /// `whenRead` is called when it only waits for its transaction.
    func record(
        _ result: inout FetchResult,
        of due: DueFeed,
        whenRead: @Sendable () async -> Void
    ) async throws -> RefreshOutcome {
        let feed = due.feed
        var facts: Logger.Metadata = ["feed.id": "\(feed.id)", "feed.site": "\(LogText.site(feed.url))"]
        if let (commit, skipped) = try await documentCommit(of: result, due) {
            result = .cancelled
            let articles = try await commits.store(.init(feed: feed, commit: commit), whenAnalysed: whenRead)
            facts["item.new"] = "\(articles.count)"
            facts["item.skipped"] = "\(skipped)"
            log.info("Feed refreshed", metadata: facts)
            return .refreshed(newArticles: articles)
        }
        switch result {
        case .document, .cancelled, .hostNotFree, .addressNotFree: throw CancellationError()
        case .notModified(let validators, let status, let hints, let movedTo):
            let next = nextCheck(of: due, hasNews: false, document: nil, hints: hints)
            let outcome = RefreshCommit.Outcome.notModified(validators)
            var commit = RefreshCommit(
                feedID: feed.id,
                status: status,
                nextCheckAt: next,
                outcome: outcome,
                movedTo: movedTo
            )
            commit.restsUntil = hints.retryAfter.map { min($0, next) }
            _ = try await commits.store(.init(feed: feed, commit: commit))
            log.debug("Feed not modified", metadata: facts)
            return .notModified
        case .failed(let failure, let status, let rest):
            let next = CheckInterval(interval: options.interval, floor: options.floor).next(
                afterFailures: feed.health.failureCount + 1,
                retryAfter: rest?.until,
                jitter: .random(in: 0..<1),
                now: time.now
            )
            var commit = RefreshCommit(feedID: feed.id, status: status, nextCheckAt: next, outcome: .failed(failure))
            commit.restsUntil = rest.map { min($0.until, next) }
            _ = try await commits.store(.init(feed: feed, commit: commit))
            facts["failure"] = "\(failure)"
            facts["http.status"] = status.map { "\($0)" }
            log.notice("Feed failed", metadata: facts)
            return .failed(failure)
        }
    }

    /// What is stored of a document, and the number of items that were skipped; nil for another result.
    private func documentCommit(
        of result: FetchResult,
        _ due: DueFeed
    ) async throws -> (commit: RefreshCommit, skippedItems: Int)? {
        guard case .document(let document, let skipped, let status, let hints, let movedTo) = result else { return nil }
        let feed = due.feed
        // A known article that counts as new here only costs time: the transaction checks again.
        let keys = due.isFirst ? [] : document.articles.flatMap(\.keys)
        let known = keys.isEmpty ? [] : try await store.knownKeys(of: feed.id, among: keys)
        let news = document.articles.filter { known.isDisjoint(with: $0.keys) }
        let next = nextCheck(of: due, hasNews: !news.isEmpty, document: document, hints: hints)
        var commit = RefreshCommit(
            feedID: feed.id,
            status: status,
            nextCheckAt: next,
            outcome: .document(try await document.withTexts(except: known, of: feed, by: parsing)),
            movedTo: movedTo
        )
        commit.restsUntil = hints.retryAfter.map { min($0, next) }
        commit.distrusted = ValidatorTrial(due: due, now: time.now)
            .verdict(document.validators, news: news.map(\.publishedAt))
        return (commit, skipped)
    }

    private func nextCheck(
        of due: DueFeed,
        hasNews: Bool,
        document: FetchedDocument?,
        hints: CheckInterval.Hints
    ) -> Date {
        let health = due.feed.health
        var previous = health.lastCheckedAt.flatMap { last in health.nextCheckAt.map { $0.timeIntervalSince(last) } }
        // A check on request must not shorten the following waits.
        if due.isRequested { previous = previous.map { max($0, options.interval) } }
        return nextCheck(of: due.feed, hasNews: hasNews, document: document, previous: previous, hints: hints)
    }

    private func nextCheck(
        of feed: Feed,
        hasNews: Bool,
        document: FetchedDocument?,
        previous: Double? = nil,
        hints: CheckInterval.Hints
    ) -> Date {
        CheckInterval(interval: options.interval, floor: options.floor, askedFloor: options.askedFloor).next(
            hasNews: hasNews,
            published: document?.articles.compactMap(\.publishedAt) ?? [],
            previous: previous,
            hints: hints,
            jitter: .random(in: 0..<1),
            now: time.now
        )
    }
}
