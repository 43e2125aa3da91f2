extension Schema {
    /// Which addresses are the catalogue's, and the secret by which this installation names its stories.
    ///
    /// `lastCounted` is the last story that older versions gave a name to; those names are printed in old messages.
    static let sight = """
        CREATE TABLE catalogueAddress (
            url TEXT PRIMARY KEY
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE storyNaming (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            secret BLOB NOT NULL CHECK (length(secret) = 16),
            lastCounted INTEGER NOT NULL
        ) STRICT;
        INSERT INTO storyNaming (id, secret, lastCounted) SELECT 1, randomblob(16), coalesce(max(id), 0) FROM story;
        """
}
