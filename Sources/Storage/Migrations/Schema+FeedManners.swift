extension Schema {
    /// When a feed does not want to be asked (bits of hours and days), and which of its validators have lied.
    static let feedManners = """
        ALTER TABLE feed ADD COLUMN skipHours INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE feed ADD COLUMN skipDays INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE feed ADD COLUMN distrusted INTEGER NOT NULL DEFAULT 0;
        """
}
