extension Schema {
    /// By which version of the rules an article was analysed; 0 for what was analysed before this was recorded.
    ///
    /// Articles of which more recipients of an update are to be looked at, and those after which the search goes on.
    static let analysisVersions = """
        ALTER TABLE articleAnalysis ADD COLUMN version INTEGER NOT NULL DEFAULT 0;

        CREATE TABLE storyUpdateDue (
            articleID INTEGER PRIMARY KEY REFERENCES article(id) ON DELETE CASCADE,
            lookedUpTo INTEGER NOT NULL
        ) STRICT;
        """
}
