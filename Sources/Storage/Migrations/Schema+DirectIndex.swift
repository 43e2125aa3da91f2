extension Schema {
    /// Articles are put into the full-text index by `SearchIndexing`, not by a trigger.
    ///
    /// A statement with triggers opens a savepoint, and at each one FTS5 writes out what it has gathered: one piece of
    /// the index for each article, which are then merged again and again.
    static let directIndex = "DROP TRIGGER articleTextInsert;"
}
