package import Foundation
import GRDB
package import NewsModel

/// A feed's change of address that can still be undone.
package struct FeedMove: Hashable, Sendable {
    package var id: Int64
    package var feedID: FeedID
    package var name: String
    package var oldURL: String
    package var newURL: String
    package var movedAt: Date
}

extension Store {
    /// Days within which a move can be undone.
    package static let undoDays = 30

    /// The recipient's own moved subscriptions, newest move first.
    package func feedMoves(of recipient: RecipientID, at time: Date) async throws -> [FeedMove] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT feedMove.id, feedMove.feedID, coalesce(subscription.name, feedMove.name), oldURL, newURL, movedAt
                    FROM subscription
                    JOIN feedMove ON feedMove.id = subscription.moveID AND feedMove.feedID = subscription.feedID
                    WHERE recipientID = ? AND movedAt > ? ORDER BY feedMove.id DESC LIMIT 50
                    """,
                arguments: [recipient, (time - Double(Self.undoDays) * 86_400).unixSeconds]
            ).map { row in
                FeedMove(
                    id: row[0],
                    feedID: row[1],
                    name: row[2],
                    oldURL: row[3],
                    newURL: row[4],
                    movedAt: row.date(5)
                )
            }
        }
    }

    /// Moves one recipient's subscription back to the old address, which never applies that redirect again.
    ///
    /// Other followers stay at the new address. The keys are copied, so that no news is repeated.
    package func undoMove(_ move: FeedMove, for recipient: RecipientID, at time: Date) async throws -> Feed? {
        let feed = try await write { db -> Feed? in
            let exists = try Row.fetchOne(db, sql: "SELECT 1 FROM feed WHERE url = ?", arguments: [move.oldURL]) != nil
            if !exists {
                if try !Self.giveBackAddress(move, at: time, in: db) { try Self.reopen(move, at: time, in: db) }
                try Self.copyKeys(move, in: db)
            }
            guard
                let row = try Row.fetchOne(
                    db,
                    sql: "SELECT \(Feed.columns) FROM feed WHERE url = ?",
                    arguments: [move.oldURL]
                )
            else { return nil }
            let old = Feed(row: row)
            try db.execute(
                sql: "UPDATE feed SET refusedMove = ? WHERE id = ?",
                arguments: [move.newURL, old.id]
            )
            try db.execute(
                sql: """
                    UPDATE OR IGNORE subscription SET feedID = ?, moveID = NULL
                    WHERE recipientID = ? AND feedID = ? AND moveID = ?
                    """,
                arguments: [old.id, recipient, move.feedID, move.id]
            )
            for id in [old.id, move.feedID] { try FeedMerging.countFollowers(of: id, in: db) }
            return old
        }
        signals.send(.feeds)
        return feed
    }

    /// Gives the `LeftFeed` of the move its address back; false when it is gone.
    private static func giveBackAddress(_ move: FeedMove, at time: Date, in db: Database) throws -> Bool {
        try db.execute(
            sql: """
                UPDATE feed SET url = :url, nextCheckAt = :now, name = :name, nameKey = :key
                WHERE id = (SELECT leftFeedID FROM feedMove WHERE id = :move) AND followerCount = 0
                """,
            arguments: [
                "url": move.oldURL, "now": time.unixSeconds, "name": move.name, "key": FeedKey.fold(move.name),
                "move": move.id,
            ]
        )
        return db.changesCount > 0
    }

    private static func reopen(_ move: FeedMove, at time: Date, in db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO feed (url, host, name, nameKey, isNameFixed, homePageURL, category, language,
                    nextCheckAt, firstFetchedAt, createdAt)
                SELECT ?, ?, name, nameKey, isNameFixed, homePageURL, category, language, ?, firstFetchedAt, ?
                FROM feed WHERE id = ?
                """,
            arguments: [
                move.oldURL, FeedKey.host(of: move.oldURL), time.unixSeconds, time.unixSeconds, move.feedID,
            ]
        )
    }

    /// The follower has already got the news of the new address.
    private static func copyKeys(_ move: FeedMove, in db: Database) throws {
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO articleKey (feedID, key, isShared, lastSeenAt)
                SELECT feed.id, key, isShared, lastSeenAt FROM articleKey JOIN feed ON feed.url = ? WHERE feedID = ?
                """,
            arguments: [move.oldURL, move.feedID]
        )
        try FeedBytes.recount(url: move.oldURL, in: db)
    }
}
