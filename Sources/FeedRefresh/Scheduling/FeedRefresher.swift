package import CurlClient
package import FeedParsing
package import Foundation
package import Logging
package import NewsModel
package import Storage
package import TextAnalysis

/// Checks one feed at a time per feed: fetch, parse, store what is new and queue it for whoever wants it.
package actor FeedRefresher {
    let store: Store
    let time: any TimeSource
    let log: Logger
    let commits: CommitQueue
    /// Where everything that strangers serve is read.
    package nonisolated let parsing: ParsingThreads
    private let client: HTTPClient
    private let fetcher: FeedFetcher
    private(set) var options: FetchOptions
    private var spacing: HostSpacing
    /// The feeds in work, and who else waits for each.
    private var running: [FeedID: [AsyncStream<RefreshOutcome>.Continuation]] = [:]

    /// Feeds whose last check in this run did not take long.
    private var quickFeeds: Set<FeedID> = []
    /// The others that are in work.
    private var doubtfulInWork: Set<FeedID> = []
    /// Beyond so many, feeds that are gone by now take memory: all have to show again that they are quick.
    private static let mostQuick = 200_000

    /// Seconds from which a check was slow.
    private static let slowCheck = 3.0
    /// Longer waits for a host are left to the database, in seconds: they would hold a place for nothing.
    private static let longestQueueing = 15.0
    /// How long a feed rests whose answer could not be stored, in seconds: it is still due, and its server should
    /// not pay for our full disk.
    private static let restAfterLoss = 60.0

    package init(
        store: Store,
        client: HTTPClient,
        options: FetchOptions,
        queries: QueryLimits = QueryLimits(),
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
        commits = CommitQueue(store: store, time: time, queries: queries)
        spacing = HostSpacing(spacing: options.hostSpacing)
    }

    package func apply(_ options: FetchOptions, queries: QueryLimits) async {
        self.options = options
        spacing.spacing = max(0, options.hostSpacing)
        client.apply(options.clientOptions)
        parsing.apply(threads: options.parseThreads, seconds: options.parseSeconds)
        await commits.apply(queries)
    }

    /// Waits for a host's turn, for a request that is no check; false when it does not come by `deadline`.
    package func takeTurn(at host: String, deadline: Date) async -> Bool {
        let now = time.now
        guard let slot = spacing.reserve(host, now: now, latest: deadline) else { return false }
        if slot > now { try? await time.sleep(until: slot) }
        return true
    }

    /// Keeps everybody away from a host that asked for rest.
    func rest(_ host: String, until end: Date) { spacing.rest(host, until: end, now: time.now) }

    /// The feeds in work.
    var busy: Set<FeedID> { Set(running.keys) }

    /// Feeds that may take long have three quarters of the places, of very few all.
    ///
    /// After a start that is every feed, until it was checked: servers who take their time hold up nobody then either.
    var doubtful: DoubtfulFeeds {
        let all = options.maximumParallel
        return DoubtfulFeeds(quick: quickFeeds, inWork: doubtfulInWork, most: all < 4 ? all : all * 3 / 4)
    }

    /// Takes a feed for `refreshClaimed`; false when it is in work already.
    func claim(_ id: FeedID) -> Bool {
        guard running[id] == nil else { return false }
        running[id] = []
        return true
    }

    /// Checks a feed that was claimed because it is due, or puts it off.
    func refreshClaimed(_ due: DueFeed) async {
        if !quickFeeds.contains(due.feed.id) { doubtfulInWork.insert(due.feed.id) }
        defer {
            doubtfulInWork.remove(due.feed.id)
            release(due.feed.id, .stillRunning)
        }
        do {
            let now = time.now
            if due.isRequested, let earliest = earliest(of: due.feed, now: now) {
                return try await store.postponeCheck(of: due.feed.id, until: earliest)
            }
            switch try await check(due, latestStart: now.addingTimeInterval(Self.longestQueueing)) {
            case .done(let outcome): return release(due.feed.id, outcome)
            case .hostRests(let end): return try await store.postponeCheck(of: due.feed.id, until: end)
            }
        } catch {
            guard !Task.isCancelled else { return }
            log.error("Refresh not stored", metadata: ["feed.id": "\(due.feed.id)", "error": "\(error)"])
            // Publishers are not asked all the time for what cannot be kept.
            let isFull = if case .diskFull = error as? StorageError { true } else { false }
            let rest = isFull ? max(Self.restAfterLoss, options.floor) : Self.restAfterLoss
            try? await time.sleep(until: time.now.addingTimeInterval(rest))
        }
    }

    /// Asks for a feed out of turn, within the floor and the host's spacing.
    ///
    /// A caller who cannot wait until `deadline` gets `stillRunning`, and the scheduler takes the feed over.
    package func refreshNow(_ id: FeedID, deadline: Date) async throws -> RefreshOutcome {
        guard let due = try await store.dueFeed(id) else { return .failed(.notFound) }
        if let earliest = earliest(of: due.feed, now: time.now) { return .tooSoon(earliest) }
        let outcome = try await race(until: deadline) { try await self.refresh(due, latestStart: deadline) }
        guard let outcome, outcome != .stillRunning else {
            try await store.requestCheck(of: [id], at: time.now)
            return .stillRunning
        }
        return outcome
    }

    /// When a feed may be asked again out of turn; nil when it may be asked now.
    private func earliest(of feed: Feed, now: Date) -> Date? {
        guard let last = feed.health.lastCheckedAt, last <= now else { return nil }
        var earliest = last.addingTimeInterval(options.floor)
        if feed.health.failure == .rateLimited, let next = feed.health.nextCheckAt { earliest = max(earliest, next) }
        if let end = feed.health.restsUntil { earliest = max(earliest, end) }
        return earliest > now ? earliest : nil
    }

    /// Checks a feed; a second caller for the same feed gets the first one's outcome.
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
        case .hostRests(let end):
            return end.timeIntervalSince(time.now) > Self.longestQueueing ? .tooSoon(end) : .stillRunning
        }
    }

    /// Tells everybody who waits for a feed; the first call counts.
    private func release(_ id: FeedID, _ outcome: RefreshOutcome) {
        for waiter in running.removeValue(forKey: id) ?? [] {
            waiter.yield(outcome)
            waiter.finish()
        }
    }

    private enum Check {
        case done(RefreshOutcome)
        case hostRests(until: Date)
    }

    private func check(_ due: DueFeed, latestStart: Date) async throws -> Check {
        let now = time.now
        guard let slot = spacing.reserve(due.host, now: now, latest: latestStart) else {
            return .hostRests(until: spacing.free(due.host, now: now))
        }
        if slot > now { try await time.sleep(until: slot) }
        // However far requests are parted, a redirect within a host gets its turn.
        let longestWait = max(Self.longestQueueing, 2 * spacing.spacing)
        let limits = HTTPLimits(bodyBytes: options.documentBytes, keepsCutBody: true)
        let begin = time.uptime
        let result = await fetcher.fetch(due, limits: limits) { host in
            await self.takeTurn(at: host, deadline: self.time.now + longestWait)
        }
        switch result {
        case .hostRests(let host): return .hostRests(until: spacing.free(host, now: time.now))
        case .addressRests(let end): return .hostRests(until: end)
        case .failed(_, _, let rest?): spacing.rest(rest.host, until: rest.until, now: time.now)
        case .failed, .document, .notModified, .cancelled: break
        }
        let outcome = try await record(result, of: due)
        // What alerts were asked about it counts, too.
        note(due.feed.id, took: time.uptime - begin)
        return .done(outcome)
    }

    private func note(_ id: FeedID, took seconds: Double) {
        guard seconds < Self.slowCheck else {
            quickFeeds.remove(id)
            return
        }
        if quickFeeds.count >= Self.mostQuick { quickFeeds = [] }
        quickFeeds.insert(id)
    }

    /// The work's result, or nil at the deadline; the work is cancelled then.
    private nonisolated func race<Value: Sendable>(
        until deadline: Date,
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value? {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await self.time.sleep(until: deadline)
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }
}
