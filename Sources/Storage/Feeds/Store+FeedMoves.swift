package import Foundation
import GRDB
package import NewsModel

/// A feed's change of address that can still be undone.
package struct FeedMove: Hashable, Sendable {
    package var feedID: FeedID
    package var name: String
    package var oldURL: String
    package var newURL: String
    package var movedAt: Date
}

extension Store {
    /// Days in which a move can be undone.
    package static let undoDays = 30

    /// The moves of feeds that the recipient follows, the newest first.
    package func feedMoves(of recipient: RecipientID, at time: Date) async throws -> [FeedMove] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT feedMove.* FROM feedMove
                    JOIN subscription ON subscription.feedID = feedMove.feedID AND recipientID = ?
                    WHERE movedAt > ? ORDER BY feedMove.id DESC LIMIT 50
                    """,
                arguments: [recipient.rawValue, (time - Double(Self.undoDays) * 86_400).unixSeconds]
            ).map { row in
                FeedMove(
                    feedID: row.id("feedID"),
                    name: row["name"],
                    oldURL: row["oldURL"],
                    newURL: row["newURL"],
                    movedAt: row.date("movedAt")
                )
            }
        }
    }

    /// Takes one recipient back to the old address, where that redirect is never followed for good again.
    ///
    /// The others stay at the new one. What the feed has shown by now is known there too, so that nothing repeats.
    package func undoMove(_ move: FeedMove, for recipient: RecipientID, at time: Date) async throws -> Feed? {
        let feed = try await write { db -> Feed? in
            let exists = try Row.fetchOne(db, sql: "SELECT 1 FROM feed WHERE url = ?", arguments: [move.oldURL]) != nil
            if !exists { try Self.reopen(move, at: time, in: db) }
            guard
                let row = try Row.fetchOne(db, sql: "SELECT * FROM feed WHERE url = ?", arguments: [move.oldURL])
            else { return nil }
            let old = Feed(row: row)
            try db.execute(
                sql: "UPDATE feed SET refusedMove = ? WHERE id = ?",
                arguments: [move.newURL, old.id.rawValue]
            )
            try db.execute(
                sql: "UPDATE OR IGNORE subscription SET feedID = ? WHERE recipientID = ? AND feedID = ?",
                arguments: [old.id.rawValue, recipient.rawValue, move.feedID.rawValue]
            )
            for id in [old.id, move.feedID] {
                try db.execute(
                    sql: """
                        UPDATE feed SET followerCount =
                            (SELECT count(*) FROM subscription WHERE feedID = feed.id AND pause IS NULL)
                        WHERE id = ?
                        """,
                    arguments: [id.rawValue]
                )
            }
            return old
        }
        nudges.nudge(.feeds)
        return feed
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
                move.oldURL, FeedKey.host(of: move.oldURL), time.unixSeconds, time.unixSeconds, move.feedID.rawValue,
            ]
        )
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO articleKey (feedID, key, isShared, lastSeenAt)
                SELECT ?, key, isShared, lastSeenAt FROM articleKey WHERE feedID = ?
                """,
            arguments: [db.lastInsertedRowID, move.feedID.rawValue]
        )
    }
}
