extension Schema {
    /// When an article came that was published before it came: by this a later digest finds it.
    ///
    /// Nothing came of what a feed held at its first fetch, and of archives that returned. What was stored before this
    /// step counts as come when it was published: so it has appeared, and is late for no digest.
    static let arrivals = """
        ALTER TABLE article ADD COLUMN arrivedAt INTEGER;
        UPDATE article SET arrivedAt = publishedAt
        WHERE publishedAt < firstSeenAt AND firstSeenAt > (SELECT firstFetchedAt FROM feed WHERE feed.id = feedID);
        CREATE INDEX articleByArrival ON article(feedID, arrivedAt, storyID) WHERE arrivedAt IS NOT NULL;
        """
}
