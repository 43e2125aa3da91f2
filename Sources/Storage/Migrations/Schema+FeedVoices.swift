extension Schema {
    /// What keeps one feed from speaking for another.
    ///
    /// `feedMove.leftFeedID` is the feed that keeps what the old address alone has shown, and `subscription.moveID` the
    /// move that brought a follower: nobody else hears of it. `isJoin` says that the new address was a known feed.
    /// `reservedName` holds the names of the catalogue, by `FeedKey.likeness`, with the hosts that bear them.
    static let feedVoices = """
        ALTER TABLE feedMove ADD COLUMN leftFeedID INTEGER REFERENCES feed(id) ON DELETE SET NULL;
        ALTER TABLE feedMove ADD COLUMN isJoin INTEGER NOT NULL DEFAULT 0 CHECK (isJoin IN (0, 1));
        CREATE INDEX feedMoveByLeftFeed ON feedMove(leftFeedID);
        ALTER TABLE subscription ADD COLUMN moveID INTEGER REFERENCES feedMove(id) ON DELETE SET NULL;
        CREATE INDEX subscriptionByMove ON subscription(moveID) WHERE moveID IS NOT NULL;
        UPDATE subscription SET moveID = (SELECT max(id) FROM feedMove
            WHERE feedMove.feedID = subscription.feedID AND feedMove.movedAt >= subscription.createdAt);

        CREATE TABLE reservedName (
            key TEXT NOT NULL,
            host TEXT NOT NULL,
            PRIMARY KEY (key, host)
        ) STRICT, WITHOUT ROWID;
        """
}
