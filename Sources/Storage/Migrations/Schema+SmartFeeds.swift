extension Schema {
    /// Smart feeds; `key` is the folded name (`FeedKey.fold`).
    ///
    /// Who follows one has an alert of its own kind, which names it: it is matched, addressed and ended like others.
    static let smartFeeds = """
        ALTER TABLE recipient ADD COLUMN lastSmartFeedNumber INTEGER NOT NULL DEFAULT 0;

        CREATE TABLE smartFeed (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            recipientID INTEGER NOT NULL REFERENCES recipient(id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            key TEXT NOT NULL,
            name TEXT NOT NULL,
            definition TEXT NOT NULL,
            query TEXT NOT NULL,
            depth INTEGER NOT NULL,
            isOn INTEGER NOT NULL DEFAULT 1 CHECK (isOn IN (0, 1)),
            createdAt INTEGER NOT NULL,
            UNIQUE (recipientID, number),
            UNIQUE (recipientID, key)
        ) STRICT;
        """

    /// Alerts of followed smart feeds: `smartFeedID` is NULL for the alerts that people list.
    ///
    /// `isOn` is 1 while the smart feed is on and its owner has not paused it, until `pausedUntil` if that is set.
    static let followedSmartFeeds = """
        ALTER TABLE alert ADD COLUMN smartFeedID INTEGER REFERENCES smartFeed(id) ON DELETE CASCADE;
        ALTER TABLE alert ADD COLUMN isPaused INTEGER NOT NULL DEFAULT 0 CHECK (isPaused IN (0, 1));
        ALTER TABLE alert ADD COLUMN pausedUntil INTEGER;
        CREATE UNIQUE INDEX alertBySmartFeed ON alert(smartFeedID) WHERE smartFeedID IS NOT NULL;
        CREATE INDEX alertByPauseEnd ON alert(pausedUntil) WHERE pausedUntil IS NOT NULL;
        """
}
