package import Foundation
import GRDB
package import NewsModel

extension Store {
    /// Stores the results of several checks and queues their news, all in one transaction.
    ///
    /// `alertsVersion` is the counter of the alerts that were matched; nil skips the comparison. Known entries are
    /// dropped, new ones are grouped into stories, and each recipient is told a story once. A feed that was removed
    /// meanwhile is skipped.
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
                try Subscription.endPauses(at: time, in: db)
                try StoryUpdates(db: db, time: time, judge: judge).goOn()
                var stored: [Article] = []
                var toIndex: [Article] = []
                let byNumber = StoriesByNumber()
                let statements = DirectStatements(db)
                for commit in commits {
                    let transaction = RefreshTransaction(
                        db: db,
                        time: time,
                        statements: statements,
                        judge: judge,
                        limits: limits,
                        isShort: isShort,
                        byNumber: byNumber
                    )
                    let new = try transaction.apply(commit)
                    stored += new.articles
                    if !new.isIndexedLater { toIndex += new.articles }
                }
                try SearchIndexing(db: db).add(toIndex)
                return .committed(newArticles: stored, stories: byNumber.stories)
            }
            if case .committed(let new, _) = result { articleFeeds.add(new) }
            if result != .stale { signals.send(.deliveries) }
            if commits.contains(where: \.hasDocument) { signals.send(.archives) }
            return result
        } catch is UnmatchedNews {
            return .stale
        }
    }

    /// The known ones among a feed's keys, so that only new entries need to be matched against alerts.
    package func knownKeys(of feed: FeedID, among keys: [String]) async throws -> Set<String> {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT 1 FROM articleKey WHERE feedID = ? AND key = ? AND isShared = 0"
            )
            let hashes = try KeyHashes(in: db)
            return try Set(
                keys.filter { try Row.fetchOne(statement, arguments: [feed, hashes.hash($0, .entry)]) != nil }
            )
        }
    }
}

extension RefreshCommit {
    fileprivate var hasDocument: Bool { if case .document = outcome { true } else { false } }
}

/// A counter that shows whether a copy in memory is outdated.
enum ChangeCounter: String, DatabaseValueConvertible {
    case alerts

    func value(in db: Database) throws -> Int {
        let statement = try db.cachedStatement(sql: "SELECT value FROM changeCounter WHERE name = ?")
        return try Int.fetchOne(statement, arguments: [self]) ?? 0
    }
}
