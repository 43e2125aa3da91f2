import Editorial
import Foundation
import Logging
import NewsModel
import Storage
import TextAnalysis

/// Stores what checks bring; those that finish while one transaction runs share the next.
///
/// With `synchronous = FULL` each commit is a disk flush, so a thousand feeds must not be a thousand commits.
actor CommitQueue {
    struct Work: Sendable {
        var feed: Feed
        var commit: RefreshCommit
    }

    private enum Signal: Sendable {
        case finished(Result<[Article], any Error>)
        case lead
    }

    private struct Waiting {
        var ticket: Int
        var work: Work
        /// Nil for the one who leads.
        var signal: CheckedContinuation<Signal, Never>?
    }

    private static let mostTogether = 64
    /// So often changed alerts have new articles matched again.
    private static let mostRounds = 3

    private let store: Store
    private let time: any TimeSource
    private var queries: QueryLimits
    private var waiting: [Waiting] = []
    private var lastTicket = 0
    private var hasLeader = false
    private var alerts: AlertMatching?

    init(store: Store, time: any TimeSource, queries: QueryLimits = QueryLimits()) {
        self.store = store
        self.time = time
        self.queries = queries
    }

    /// What alerts may ask for, from the next commit on.
    func apply(_ queries: QueryLimits) {
        guard queries != self.queries else { return }
        self.queries = queries
        alerts = nil
    }

    /// Returns the new articles of this feed, once they are on disk with everything they cause.
    ///
    /// Who comes while nobody commits leads: it commits its own work and what has gathered, then hands the lead on.
    func store(_ work: Work) async throws -> [Article] {
        lastTicket += 1
        let ticket = lastTicket
        if hasLeader {
            let signal = await withCheckedContinuation {
                waiting.append(Waiting(ticket: ticket, work: work, signal: $0))
            }
            if case .finished(let result) = signal { return try result.get() }
        } else {
            waiting.append(Waiting(ticket: ticket, work: work))
        }
        hasLeader = true
        defer { handOn() }
        return try await lead(ticket, work)
    }

    private func handOn() {
        guard let next = waiting.indices.first, let signal = waiting[next].signal else {
            hasLeader = false
            return
        }
        waiting[next].signal = nil
        signal.resume(returning: .lead)
    }

    private func lead(_ ticket: Int, _ work: Work) async throws -> [Article] {
        waiting.removeAll { $0.ticket == ticket }
        let others = Array(waiting.prefix(Self.mostTogether - 1))
        waiting.removeFirst(others.count)
        do {
            let articles = try await commitTogether([work] + others.map(\.work))
            for other in others {
                other.signal?.resume(
                    returning: .finished(.success(articles.filter { $0.feedID == other.work.feed.id }))
                )
            }
            return articles.filter { $0.feedID == work.feed.id }
        } catch {
            // The leader was given up, or one of them cannot be stored: the others go on alone.
            waiting.insert(contentsOf: others, at: 0)
            guard !others.isEmpty, !(error is CancellationError) else { throw error }
            return try await commitTogether([work])
        }
    }

    private func commitTogether(_ works: [Work]) async throws -> [Article] {
        var (attempts, rounds) = (0, 0)
        while true {
            do {
                let (version, commits) = try await matched(works)
                rounds += 1
                // Somebody who changes alerts all the time holds up nobody: what they changed meanwhile counts from then on.
                let wanted = rounds < Self.mostRounds ? version : nil
                switch try await store.commitRefresh(commits, alertsVersion: wanted, at: time.now) {
                case .committed(let articles): return articles
                case .stale: alerts = nil
                }
            } catch let error as StorageError where error.isTemporary && attempts < 3 {
                attempts += 1
                try await time.sleep(until: time.now.addingTimeInterval(Double(attempts)))
            }
        }
    }

    private func matched(_ works: [Work]) async throws -> (Int, [RefreshCommit]) {
        let matching = try await currentAlerts()
        var commits: [RefreshCommit] = []
        for work in works {
            var commit = work.commit
            if case .document(let document) = commit.outcome, matching.index.count > 0 {
                let known = try await store.knownKeys(of: work.feed.id, among: document.articles.flatMap(\.keys))
                let views = matching.index.asksForNames ? try await store.ownViews(of: work.feed.id) : []
                commit.outcome = .document(
                    await matching.matched(document, of: work.feed, views: views, known: known)
                )
            }
            commits.append(commit)
        }
        return (matching.index.version, commits)
    }

    private func currentAlerts() async throws -> AlertMatching {
        if let alerts { return alerts }
        let (version, alerts) = try await store.activeAlertQueries()
        // Read after the wait: the limits may have changed meanwhile.
        let loaded = AlertMatching(index: AlertIndex(version: version, queries: alerts, limits: queries))
        self.alerts = loaded
        return loaded
    }
}
