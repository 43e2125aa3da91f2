extension Schema {
    /// What people read, and the numbered lists they refer to.
    static let reading = """
        CREATE TABLE reading (
            id INTEGER PRIMARY KEY,
            profileID INTEGER NOT NULL REFERENCES profile(id) ON DELETE CASCADE,
            articleID INTEGER NOT NULL,
            storyID INTEGER NOT NULL,
            feedID INTEGER NOT NULL,
            readAt INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX readingByTime ON reading(profileID, readAt);
        CREATE INDEX readingByStory ON reading(profileID, storyID);

        CREATE TABLE listing (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            ownerKey TEXT NOT NULL,
            placeKey TEXT NOT NULL,
            kind TEXT NOT NULL,
            createdAt INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX listingByOwner ON listing(ownerKey, placeKey, id);
        CREATE INDEX listingByTime ON listing(createdAt);

        CREATE TABLE listingItem (
            listingID INTEGER NOT NULL REFERENCES listing(id) ON DELETE CASCADE,
            number INTEGER NOT NULL CHECK (number > 0),
            itemID INTEGER NOT NULL,
            PRIMARY KEY (listingID, number)
        ) STRICT, WITHOUT ROWID;
        """
}
