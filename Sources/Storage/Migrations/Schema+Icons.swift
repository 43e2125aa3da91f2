extension Schema {
    /// The icons of feeds (`FeedIcon`), and who wants them shown.
    ///
    /// `triedAt` is kept also where none was found, so that nobody is asked again soon. `address`, `etag` and
    /// `lastModified` are of the picture in `bytes`.
    static let feedIcons = """
        CREATE TABLE feedIcon (
            feedID INTEGER PRIMARY KEY REFERENCES feed(id) ON DELETE CASCADE,
            triedAt INTEGER NOT NULL,
            fetchedAt INTEGER,
            address TEXT,
            etag TEXT,
            lastModified TEXT,
            bytes BLOB CHECK (length(bytes) <= 100000),
            CHECK ((bytes IS NULL) = (fetchedAt IS NULL))
        ) STRICT;

        ALTER TABLE recipient ADD COLUMN showsIcons INTEGER NOT NULL DEFAULT 1 CHECK (showsIcons IN (0, 1));
        """

    /// `dueAt` is when the icon may be asked for again: soon where nobody has answered, else after a month.
    static let iconsDue = """
        ALTER TABLE feedIcon RENAME COLUMN triedAt TO dueAt;
        UPDATE feedIcon SET dueAt = dueAt + 2592000;
        """
}
