extension Schema {
    /// What a network calls a message it has, so that somebody can answer it; goes with the message.
    static let postedEvents = """
        CREATE TABLE postedEvent (
            network TEXT NOT NULL,
            eventID TEXT NOT NULL,
            messageID INTEGER NOT NULL REFERENCES message(id) ON DELETE CASCADE,
            PRIMARY KEY (network, eventID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX postedEventByMessage ON postedEvent(messageID);
        """

    /// What rooms of networks with editing and threads may want, and which part of its message an event is.
    static let roomManners = """
        ALTER TABLE room ADD COLUMN editsPosts INTEGER NOT NULL DEFAULT 0 CHECK (editsPosts IN (0, 1));
        ALTER TABLE room ADD COLUMN threadsDigests INTEGER NOT NULL DEFAULT 0 CHECK (threadsDigests IN (0, 1));
        ALTER TABLE postedEvent ADD COLUMN part INTEGER NOT NULL DEFAULT 0;
        """

    /// Posts of one article each in rooms that want changes of it, for a day.
    static let editablePosts = """
        CREATE TABLE editablePost (
            messageID INTEGER PRIMARY KEY REFERENCES message(id) ON DELETE CASCADE,
            eventID TEXT NOT NULL,
            feedID INTEGER NOT NULL REFERENCES feed(id) ON DELETE CASCADE,
            articleID INTEGER NOT NULL REFERENCES article(id) ON DELETE CASCADE,
            editCount INTEGER NOT NULL DEFAULT 0,
            postedAt INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX editablePostByFeed ON editablePost(feedID);
        CREATE INDEX editablePostByArticle ON editablePost(articleID);
        CREATE INDEX editablePostByTime ON editablePost(postedAt);
        """
}
