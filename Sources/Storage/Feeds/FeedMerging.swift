import GRDB
import NewsModel

/// Makes two feeds one when the first has moved to where the second is.
struct FeedMerging {
    let db: Database
    let feed: FeedID
    let into: FeedID

    /// Everything that belonged to the feed belongs to the other; who followed both follows one.
    func merge() throws {
        for sql in Self.steps {
            try db.execute(sql: sql, arguments: ["old": feed.rawValue, "new": into.rawValue])
        }
        try db.execute(
            sql: """
                UPDATE feed SET followerCount =
                    (SELECT count(*) FROM subscription WHERE feedID = feed.id AND pause IS NULL)
                WHERE id = ?
                """,
            arguments: [into.rawValue]
        )
        try db.execute(sql: "DELETE FROM feed WHERE id = ?", arguments: [feed.rawValue])
    }

    private static let steps = [
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
        """
        INSERT INTO articleKey (feedID, key, isShared, lastSeenAt)
        SELECT :new, key, isShared, lastSeenAt FROM articleKey WHERE feedID = :old
        ON CONFLICT DO UPDATE SET isShared = max(isShared, excluded.isShared),
            lastSeenAt = max(lastSeenAt, excluded.lastSeenAt)
        """,
        "UPDATE OR REPLACE storyKey SET feedID = :new WHERE feedID = :old",
        "UPDATE article SET feedID = :new WHERE feedID = :old",
        "UPDATE reading SET feedID = :new WHERE feedID = :old",
        "UPDATE feedAlias SET feedID = :new WHERE feedID = :old",
        "UPDATE mute SET feedID = :new WHERE feedID = :old",
        "UPDATE feedMove SET feedID = :new WHERE feedID = :old",
        """
        UPDATE feed SET isHouse = max(isHouse, (SELECT isHouse FROM feed WHERE id = :old)),
            category = coalesce(category, (SELECT category FROM feed WHERE id = :old)),
            firstFetchedAt = coalesce(firstFetchedAt, (SELECT firstFetchedAt FROM feed WHERE id = :old)),
            nextCheckAt = min(nextCheckAt, (SELECT nextCheckAt FROM feed WHERE id = :old))
        WHERE id = :new
        """,
        "UPDATE changeCounter SET value = value + 1 WHERE name = 'subscriptions'",
        """
        UPDATE feed SET (name, nameKey, isNameFixed) = (SELECT name, nameKey, 1 FROM feed WHERE id = :old)
        WHERE id = :new AND isNameFixed = 0 AND (SELECT isNameFixed FROM feed WHERE id = :old) = 1
        """,
    ]
}
