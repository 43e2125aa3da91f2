extension Schema {
    /// What commands have changed of an owner's choices, to be undone for a day.
    ///
    /// `command` names the command, by its message where it has one; `lines` describes it; `changes` are `RowChange`s,
    /// NULL where they were too large to be kept. What older versions have recorded cannot be undone any more.
    static let recordedChanges = """
        DROP TABLE ownChange;
        CREATE TABLE ownChange (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            recipientID INTEGER NOT NULL REFERENCES recipient(id) ON DELETE CASCADE,
            command TEXT NOT NULL,
            lines TEXT NOT NULL,
            changes TEXT,
            bytes INTEGER NOT NULL,
            madeAt INTEGER NOT NULL,
            undoneAt INTEGER
        ) STRICT;
        CREATE INDEX ownChangeByOwner ON ownChange(recipientID, id);
        CREATE INDEX ownChangeByTime ON ownChange(madeAt);
        CREATE INDEX ownChangeByCommand ON ownChange(command);
        """
}
