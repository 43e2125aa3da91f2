extension Schema {
    /// What a recipient has set about a category: its position in their order, its colour, whether it is hidden.
    ///
    /// `key` is the folded name (`FeedKey.fold`). A category without a row has no settings.
    static let categorySettings = """
        CREATE TABLE categorySetting (
            recipientID INTEGER NOT NULL REFERENCES recipient(id) ON DELETE CASCADE,
            key TEXT NOT NULL,
            name TEXT NOT NULL,
            position INTEGER,
            colour TEXT,
            isHidden INTEGER NOT NULL DEFAULT 0 CHECK (isHidden IN (0, 1)),
            PRIMARY KEY (recipientID, key)
        ) STRICT, WITHOUT ROWID;
        """
}
