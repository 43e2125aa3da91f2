extension Schema {
    /// The text format of a recipient; `plain` has no symbols, tables and colours.
    static let format = """
        ALTER TABLE recipient ADD COLUMN format TEXT NOT NULL DEFAULT 'rich' CHECK (format IN ('rich', 'plain'));
        """
}

extension Schema {
    /// How much each story of a list shows (`ListLayout`).
    static let layout = """
        ALTER TABLE recipient ADD COLUMN layout TEXT NOT NULL DEFAULT 'list'
            CHECK (layout IN ('compact', 'list', 'detailed'));
        """
}
