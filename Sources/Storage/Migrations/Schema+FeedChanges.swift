extension Schema {
    /// What a feed's life brings: it moves, ends, fails for long, or is asked for more or less often.
    ///
    /// `movedTo` is where every answer since `movedSince` was found by permanent redirects; `feedAlias` holds the
    /// addresses that feeds had before, and `feedMove` what can be undone. `stoppedAt` is set after the third 410.
    static let feedChanges = """
        ALTER TABLE feed ADD COLUMN movedTo TEXT;
        ALTER TABLE feed ADD COLUMN movedCount INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE feed ADD COLUMN movedSince INTEGER;
        ALTER TABLE feed ADD COLUMN movedOverlaps INTEGER CHECK (movedOverlaps IN (0, 1));
        ALTER TABLE feed ADD COLUMN refusedMove TEXT;
        ALTER TABLE feed ADD COLUMN goneCount INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE feed ADD COLUMN stoppedAt INTEGER;
        ALTER TABLE feed ADD COLUMN toldFailingAt INTEGER;
        ALTER TABLE feed ADD COLUMN hubURL TEXT;
        ALTER TABLE feed ADD COLUMN selfURL TEXT;
        ALTER TABLE feed ADD COLUMN checkInterval INTEGER CHECK (checkInterval > 0);
        ALTER TABLE subscription ADD COLUMN checkInterval INTEGER CHECK (checkInterval > 0);

        CREATE TABLE feedAlias (
            url TEXT PRIMARY KEY,
            feedID INTEGER NOT NULL REFERENCES feed(id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX feedAliasByFeed ON feedAlias(feedID);

        CREATE TABLE feedMove (
            id INTEGER PRIMARY KEY,
            feedID INTEGER NOT NULL REFERENCES feed(id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            oldURL TEXT NOT NULL,
            newURL TEXT NOT NULL,
            movedAt INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX feedMoveByFeed ON feedMove(feedID);
        """
}
