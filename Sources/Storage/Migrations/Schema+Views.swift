extension Schema {
    /// How a recipient wants lists shown (`ListView`), and the sources that are left out.
    ///
    /// Without a row lists are shown as usual.
    static let listViews = """
        CREATE TABLE listView (
            recipientID INTEGER PRIMARY KEY REFERENCES recipient(id) ON DELETE CASCADE,
            sorting TEXT CHECK (sorting IN ('date', 'source', 'title', 'relevance', 'none')),
            isReversed INTEGER NOT NULL DEFAULT 0 CHECK (isReversed IN (0, 1)),
            onlyPictures INTEGER NOT NULL DEFAULT 0 CHECK (onlyPictures IN (0, 1)),
            hidesRead INTEGER NOT NULL DEFAULT 0 CHECK (hidesRead IN (0, 1)),
            period TEXT
        ) STRICT;

        CREATE TABLE listViewSource (
            recipientID INTEGER NOT NULL REFERENCES recipient(id) ON DELETE CASCADE,
            feedID INTEGER NOT NULL REFERENCES feed(id) ON DELETE CASCADE,
            PRIMARY KEY (recipientID, feedID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX listViewSourceByFeed ON listViewSource(feedID);
        """
}
