import Foundation
import GRDB
import NewsModel

/// Merges a feed into another: its subscriptions, mutes and former addresses.
///
/// Articles and keys are not moved: they are what the old address has shown and do not bind another address.
struct FeedMerging {
    let db: Database
    let feed: FeedID
    let into: FeedID
    /// The change of address that causes the merge, if its followers may undo it.
    var move: Int64?
    let time: Date

    /// Duplicate subscriptions are merged; the first feed has no followers afterwards.
    func merge() throws {
        try mergeReasons()
        try Ledger.mergeThreads(of: feed, into: into, in: db)
        try markMove()
        for sql in Self.steps {
            try db.execute(sql: sql, arguments: ["old": feed, "new": into])
        }
        try Self.countFollowers(of: into, in: db)
    }

    /// Moves the deliveries of duplicate subscriptions to those that are kept.
    private func mergeReasons() throws {
        let twice = try Row.fetchAll(
            db,
            sql: """
                SELECT source.id AS source, target.id AS target FROM subscription AS source
                JOIN subscription AS target ON target.recipientID = source.recipientID AND target.feedID = ?
                WHERE source.feedID = ?
                """,
            arguments: [into, feed]
        )
        let ledger = Ledger(db: db, time: time)
        for row in twice {
            try ledger.mergeReason(row[0] as SubscriptionID, into: row[1])
        }
    }

    private func markMove() throws {
        guard let move else { return }
        try db.execute(
            sql: """
                UPDATE subscription SET moveID = :move WHERE feedID = :old OR (feedID = :new AND EXISTS (
                    SELECT 1 FROM subscription AS other WHERE other.feedID = :old
                        AND other.recipientID = subscription.recipientID))
                """,
            arguments: ["old": feed, "new": into, "move": move]
        )
    }

    static func countFollowers(of feed: FeedID, in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE feed SET followerCount =
                    (SELECT count(*) FROM subscription WHERE feedID = feed.id AND pause IS NULL)
                WHERE id = ?
                """,
            arguments: [feed]
        )
    }

    private static let steps = [
        // If one of two subscriptions is not paused, the merged one is not.
        """
        UPDATE subscription SET pause = NULL WHERE feedID = :new AND pause = 'byOwner' AND EXISTS (
            SELECT 1 FROM subscription AS other WHERE other.feedID = :old AND other.pause IS NULL
                AND other.recipientID = subscription.recipientID)
        """,
        """
        UPDATE subscription SET template = coalesce(subscription.template, gone.template),
            editsPosts = coalesce(subscription.editsPosts, gone.editsPosts),
            checkInterval = coalesce(subscription.checkInterval, gone.checkInterval)
        FROM subscription AS gone WHERE subscription.feedID = :new AND gone.feedID = :old
            AND gone.recipientID = subscription.recipientID
        """,
        """
        DELETE FROM subscription WHERE feedID = :old AND EXISTS (
            SELECT 1 FROM subscription AS other WHERE other.feedID = :new
                AND other.recipientID = subscription.recipientID)
        """,
        "UPDATE subscription SET feedID = :new WHERE feedID = :old",
        "UPDATE feedAlias SET feedID = :new WHERE feedID = :old",
        "UPDATE mute SET feedID = :new WHERE feedID = :old",
        "UPDATE newsFilter SET feedID = :new WHERE feedID = :old",
        "UPDATE OR IGNORE listViewSource SET feedID = :new WHERE feedID = :old",
        "UPDATE feedMove SET feedID = :new, isJoin = 1 WHERE feedID = :old",
        """
        UPDATE feed SET nextCheckAt = min(nextCheckAt, (SELECT nextCheckAt FROM feed WHERE id = :old))
        WHERE id = :new
        """,
        // Only the operator's settings of a feed are copied to the other.
        """
        UPDATE feed SET isDefault = 1, category = coalesce(category, (SELECT category FROM feed WHERE id = :old))
        WHERE id = :new AND (SELECT isDefault FROM feed WHERE id = :old) = 1
        """,
        """
        UPDATE feed SET (name, nameKey, isNameFixed) = (SELECT name, nameKey, 1 FROM feed WHERE id = :old)
        WHERE id = :new AND isNameFixed = 0
            AND (SELECT isDefault AND isNameFixed FROM feed WHERE id = :old) = 1
        """,
        "UPDATE changeCounter SET value = value + 1 WHERE name = 'subscriptions'",
    ]
}
