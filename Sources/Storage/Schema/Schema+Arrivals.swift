extension Schema {
    /// When an article came that was published before it came: by this a later digest finds it.
    ///
    /// Nothing came of what a feed held at its first fetch, of archives that returned, and before this step.
    static let arrivals = """
        ALTER TABLE article ADD COLUMN arrivedAt INTEGER;
        CREATE INDEX articleByArrival ON article(feedID, arrivedAt, storyID) WHERE arrivedAt IS NOT NULL;
        """
}
