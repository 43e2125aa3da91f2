package import Foundation
import GRDB
import NewsModel

extension Store {
    /// Removes what is past its time, a little at a time so that nobody waits long; how many articles went.
    ///
    /// Saved articles and work that waits keep their articles. Told rows stay for ever. The keys by which entries are
    /// known again outlive the articles, and go only when the feed itself has not shown them for a season.
    @discardableResult
    package func prune(at time: Date, keeping retention: Retention = Retention()) async throws -> Int {
        let feeds = try await read { db in
            try Int64.fetchAll(db, sql: "SELECT id FROM feed").map(FeedID.init(rawValue:))
        }
        var removed = 0
        for feed in feeds {
            try Task.checkCancellation()
            let pruning = ArticlePruning(feed: feed, time: time, retention: retention)
            for span in try await read({ db in try pruning.spans(in: db) }) {
                removed += try await repeatedly(write: { db in try pruning.removeSome(span, in: db) })
            }
            if let end = try await read({ db in try pruning.keysEnd(in: db) }) {
                _ = try await repeatedly(write: { db in try pruning.removeKeys(before: end, in: db) })
            }
        }
        try await pruneSent(before: time - Retention.sentAge)
        try await pruneTitleKeys(before: time - Retention.titleKeyAge)
        try await pruneMail(at: time)
        try await pruneListings(at: time)
        try await write { db in
            try db.execute(
                sql: "DELETE FROM handledInbound WHERE handledAt < ?",
                arguments: [(time - Retention.handledAge).unixSeconds]
            )
            try db.execute(
                sql: "DELETE FROM quizQuestionUsed WHERE usedAt < ?",
                arguments: [(time - Retention.quizQuestionAge).unixSeconds]
            )
            try EditablePosts.prune(before: time.unixSeconds, db)
            try db.execute(
                sql: "DELETE FROM confirmationCode WHERE expiresAt < ?",
                arguments: [time.unixSeconds]
            )
        }
        return removed
    }

    /// Removes what was sent, withdrawn or failed before a time; told rows stay.
    package func pruneSent(before time: Date) async throws {
        for table in ["delivery", "message"] {
            _ = try await repeatedly { db in
                try db.execute(
                    sql: """
                        DELETE FROM \(table) WHERE id IN (SELECT id FROM \(table) WHERE endedAt < ? LIMIT \(Self.chunk))
                        """,
                    arguments: [time.unixSeconds]
                )
                return db.changesCount
            }
        }
    }

    /// Rows of one transaction: others write in between.
    static let chunk = 200

    /// Transaction after transaction until one finds less than a chunk; how many rows in all.
    func repeatedly(write work: @escaping @Sendable (Database) throws -> Int) async throws -> Int {
        var total = 0
        while true {
            try Task.checkCancellation()
            let count = try await write(work)
            total += count
            if count < Self.chunk { return total }
        }
    }

    /// The keys are looked through in order outside of any write: no index knows their age.
    private func pruneTitleKeys(before time: Date) async throws {
        struct Key: Sendable {
            var key: String
            var story: Int64
            var feed: Int64
        }
        var last = ""
        while true {
            let from = last
            let old = try await read { db in
                try Row.fetchAll(
                    db,
                    sql: """
                        SELECT key, storyID, feedID FROM storyKey
                        WHERE kind = 'title' AND key >= ? AND publishedAt < ? ORDER BY key LIMIT \(Self.chunk)
                        """,
                    arguments: [from, time.unixSeconds]
                ).map { Key(key: $0["key"], story: $0["storyID"], feed: $0["feedID"]) }
            }
            guard let end = old.last else { return }
            try await write { db in
                let delete = try db.cachedStatement(
                    sql: "DELETE FROM storyKey WHERE kind = 'title' AND key = ? AND storyID = ? AND feedID = ?"
                )
                for row in old { try delete.execute(arguments: [row.key, row.story, row.feed]) }
            }
            last = end.key
        }
    }
}
