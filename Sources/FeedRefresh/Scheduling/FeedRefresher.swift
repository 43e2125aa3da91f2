package import CurlClient
package import Editorial
package import FeedParsing
package import Foundation
package import Logging
package import NewsModel
package import Storage
package import TextAnalysis
import Waking

/// Checks feeds: fetches, parses, stores the new articles and queues them. Each feed has one check at a time.
package actor FeedRefresher {
    let store: Store
    let time: any TimeSource
    let log: Logger
    let commits: CommitQueue
    /// Parses everything that comes from untrusted servers.
    package nonisolated let parsing: ParsingThreads
    private let client: HTTPClient
    private let fetcher: FeedFetcher
    private(set) var options: FetchOptions
    private var spacing: HostSpacing
    /// The feeds being checked, and the other callers that wait for each.
    private var running: [FeedID: [AsyncStream<RefreshOutcome>.Continuation]] = [:]

    /// Feeds whose last check since the start was quick.
    private var fastFeeds: Set<FeedID> = []
    /// Feeds being checked that are not known to be quick.
    private var slowInWork: Set<FeedID> = []
    /// Feeds whose document is read and waits for its transaction.
    private var inStoring: Set<FeedID> = []
    /// So many feeds in `inStoring` occupy no place, so that some are read while others are stored.
    private static let mostWithoutPlace = CommitQueue.largestBatch
    /// The most entries of `fastFeeds`; beyond them the set is emptied, because it also holds feeds that were deleted.
    private static let mostFast = 200_000

    /// Seconds from which a check counts as slow.
    private static let slowCheck = 3.0
    /// Seconds; for a longer wait the check is postponed in the database, so that it occupies no parallel check.
    private static let longestHostWait = 15.0
    /// Seconds until a feed is checked again whose answer could not be stored.
    ///
    /// It is still due, and our full disk must not burden its server.
    private static let delayAfterStoreFailure = 60.0

    package init(
        store: Store,
        client: HTTPClient,
        options: FetchOptions,
        queries: QueryLimits = QueryLimits(),
        places: PlaceFinder? = nil,
        words: ArticleWords? = nil,
        sources: SourceCatalogue = SourceCatalogue(),
        time: any TimeSource,
        log: Logger
    ) {
        self.store = store
        self.client = client
        self.options = options
        self.time = time
        self.log = log
        parsing = ParsingThreads(options, time: time)
        fetcher = FeedFetcher(client: client, time: time, parsing: parsing)
        commits = CommitQueue(
            store: store,
            time: time,
            queries: queries,
            places: places,
            words: words,
            sources: sources
        )
        spacing = HostSpacing(spacing: options.hostSpacing)
    }

    package func apply(_ options: FetchOptions, queries: QueryLimits) async {
        self.options = options
        spacing.spacing = max(0, options.hostSpacing)
        client.apply(options.clientOptions)
        parsing.apply(threads: options.parseThreads, seconds: options.parseSeconds)
        await commits.apply(queries)
    }

    /// Waits until a host may be asked; false when that is after `deadline`.
    package func takeTurn(at host: String, deadline: Date) async -> Bool {
        let now = time.now
        guard let slot = spacing.reserve(host, now: now, latest: deadline) else { return false }
        if slot > now { try? await time.sleep(until: slot) }
        return true
    }

    /// Stops requests to a host until `end`, at most for an hour.
    func block(_ host: String, until end: Date) { spacing.block(host, until: end, now: time.now) }

    /// The feeds being checked.
    var busy: Set<FeedID> { Set(running.keys) }

    /// How many more feeds may be checked now.
    var freePlaces: Int {
        options.maximumParallel - running.count + min(inStoring.count, Self.mostWithoutPlace)
    }

    /// Feeds that are not known to be quick may use three quarters of the parallel checks, or all if fewer than four.
    ///
    /// After a start every feed counts as slow until it was checked. So slow servers cannot delay the others then.
    var slowLimit: SlowFeedLimit {
        let all = options.maximumParallel
        return SlowFeedLimit(fast: fastFeeds, inWork: slowInWork, most: all < 4 ? all : all * 3 / 4)
    }

    /// Reserves a feed for `refreshClaimed`; false when it is being checked already.
    func claim(_ id: FeedID) -> Bool {
        guard running[id] == nil else { return false }
        running[id] = []
        return true
    }

    /// Checks a claimed feed that is due, or postpones it.
    ///
    /// `whenRead` is called when its document only waits to be stored.
    func refreshClaimed(_ due: DueFeed, whenRead: @escaping @Sendable () async -> Void) async {
        if !fastFeeds.contains(due.feed.id) { slowInWork.insert(due.feed.id) }
        defer {
            slowInWork.remove(due.feed.id)
            release(due.feed.id, .stillRunning)
        }
        do {
            let now = time.now
            if due.isRequested, let earliest = earliest(of: due.feed, now: now) {
                return try await store.postponeCheck(of: due.feed.id, until: earliest)
            }
            let latest = now.addingTimeInterval(Self.longestHostWait)
            switch try await check(due, latestStart: latest, whenRead: whenRead) {
            case .done(let outcome): return release(due.feed.id, outcome)
            case .hostNotFree(let end): return try await store.postponeCheck(of: due.feed.id, until: end)
            }
        } catch {
            guard !Task.isCancelled else { return }
            log.error("Refresh not stored", metadata: ["feed.id": "\(due.feed.id)", "error": "\(error)"])
            // While the disk is full, publishers are not asked more often than the floor allows.
            let isFull = if case .diskFull = error as? StorageError { true } else { false }
            let rest = isFull ? max(Self.delayAfterStoreFailure, options.floor) : Self.delayAfterStoreFailure
            try? await time.sleep(until: time.now.addingTimeInterval(rest))
        }
    }

    /// Checks a feed on request, within the floor and the host spacing.
    ///
    /// Returns `stillRunning` when the check does not end by `deadline`. The scheduler then checks the feed.
    package func refreshNow(_ id: FeedID, deadline: Date) async throws -> RefreshOutcome {
        guard let due = try await store.dueFeed(id) else { return .failed(.notFound) }
        if let earliest = earliest(of: due.feed, now: time.now) { return .tooSoon(earliest) }
        let outcome = try await time.race(until: deadline) { try await self.refresh(due, latestStart: deadline) }
        guard let outcome, outcome != .stillRunning else {
            try await store.requestCheck(of: [id], at: time.now)
            return .stillRunning
        }
        return outcome
    }

    /// When a feed may be checked on request; nil when it may be checked now.
    private func earliest(of feed: Feed, now: Date) -> Date? {
        guard let last = feed.health.lastCheckedAt, last <= now else { return nil }
        var earliest = last.addingTimeInterval(options.floor)
        if feed.health.failure == .rateLimited, let next = feed.health.nextCheckAt { earliest = max(earliest, next) }
        if let end = feed.health.restsUntil { earliest = max(earliest, end) }
        return earliest > now ? earliest : nil
    }

    /// Checks a feed; a second caller for the same feed gets the outcome of the first.
    private func refresh(_ due: DueFeed, latestStart: Date) async throws -> RefreshOutcome {
        let id = due.feed.id
        guard claim(id) else {
            let (outcomes, continuation) = AsyncStream.makeStream(of: RefreshOutcome.self)
            running[id, default: []].append(continuation)
            for await outcome in outcomes { return outcome }
            return .stillRunning
        }
        defer { release(id, .stillRunning) }
        switch try await check(due, latestStart: latestStart) {
        case .done(let outcome):
            release(id, outcome)
            return outcome
        case .hostNotFree(let end):
            return end.timeIntervalSince(time.now) > Self.longestHostWait ? .tooSoon(end) : .stillRunning
        }
    }

    /// Sends the outcome to all callers that wait for a feed; only the first call has an effect.
    private func release(_ id: FeedID, _ outcome: RefreshOutcome) {
        for waiter in running.removeValue(forKey: id) ?? [] {
            waiter.yield(outcome)
            waiter.finish()
        }
    }

    private enum Check {
        case done(RefreshOutcome)
        case hostNotFree(until: Date)
    }

    private func check(
        _ due: DueFeed,
        latestStart: Date,
        whenRead: @escaping @Sendable () async -> Void = {}
    ) async throws -> Check {
        let now = time.now
        guard let slot = spacing.reserve(due.host, now: now, latest: latestStart) else {
            return .hostNotFree(until: spacing.nextFreeTime(of: due.host, now: now))
        }
        if slot > now { try await time.sleep(until: slot) }
        // A redirect within one host must get its turn, however long the host spacing is.
        let longestWait = max(Self.longestHostWait, 2 * spacing.spacing)
        let limits = HTTPLimits(bodyBytes: options.documentBytes, keepsCutBody: true)
        let begin = time.uptime
        var result = await fetcher.fetch(due, limits: limits) { host in
            await self.takeTurn(at: host, deadline: self.time.now + longestWait)
        }
        switch result {
        case .hostNotFree(let host): return .hostNotFree(until: spacing.nextFreeTime(of: host, now: time.now))
        case .addressNotFree(let end): return .hostNotFree(until: end)
        case .failed(_, _, let rest?): spacing.block(rest.host, until: rest.until, now: time.now)
        case .failed, .document, .notModified, .cancelled: break
        }
        defer { inStoring.remove(due.feed.id) }
        let outcome = try await record(&result, of: due) {
            await self.leavePlace(of: due.feed.id)
            await whenRead()
        }
        // The time for matching alerts is included.
        recordDuration(of: due.feed.id, time.uptime - begin)
        return .done(outcome)
    }

    /// The document of a feed is read: whatever its server does, the check is soon over.
    private func leavePlace(of id: FeedID) {
        inStoring.insert(id)
        slowInWork.remove(id)
    }

    private func recordDuration(of id: FeedID, _ seconds: Double) {
        guard seconds < Self.slowCheck else {
            fastFeeds.remove(id)
            return
        }
        if fastFeeds.count >= Self.mostFast { fastFeeds = [] }
        fastFeeds.insert(id)
    }
}

/// The result of a check.
package enum RefreshOutcome: Hashable, Sendable {
    /// Stored, and queued for the readers.
    case refreshed(newArticles: [Article])
    case notModified
    case failed(FeedFailure)
    /// Checked too recently. The date says when it may be checked again.
    case tooSoon(Date)
    /// The check takes longer than the caller can wait. The scheduler completes it.
    case stillRunning
}
