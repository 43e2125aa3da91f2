package import Foundation
import GRDB
import NewsModel

extension Store {
    /// Deletes expired data in small transactions; returns the number of deleted articles.
    ///
    /// Saved articles and articles of open deliveries are kept. Told rows are never deleted. Keys of entries are kept
    /// longer than the articles, until the feed has not shown them for three months.
    @discardableResult
    package func prune(at time: Date, keeping retention: Retention = Retention()) async throws -> Int {
        let feeds = try await read { db in
            try FeedID.fetchAll(db, sql: "SELECT id FROM feed")
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
        try await prunePlaces()
        _ = try await repeatedly { db in try Decisions.prune(at: time, limit: Self.chunk, in: db) }
        try await write { db in
            try db.execute(
                sql: "DELETE FROM handledInbound WHERE handledAt < ?",
                arguments: [(time - Retention.handledAge).unixSeconds]
            )
            try db.execute(
                sql: "DELETE FROM quizAsked WHERE askedAt < ?",
                arguments: [(time - Retention.quizQuestionAge).unixSeconds]
            )
            try UndoLog(db: db, time: time).pruneOld()
            try Self.pruneQuizRounds(endedBefore: time - Retention.quizRoundAge, db)
            try db.execute(
                sql: "DELETE FROM puzzlePlay WHERE changedAt < ?",
                arguments: [(time - Retention.puzzlePlayAge).unixSeconds]
            )
            try db.execute(
                sql: "DELETE FROM roomPuzzle WHERE changedAt < ?",
                arguments: [(time - Retention.puzzlePlayAge).unixSeconds]
            )
            try Ledger(db: db, time: time).pruneEditablePosts()
            try Ledger(db: db, time: time).pruneThreads()
            try Self.pruneUploadedPictures(at: time, in: db)
            try db.execute(
                sql: "DELETE FROM confirmationCode WHERE expiresAt < ?",
                arguments: [time.unixSeconds]
            )
        }
        return removed
    }

    /// Deletes deliveries and messages that ended before a time; told rows are kept.
    package func pruneSent(before time: Date) async throws {
        _ = try await repeatedly { db in try Ledger(db: db, time: time).pruneWork(limit: Self.chunk) }
        _ = try await repeatedly { db in try Ledger(db: db, time: time).pruneMessages(limit: Self.chunk) }
    }

    /// The number of rows of one transaction; other writers run in between.
    static let chunk = 200

    /// Repeats a transaction until it changes less than a chunk; returns the total number of rows.
    func repeatedly(write work: @escaping @Sendable (Database) throws -> Int) async throws -> Int {
        var total = 0
        while true {
            try Task.checkCancellation()
            let count = try await write(work)
            total += count
            if count < Self.chunk { return total }
        }
    }

    /// Deletes expired numbered lists: after a day, or, if a user can still reply to their message, together with that.
    func pruneListings(at time: Date) async throws {
        let (day, sent) = (time.unixSeconds - ListingWriting.lifetime, (time - Retention.sentAge).unixSeconds)
        _ = try await repeatedly { db in
            try db.execute(
                sql: """
                    DELETE FROM listing WHERE id IN (SELECT id FROM listing
                        WHERE origin IS NOT NULL AND createdAt < :day AND (createdAt < :sent OR origin NOT IN (
                            SELECT '\(ListingOrigin.pushPrefix)' || messageID FROM postedEvent
                            UNION ALL SELECT '\(ListingOrigin.answerPrefix)' || network || ':' || inboundID
                            FROM postedReply)) LIMIT \(Self.chunk))
                    """,
                arguments: ["day": day, "sent": sent]
            )
            return db.changesCount
        }
        try await write { db in
            try db.execute(
                sql: "DELETE FROM listing WHERE origin IS NULL AND createdAt < ?",
                arguments: [day]
            )
            try db.execute(sql: "DELETE FROM postedReply WHERE postedAt < ?", arguments: [sent])
        }
    }

    /// Deletes the places that no article names any more, and those that contained them alone.
    private func prunePlaces() async throws {
        let unnamed = """
            NOT EXISTS (SELECT 1 FROM articlePlace WHERE placeID = place.id)
                AND NOT EXISTS (SELECT 1 FROM place AS inner WHERE inner.parentID = place.id)
            """
        var found: [Int64]
        repeat {
            try Task.checkCancellation()
            found = try await read { db in
                try Int64.fetchAll(db, sql: "SELECT id FROM place WHERE \(unnamed) LIMIT \(Self.chunk)")
            }
            let ids = found.jsonList
            guard !found.isEmpty else { return }
            // An article may have named one of them meanwhile.
            try await write { db in
                let removed = try Int64.fetchAll(
                    db,
                    sql: """
                        DELETE FROM place WHERE id IN (SELECT value FROM json_each(?)) AND \(unnamed) RETURNING id
                        """,
                    arguments: [ids]
                )
                try db.execute(
                    sql: "DELETE FROM placeArea WHERE id IN (SELECT value FROM json_each(?))",
                    arguments: [removed.jsonList]
                )
            }
        } while !found.isEmpty
    }

    /// The keys are read in order outside of write transactions, because no index contains their age.
    private func pruneTitleKeys(before time: Date) async throws {
        struct Key: Sendable {
            var key: Int64
            var story: Int64
            var feed: Int64
        }
        var last = Int64.min
        while true {
            let from = last
            let old = try await read { db in
                try Row.fetchAll(
                    db,
                    sql: """
                        SELECT key, storyID, feedID FROM storyKey
                        WHERE key >= ? AND isTitle = 1 AND publishedAt < ? ORDER BY key LIMIT \(Self.chunk)
                        """,
                    arguments: [from, time.unixSeconds]
                ).map { Key(key: $0[0], story: $0[1], feed: $0[2]) }
            }
            guard let end = old.last else { return }
            try await write { db in
                let delete = try db.cachedStatement(
                    sql: "DELETE FROM storyKey WHERE key = ? AND storyID = ? AND feedID = ?"
                )
                for row in old { try delete.execute(arguments: [row.key, row.story, row.feed]) }
            }
            last = end.key
        }
    }
}
