import GRDB
import NewsModel

/// Hands what people asked of one feed to another: subscriptions, mutes and former addresses.
///
/// Articles and keys stay: they are what an address has shown, and no other address is bound by them.
struct FeedMerging {
    let db: Database
    let feed: FeedID
    let into: FeedID
    /// The move by which they come, which they may undo.
    var move: Int64?

    /// Who followed both follows one; the first feed is left without followers.
    func merge() throws {
        for sql in Self.steps {
            try db.execute(sql: sql, arguments: ["old": feed.rawValue, "new": into.rawValue, "move": move])
        }
        try Self.countFollowers(of: into, in: db)
    }

    static func countFollowers(of feed: FeedID, in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE feed SET followerCount =
                    (SELECT count(*) FROM subscription WHERE feedID = feed.id AND pause IS NULL)
                WHERE id = ?
                """,
            arguments: [feed.rawValue]
        )
    }

    private static let steps = [
        """
        UPDATE subscription SET moveID = :move WHERE :move IS NOT NULL AND (feedID = :old OR feedID = :new AND EXISTS (
            SELECT 1 FROM subscription AS other WHERE other.feedID = :old
                AND other.recipientID = subscription.recipientID))
        """,
        // Who follows both: the one that is not paused counts.
        """
        UPDATE subscription SET pause = NULL WHERE feedID = :new AND pause = 'byOwner' AND EXISTS (
            SELECT 1 FROM subscription AS other WHERE other.feedID = :old AND other.pause IS NULL
                AND other.recipientID = subscription.recipientID)
        """,
        // What waits for who follows both is withdrawn with the subscription that stays.
        """
        UPDATE OR REPLACE deliveryReason SET reasonID = (
            SELECT stays.id FROM subscription AS goes JOIN subscription AS stays
                ON stays.recipientID = goes.recipientID AND stays.feedID = :new
            WHERE goes.id = deliveryReason.reasonID)
        WHERE kind IN ('subscription', 'sample') AND reasonID IN (
            SELECT goes.id FROM subscription AS goes JOIN subscription AS stays
                ON stays.recipientID = goes.recipientID AND stays.feedID = :new
            WHERE goes.feedID = :old)
        """,
        """
        DELETE FROM subscription WHERE feedID = :old AND EXISTS (
            SELECT 1 FROM subscription AS other WHERE other.feedID = :new
                AND other.recipientID = subscription.recipientID)
        """,
        "UPDATE subscription SET feedID = :new WHERE feedID = :old",
        "UPDATE feedAlias SET feedID = :new WHERE feedID = :old",
        "UPDATE mute SET feedID = :new WHERE feedID = :old",
        "UPDATE feedMove SET feedID = :new, isJoin = 1 WHERE feedID = :old",
        """
        UPDATE feed SET nextCheckAt = min(nextCheckAt, (SELECT nextCheckAt FROM feed WHERE id = :old))
        WHERE id = :new
        """,
        // What the operator has said of a feed goes with it, and nobody else's word.
        """
        UPDATE feed SET isHouse = 1, category = coalesce(category, (SELECT category FROM feed WHERE id = :old))
        WHERE id = :new AND (SELECT isHouse FROM feed WHERE id = :old) = 1
        """,
        """
        UPDATE feed SET (name, nameKey, isNameFixed) = (SELECT name, nameKey, 1 FROM feed WHERE id = :old)
        WHERE id = :new AND isNameFixed = 0
            AND (SELECT isHouse AND isNameFixed FROM feed WHERE id = :old) = 1
        """,
        "UPDATE changeCounter SET value = value + 1 WHERE name = 'subscriptions'",
    ]
}
