package import CurlClient
import FeedParsing
package import Foundation
package import Logging
package import NewsModel
package import Storage

/// Checks one feed at a time per feed: fetch, parse, store what is new and queue it for whoever wants it.
package actor FeedRefresher {
    private let store: Store
    private let time: any TimeSource
    private let log: Logger
    private let client: HTTPClient
    private let fetcher: FeedFetcher
    private let commits: CommitQueue
    private var options: FetchOptions
    private var spacing: HostSpacing
    private var running: [FeedID: [CheckedContinuation<RefreshOutcome, Never>]] = [:]

    package init(store: Store, client: HTTPClient, options: FetchOptions, time: any TimeSource, log: Logger) {
        self.store = store
        self.client = client
        self.options = options
        self.time = time
        self.log = log
        fetcher = FeedFetcher(client: client, time: time)
        commits = CommitQueue(store: store, time: time)
        spacing = HostSpacing(spacing: options.hostSpacing)
    }

    package func apply(_ options: FetchOptions) {
        self.options = options
        spacing.spacing = max(0, options.hostSpacing)
        client.apply(options.clientOptions)
    }

    var currentOptions: FetchOptions { options }
    var busy: Set<FeedID> { Set(running.keys) }

    /// Takes a feed for `refreshClaimed`; false when it is in work already.
    func claim(_ id: FeedID) -> Bool {
        guard running[id] == nil else { return false }
        running[id] = []
        return true
    }

    /// Checks a feed that was claimed.
    @discardableResult
    func refreshClaimed(_ due: DueFeed, latestStart: Date = .distantFuture) async -> RefreshOutcome {
        let outcome = await check(due, latestStart: latestStart)
        for waiter in running.removeValue(forKey: due.feed.id) ?? [] { waiter.resume(returning: outcome) }
        return outcome
    }

    /// Asks for a feed out of turn, within the floor and the host's spacing.
    ///
    /// A caller who cannot wait until `deadline` gets `stillRunning`, and the scheduler takes the feed over.
    package func refreshNow(_ id: FeedID, deadline: Date) async throws -> RefreshOutcome {
        guard let due = try await store.dueFeed(id) else { return .failed(.notFound) }
        let now = time.now
        if let last = due.feed.health.lastCheckedAt, !due.isFirst {
            let earliest = last.addingTimeInterval(options.floor)
            if earliest > now { return .tooSoon(earliest) }
        }
        let outcome = await race(until: deadline) { await self.refresh(due, latestStart: deadline) }
        guard let outcome else {
            try await store.requestCheck(of: [id], at: time.now)
            return .stillRunning
        }
        return outcome
    }

    /// Stores a document somebody has already fetched, as when a person subscribes to it.
    package func store(_ document: FetchedDocument, of feed: Feed, status: Int) async throws -> [Article] {
        let next = nextCheck(of: feed, hasNews: true, document: document, wishes: .init(), now: time.now)
        let commit = RefreshCommit(feedID: feed.id, status: status, nextCheckAt: next, outcome: .document(document))
        return try await commits.store(.init(feed: feed, commit: commit))
    }

    /// Checks a feed; a second caller for the same feed gets the first one's outcome.
    func refresh(_ due: DueFeed, latestStart: Date = .distantFuture) async -> RefreshOutcome {
        let id = due.feed.id
        guard claim(id) else { return await withCheckedContinuation { running[id, default: []].append($0) } }
        return await refreshClaimed(due, latestStart: latestStart)
    }

    private func check(_ due: DueFeed, latestStart: Date) async -> RefreshOutcome {
        guard let slot = spacing.reserve(due.host, now: time.now, latest: latestStart) else { return .stillRunning }
        do {
            if slot > time.now { try await time.sleep(until: slot) }
            let result = await fetcher.fetch(due)
            return try await record(result, of: due)
        } catch is CancellationError {
            return .stillRunning
        } catch {
            log.error("Refresh not stored", metadata: ["feed.id": "\(due.feed.id)", "error": "\(error)"])
            return .failed(.unreadable)
        }
    }

    private func record(_ result: FetchResult, of due: DueFeed) async throws -> RefreshOutcome {
        let feed = due.feed
        let now = time.now
        var facts: Logger.Metadata = ["feed.id": "\(feed.id)", "feed.url": "\(feed.url)"]
        switch result {
        case .cancelled: throw CancellationError()
        case .document(let parsed, let validators, let status, let wishes, let movedTo):
            let document = FetchedDocument(parsed, validators: validators, movedTo: movedTo)
            let known = try await store.knownKeys(of: feed.id, among: document.articles.flatMap(\.keys))
            let hasNews = document.articles.contains { known.isDisjoint(with: $0.keys) }
            let next = nextCheck(of: feed, hasNews: hasNews, document: document, wishes: wishes, now: now)
            let commit = RefreshCommit(feedID: feed.id, status: status, nextCheckAt: next, outcome: .document(document))
            let articles = try await commits.store(.init(feed: feed, commit: commit))
            facts["item.new"] = "\(articles.count)"
            facts["item.skipped"] = "\(parsed.skippedItemCount)"
            log.info("Feed refreshed", metadata: facts)
            return .refreshed(newArticles: articles)
        case .notModified(let status, let wishes):
            let next = nextCheck(of: feed, hasNews: false, document: nil, wishes: wishes, now: now)
            let commit = RefreshCommit(feedID: feed.id, status: status, nextCheckAt: next, outcome: .notModified)
            _ = try await commits.store(.init(feed: feed, commit: commit))
            log.debug("Feed not modified", metadata: facts)
            return .notModified
        case .failed(let failure, let status, let retryAfter):
            let interval = CheckInterval(interval: options.interval, floor: options.floor)
            let next = interval.next(
                afterFailures: feed.health.failureCount + 1,
                retryAfter: retryAfter,
                jitter: .random(in: 0..<1),
                now: now
            )
            if let retryAfter { spacing.rest(due.host, until: retryAfter, now: now) }
            let commit = RefreshCommit(feedID: feed.id, status: status, nextCheckAt: next, outcome: .failed(failure))
            _ = try await commits.store(.init(feed: feed, commit: commit))
            facts["failure"] = "\(failure)"
            facts["http.status"] = status.map { "\($0)" }
            log.notice("Feed failed", metadata: facts)
            return .failed(failure)
        }
    }

    private func nextCheck(
        of feed: Feed,
        hasNews: Bool,
        document: FetchedDocument?,
        wishes: CheckInterval.Wishes,
        now: Date
    ) -> Date {
        let health = feed.health
        let previous = health.lastCheckedAt.flatMap { last in health.nextCheckAt.map { $0.timeIntervalSince(last) } }
        return CheckInterval(interval: options.interval, floor: options.floor).next(
            hasNews: hasNews,
            published: document?.articles.compactMap(\.publishedAt) ?? [],
            previous: previous,
            wishes: wishes,
            jitter: .random(in: 0..<1),
            now: now
        )
    }

    /// The work's result, or nil at the deadline; the work is cancelled then.
    private nonisolated func race<Value: Sendable>(
        until deadline: Date,
        _ work: @escaping @Sendable () async -> Value
    ) async -> Value? {
        await withTaskGroup(of: Value?.self) { group in
            group.addTask { await work() }
            group.addTask {
                try? await self.time.sleep(until: deadline)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
    }
}
