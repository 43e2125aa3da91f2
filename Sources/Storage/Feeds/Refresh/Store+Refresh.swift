package import Foundation
import GRDB
package import NewsModel

extension Store {
    /// Stores what several checks brought and queues it for whoever wants it, all in one transaction.
    ///
    /// `alertsVersion` is the counter of the alerts that were matched; nil takes the matches as they are.
    /// Known entries are dropped, new ones join a story, and each recipient is told a story once. A feed that was
    /// removed meanwhile is passed over.
    package func commitRefresh(
        _ commits: [RefreshCommit],
        alertsVersion: Int?,
        at time: Date
    ) async throws -> RefreshCommitResult {
        let limits = limits
        let isShort = try await shortage() != nil
        do {
            let result: RefreshCommitResult = try await writeMuting { db, judge in
                let version = try ChangeCounter.alerts.value(in: db)
                guard version == alertsVersion ?? version else { return .stale }
                try Mute.removeEnded(at: time, in: db)
                var stored: [Article] = []
                for commit in commits {
                    let transaction = RefreshTransaction(
                        db: db,
                        time: time,
                        judge: judge,
                        limits: limits,
                        isShort: isShort
                    )
                    stored += try transaction.apply(commit)
                }
                try SearchIndexing(db: db).add(stored)
                return .committed(newArticles: stored)
            }
            if result != .stale { nudges.nudge(.deliveries) }
            return result
        } catch is UnmatchedNews {
            return .stale
        }
    }

    /// Records that a feed had nothing new.
    package func recordNotModified(_ feed: FeedID, status: Int?, nextCheckAt: Date, at time: Date) async throws {
        let outcome = RefreshCommit.Outcome.notModified(FeedValidators())
        let commit = RefreshCommit(feedID: feed, status: status, nextCheckAt: nextCheckAt, outcome: outcome)
        try await write { db in _ = try RefreshTransaction(db: db, time: time).apply(commit) }
    }

    /// Records that a feed could not be read.
    package func recordFailure(
        _ feed: FeedID,
        _ failure: FeedFailure,
        status: Int?,
        nextCheckAt: Date,
        at time: Date
    ) async throws {
        let commit = RefreshCommit(feedID: feed, status: status, nextCheckAt: nextCheckAt, outcome: .failed(failure))
        try await write { db in _ = try RefreshTransaction(db: db, time: time).apply(commit) }
    }

    /// Which of a feed's keys are known, so that only new entries need to be matched against alerts.
    package func knownKeys(of feed: FeedID, among keys: [String]) async throws -> Set<String> {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT 1 FROM articleKey WHERE feedID = ? AND key = ? AND isShared = 0"
            )
            return try Set(keys.filter { try Row.fetchOne(statement, arguments: [feed.rawValue, $0]) != nil })
        }
    }
}

/// The counters by which something kept in memory learns that it is stale.
package enum ChangeCounter: String, Sendable, CaseIterable {
    case alerts
    case subscriptions
    case feeds
}

extension ChangeCounter {
    func value(in db: Database) throws -> Int {
        let statement = try db.cachedStatement(sql: "SELECT value FROM changeCounter WHERE name = ?")
        return try Int.fetchOne(statement, arguments: [rawValue]) ?? 0
    }
}

extension Store {
    package func changeCount(_ counter: ChangeCounter) async throws -> Int {
        try await read { db in try counter.value(in: db) }
    }
}
