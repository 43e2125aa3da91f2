extension Schema {
    /// What the bundled catalogue and lists of feeds bring.
    ///
    /// `feedImportItem` remembers which imported feeds wait for their first check, so that those that fail are told
    /// together and once.
    static let catalogue = """
        ALTER TABLE feed ADD COLUMN iconURL TEXT;
        ALTER TABLE subscription ADD COLUMN name TEXT;

        CREATE TABLE titlesOnlyHost (
            host TEXT PRIMARY KEY
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE feedImport (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            recipientID INTEGER NOT NULL REFERENCES recipient(id) ON DELETE CASCADE,
            addressID INTEGER NOT NULL REFERENCES address(id) ON DELETE CASCADE,
            createdAt INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX feedImportByRecipient ON feedImport(recipientID);
        CREATE INDEX feedImportByAddress ON feedImport(addressID);

        CREATE TABLE feedImportItem (
            importID INTEGER NOT NULL REFERENCES feedImport(id) ON DELETE CASCADE,
            feedID INTEGER NOT NULL REFERENCES feed(id) ON DELETE CASCADE,
            isChecked INTEGER NOT NULL DEFAULT 0 CHECK (isChecked IN (0, 1)),
            failure TEXT,
            PRIMARY KEY (importID, feedID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX feedImportItemByFeed ON feedImportItem(feedID);
        """
}
