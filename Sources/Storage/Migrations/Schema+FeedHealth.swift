extension Schema {
    /// Who does not want to hear of feeds that fail, move or end.
    static let feedHealth = """
        ALTER TABLE recipient ADD COLUMN hearsOfFeeds INTEGER NOT NULL DEFAULT 1 CHECK (hearsOfFeeds IN (0, 1));
        """
}
