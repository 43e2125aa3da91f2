extension Schema {
    /// Who wants the pictures of stories in their mail.
    static let pictures = """
        ALTER TABLE recipient ADD COLUMN showsImages INTEGER NOT NULL DEFAULT 0 CHECK (showsImages IN (0, 1));
        """
}
