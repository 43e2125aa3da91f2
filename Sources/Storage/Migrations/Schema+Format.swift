extension Schema {
    /// The text format of a recipient; `plain` has no symbols, tables and colours.
    static let format = """
        ALTER TABLE recipient ADD COLUMN format TEXT NOT NULL DEFAULT 'rich' CHECK (format IN ('rich', 'plain'));
        """
}
