extension Schema {
    /// Quiz games, the state of networks, and anonymous usage counts.
    static let rooms = """
        CREATE TABLE quizRound (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            recipientID INTEGER NOT NULL REFERENCES recipient(id) ON DELETE CASCADE,
            state TEXT NOT NULL,
            startedAt INTEGER NOT NULL,
            endedAt INTEGER
        ) STRICT;
        CREATE UNIQUE INDEX quizRoundOpen ON quizRound(recipientID) WHERE endedAt IS NULL;
        CREATE INDEX quizRoundByRecipient ON quizRound(recipientID, startedAt);

        CREATE TABLE quizScore (
            roundID INTEGER NOT NULL REFERENCES quizRound(id) ON DELETE CASCADE,
            playerKey TEXT NOT NULL,
            profileID INTEGER REFERENCES profile(id) ON DELETE CASCADE,
            displayName TEXT NOT NULL,
            points INTEGER NOT NULL,
            correctCount INTEGER NOT NULL,
            PRIMARY KEY (roundID, playerKey)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX quizScoreByProfile ON quizScore(profileID);

        CREATE TABLE quizQuestionUsed (
            recipientID INTEGER NOT NULL REFERENCES recipient(id) ON DELETE CASCADE,
            articleID INTEGER NOT NULL,
            usedAt INTEGER NOT NULL,
            PRIMARY KEY (recipientID, articleID)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE handledInbound (
            network TEXT NOT NULL,
            inboundID TEXT NOT NULL,
            handledAt INTEGER NOT NULL,
            PRIMARY KEY (network, inboundID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX handledInboundByTime ON handledInbound(handledAt);

        CREATE TABLE networkState (
            network TEXT NOT NULL,
            key TEXT NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY (network, key)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE usage (
            day TEXT NOT NULL,
            name TEXT NOT NULL,
            count INTEGER NOT NULL,
            PRIMARY KEY (day, name)
        ) STRICT, WITHOUT ROWID;
        """

    static let threadsOfFeeds = """
        ALTER TABLE room ADD COLUMN threadsFeeds INTEGER NOT NULL DEFAULT 0 CHECK (threadsFeeds IN (0, 1));
        """

    /// In rooms that want threads: the event that began the newest thread of each feed.
    static let begunThreads = """
        CREATE TABLE feedThread (
            addressID INTEGER NOT NULL REFERENCES address(id) ON DELETE CASCADE,
            feedID INTEGER NOT NULL REFERENCES feed(id) ON DELETE CASCADE,
            eventID TEXT NOT NULL,
            beganAt INTEGER NOT NULL,
            PRIMARY KEY (addressID, feedID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX feedThreadByFeed ON feedThread(feedID);
        CREATE INDEX feedThreadByTime ON feedThread(beganAt);
        """

    /// Pictures that a network's server has; `key` is a hash (`KeyHashes`) of the picture's name.
    static let uploadedPictures = """
        CREATE TABLE uploadedPicture (
            network TEXT NOT NULL,
            key INTEGER NOT NULL,
            address TEXT NOT NULL,
            mediaType TEXT NOT NULL,
            bytes INTEGER NOT NULL,
            width INTEGER NOT NULL,
            height INTEGER NOT NULL,
            uploadedAt INTEGER NOT NULL,
            PRIMARY KEY (network, key)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX uploadedPictureByTime ON uploadedPicture(uploadedAt);
        """
}
