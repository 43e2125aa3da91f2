extension Schema {
    /// What somebody changed and may take back for a day, and the feeds they have emptied for themselves.
    ///
    /// Of an emptied feed its owner is listed what stands from the article `clearedBefore` on, and what came as news from
    /// `clearedAt` on, whatever its date. `ownChange.before`: `ChangeKeeping`.
    static let ownChanges = """
        ALTER TABLE subscription ADD COLUMN clearedAt INTEGER;
        ALTER TABLE subscription ADD COLUMN clearedBefore INTEGER;

        CREATE TABLE ownChange (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            recipientID INTEGER NOT NULL REFERENCES recipient(id) ON DELETE CASCADE,
            kind TEXT NOT NULL,
            name TEXT NOT NULL,
            before TEXT NOT NULL,
            madeAt INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX ownChangeByOwner ON ownChange(recipientID, id);
        CREATE INDEX ownChangeByTime ON ownChange(madeAt);
        """
}
