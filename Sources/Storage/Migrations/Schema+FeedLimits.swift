extension Schema {
    /// Until when a feed's server wants to be left alone, and whether its document was larger than what is taken.
    static let feedLimits = """
        ALTER TABLE feed ADD COLUMN restsUntil INTEGER;
        ALTER TABLE feed ADD COLUMN isOversized INTEGER NOT NULL DEFAULT 0 CHECK (isOversized IN (0, 1));
        """
}
