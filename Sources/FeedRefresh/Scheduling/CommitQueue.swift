import Foundation
import Logging
import NewsModel
import Storage
import TextAnalysis

/// Stores what checks bring; those that finish while one transaction runs share the next.
///
/// With `synchronous = FULL` each commit is a disk flush, so a thousand feeds must not be a thousand commits. Alerts are
/// asked before, so that no transaction waits for what another feed has to match.
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
        var ticket: Int
        var commit: RefreshCommit
        /// Nil takes the matches as they are.
        var alertsVersion: Int?
        /// Nil for the one who leads.
        var signal: CheckedContinuation<Signal, Never>?
    }

    private static let mostTogether = 64
    /// So often changed alerts have new articles matched again.
    private static let mostRounds = 3

    private let store: Store
    private let time: any TimeSource
    private let alerts: AlertMatching
    private var waiting: [Waiting] = []
    private var lastTicket = 0
    private var hasLeader = false

    init(store: Store, time: any TimeSource, queries: QueryLimits = QueryLimits()) {
        self.store = store
        self.time = time
        alerts = AlertMatching(store: store, queries: queries)
    }

    /// What alerts may ask for, from the next commit on.
    func apply(_ queries: QueryLimits) async { await alerts.apply(queries) }

    /// Returns the new articles of this feed, once they are on disk with everything they cause.
    func store(_ work: Work) async throws -> [Article] {
        var rounds = 0
        var stale: Int?
        while true {
            let (commit, version) = try await alerts.matched(work.commit, of: work.feed, stale: stale, at: time.now)
            rounds += 1
            // Somebody who changes alerts all the time holds up nobody: what they changed meanwhile counts from then on.
            switch try await commitInTurn(commit, rounds < Self.mostRounds ? version : nil) {
            case .committed(let articles): return articles
            case .stale: stale = version
            }
        }
    }

    /// Who comes while nobody commits leads: it commits its own work and what has gathered, then hands the lead on.
    private func commitInTurn(_ commit: RefreshCommit, _ alertsVersion: Int?) async throws -> RefreshCommitResult {
        lastTicket += 1
        var own = Waiting(ticket: lastTicket, commit: commit, alertsVersion: alertsVersion)
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
        defer { handOn() }
        return try await lead(own)
    }

    private func handOn() {
        guard let next = waiting.indices.first, let signal = waiting[next].signal else {
            hasLeader = false
            return
        }
        waiting[next].signal = nil
        signal.resume(returning: .lead)
    }

    /// Those who asked the same alerts go together.
    private func lead(_ own: Waiting) async throws -> RefreshCommitResult {
        waiting.removeAll { $0.ticket == own.ticket }
        let others = Array(waiting.filter { $0.alertsVersion == own.alertsVersion }.prefix(Self.mostTogether - 1))
        let taken = Set(others.map(\.ticket))
        waiting.removeAll { taken.contains($0.ticket) }
        do {
            let result = try await commitTogether([own] + others)
            for other in others {
                other.signal?.resume(returning: .finished(.success(result.part(of: other.commit.feedID))))
            }
            return result.part(of: own.commit.feedID)
        } catch {
            // The leader was given up, or one of them cannot be stored: the others go on alone.
            waiting.insert(contentsOf: others, at: 0)
            guard !others.isEmpty, !(error is CancellationError) else { throw error }
            return try await commitTogether([own])
        }
    }

    private func commitTogether(_ works: [Waiting]) async throws -> RefreshCommitResult {
        var attempts = 0
        while true {
            do {
                return try await store.commitRefresh(
                    works.map(\.commit),
                    alertsVersion: works.first?.alertsVersion,
                    at: time.now
                )
            } catch let error as StorageError where error.isTemporary && attempts < 3 {
                attempts += 1
                try await time.sleep(until: time.now.addingTimeInterval(Double(attempts)))
            }
        }
    }
}

extension RefreshCommitResult {
    fileprivate func part(of feed: FeedID) -> RefreshCommitResult {
        switch self {
        case .committed(let articles): .committed(newArticles: articles.filter { $0.feedID == feed })
        case .stale: .stale
        }
    }
}
