extension Schema {
    /// What somebody does not want to hear of; `storyID` stays when the story goes.
    static let mutes = """
        ALTER TABLE recipient ADD COLUMN lastMuteNumber INTEGER NOT NULL DEFAULT 0;

        CREATE TABLE mute (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            recipientID INTEGER NOT NULL REFERENCES recipient(id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('story', 'feed', 'words')),
            storyID INTEGER,
            feedID INTEGER REFERENCES feed(id) ON DELETE CASCADE,
            query TEXT,
            name TEXT NOT NULL,
            endsAt INTEGER,
            createdAt INTEGER NOT NULL,
            UNIQUE (recipientID, number),
            CHECK ((kind = 'story') = (storyID IS NOT NULL) AND (kind = 'feed') = (feedID IS NOT NULL)
                AND (kind = 'words') = (query IS NOT NULL))
        ) STRICT;
        CREATE INDEX muteByFeed ON mute(feedID) WHERE feedID IS NOT NULL;
        CREATE INDEX muteByEnd ON mute(endsAt) WHERE endsAt IS NOT NULL;
        """
}
