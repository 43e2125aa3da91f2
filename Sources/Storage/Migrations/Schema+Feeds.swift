extension Schema {
    /// Feeds, their articles and stories.
    ///
    /// Story ids are never reused, because told rows are kept longer than stories. `articleKey` is kept longer than
    /// articles, so that a returning old entry is recognised. `storyKey` holds the recent keys that match entries of
    /// several feeds.
    static let feeds = """
        CREATE TABLE feed (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            url TEXT NOT NULL UNIQUE,
            host TEXT NOT NULL,
            name TEXT NOT NULL,
            nameKey TEXT NOT NULL,
            isNameFixed INTEGER NOT NULL DEFAULT 0 CHECK (isNameFixed IN (0, 1)),
            title TEXT,
            titleKey TEXT,
            homePageURL TEXT,
            category TEXT,
            language TEXT,
            isHouse INTEGER NOT NULL DEFAULT 0 CHECK (isHouse IN (0, 1)),
            followerCount INTEGER NOT NULL DEFAULT 0 CHECK (followerCount >= 0),
            etag TEXT,
            lastModified TEXT,
            bodyHash TEXT,
            timeToLive INTEGER,
            nextCheckAt INTEGER NOT NULL,
            requestedAt INTEGER,
            firstFetchedAt INTEGER,
            lastDocumentAt INTEGER,
            lastCheckedAt INTEGER,
            lastSucceededAt INTEGER,
            lastStatus INTEGER,
            failure TEXT,
            failureCount INTEGER NOT NULL DEFAULT 0,
            failingSince INTEGER,
            createdAt INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX feedByNextCheck ON feed(nextCheckAt) WHERE isHouse = 1 OR followerCount > 0;
        CREATE INDEX feedByName ON feed(nameKey);
        CREATE INDEX feedByTitle ON feed(titleKey);
        CREATE INDEX feedByHost ON feed(host);

        CREATE TABLE story (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            firstSeenAt INTEGER NOT NULL,
            sameAs INTEGER REFERENCES story(id) ON DELETE SET NULL
        ) STRICT;
        CREATE INDEX storyBySameAs ON story(sameAs) WHERE sameAs IS NOT NULL;

        CREATE TABLE article (
            id INTEGER PRIMARY KEY,
            feedID INTEGER NOT NULL REFERENCES feed(id) ON DELETE CASCADE,
            storyID INTEGER NOT NULL REFERENCES story(id),
            title TEXT NOT NULL,
            url TEXT,
            summary TEXT NOT NULL,
            author TEXT,
            publishedAt INTEGER NOT NULL,
            firstSeenAt INTEGER NOT NULL,
            language TEXT,
            tags TEXT,
            imageURL TEXT,
            attachment TEXT
        ) STRICT;
        CREATE INDEX articleByFeed ON article(feedID, id, storyID);
        CREATE INDEX articleByStory ON article(storyID, feedID);

        CREATE TABLE articleKey (
            feedID INTEGER NOT NULL REFERENCES feed(id) ON DELETE CASCADE,
            key TEXT NOT NULL,
            isShared INTEGER NOT NULL DEFAULT 0 CHECK (isShared IN (0, 1)),
            lastSeenAt INTEGER NOT NULL,
            PRIMARY KEY (feedID, key)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE storyKey (
            kind TEXT NOT NULL CHECK (kind IN ('link', 'title')),
            key TEXT NOT NULL,
            storyID INTEGER NOT NULL REFERENCES story(id) ON DELETE CASCADE,
            feedID INTEGER NOT NULL REFERENCES feed(id) ON DELETE CASCADE,
            publishedAt INTEGER NOT NULL,
            PRIMARY KEY (kind, key, storyID, feedID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX storyKeyByStory ON storyKey(storyID);
        CREATE INDEX storyKeyByFeed ON storyKey(feedID);

        CREATE VIRTUAL TABLE articleText USING fts5(
            title, summary, content='article', content_rowid='id', tokenize='articleWords'
        );
        CREATE TRIGGER articleTextInsert AFTER INSERT ON article BEGIN
            INSERT INTO articleText(rowid, title, summary) VALUES (NEW.id, NEW.title, NEW.summary);
        END;
        CREATE TRIGGER articleTextDelete AFTER DELETE ON article BEGIN
            INSERT INTO articleText(articleText, rowid, title, summary)
            VALUES ('delete', OLD.id, OLD.title, OLD.summary);
        END;
        CREATE TRIGGER articleTextUpdate AFTER UPDATE OF title, summary ON article BEGIN
            INSERT INTO articleText(articleText, rowid, title, summary)
            VALUES ('delete', OLD.id, OLD.title, OLD.summary);
            INSERT INTO articleText(rowid, title, summary) VALUES (NEW.id, NEW.title, NEW.summary);
        END;
        """

    /// Changes of a feed: moves, permanent ends, long failures and check intervals.
    ///
    /// `movedTo` is the target of permanent redirects in every answer since `movedSince`. `feedAlias` contains former
    /// addresses of feeds, and `feedMove` the moves that can be undone. `stoppedAt` is set after the third 410.
    static let feedChanges = """
        ALTER TABLE feed ADD COLUMN movedTo TEXT;
        ALTER TABLE feed ADD COLUMN movedCount INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE feed ADD COLUMN movedSince INTEGER;
        ALTER TABLE feed ADD COLUMN movedOverlaps INTEGER CHECK (movedOverlaps IN (0, 1));
        ALTER TABLE feed ADD COLUMN refusedMove TEXT;
        ALTER TABLE feed ADD COLUMN goneCount INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE feed ADD COLUMN stoppedAt INTEGER;
        ALTER TABLE feed ADD COLUMN toldFailingAt INTEGER;
        ALTER TABLE feed ADD COLUMN hubURL TEXT;
        ALTER TABLE feed ADD COLUMN selfURL TEXT;
        ALTER TABLE feed ADD COLUMN checkInterval INTEGER CHECK (checkInterval > 0);
        ALTER TABLE subscription ADD COLUMN checkInterval INTEGER CHECK (checkInterval > 0);

        CREATE TABLE feedAlias (
            url TEXT PRIMARY KEY,
            feedID INTEGER NOT NULL REFERENCES feed(id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX feedAliasByFeed ON feedAlias(feedID);

        CREATE TABLE feedMove (
            id INTEGER PRIMARY KEY,
            feedID INTEGER NOT NULL REFERENCES feed(id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            oldURL TEXT NOT NULL,
            newURL TEXT NOT NULL,
            movedAt INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX feedMoveByFeed ON feedMove(feedID);
        """

    /// Data for the bundled catalogue and imported lists.
    ///
    /// `feedImportItem` contains the imported feeds that wait for their first check, so that one notice can list the
    /// failed ones.
    static let catalogue = """
        ALTER TABLE feed ADD COLUMN iconURL TEXT;
        ALTER TABLE subscription ADD COLUMN name TEXT;

        CREATE TABLE titlesOnlyHost (
            host TEXT PRIMARY KEY
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE feedImport (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            recipientID INTEGER NOT NULL REFERENCES recipient(id) ON DELETE CASCADE,
            addressID INTEGER NOT NULL REFERENCES address(id) ON DELETE CASCADE,
            createdAt INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX feedImportByRecipient ON feedImport(recipientID);
        CREATE INDEX feedImportByAddress ON feedImport(addressID);

        CREATE TABLE feedImportItem (
            importID INTEGER NOT NULL REFERENCES feedImport(id) ON DELETE CASCADE,
            feedID INTEGER NOT NULL REFERENCES feed(id) ON DELETE CASCADE,
            isChecked INTEGER NOT NULL DEFAULT 0 CHECK (isChecked IN (0, 1)),
            failure TEXT,
            PRIMARY KEY (importID, feedID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX feedImportItemByFeed ON feedImportItem(feedID);
        """

    /// Hours and days without new entries (as bits), and the validators that are no longer sent.
    static let feedManners = """
        ALTER TABLE feed ADD COLUMN skipHours INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE feed ADD COLUMN skipDays INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE feed ADD COLUMN distrusted INTEGER NOT NULL DEFAULT 0;
        """

    /// The end of the pause that a feed's server has asked for, and whether its document exceeded the size limit.
    static let feedLimits = """
        ALTER TABLE feed ADD COLUMN restsUntil INTEGER;
        ALTER TABLE feed ADD COLUMN isOversized INTEGER NOT NULL DEFAULT 0 CHECK (isOversized IN (0, 1));
        """

    /// The catalogue's addresses, and the secret from which this installation derives the short names of stories.
    ///
    /// `lastCounted` is the last story that older versions named by counting; those names appear in old messages.
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

    /// Data that prevents a feed from posing as another.
    ///
    /// `feedMove.leftFeedID` is the feed that keeps what only the old address has shown. `subscription.moveID` is the
    /// move of that subscription, which only its owner can see. `isJoin` says that the new address was a known feed.
    /// `reservedName` contains the names of the catalogue (`FeedKey.likeness`) and the hosts they belong to.
    static let feedVoices = """
        ALTER TABLE feedMove ADD COLUMN leftFeedID INTEGER REFERENCES feed(id) ON DELETE SET NULL;
        ALTER TABLE feedMove ADD COLUMN isJoin INTEGER NOT NULL DEFAULT 0 CHECK (isJoin IN (0, 1));
        CREATE INDEX feedMoveByLeftFeed ON feedMove(leftFeedID);
        ALTER TABLE subscription ADD COLUMN moveID INTEGER REFERENCES feedMove(id) ON DELETE SET NULL;
        CREATE INDEX subscriptionByMove ON subscription(moveID) WHERE moveID IS NOT NULL;
        UPDATE subscription SET moveID = (SELECT max(id) FROM feedMove
            WHERE feedMove.feedID = subscription.feedID AND feedMove.movedAt >= subscription.createdAt);

        CREATE TABLE reservedName (
            key TEXT NOT NULL,
            host TEXT NOT NULL,
            PRIMARY KEY (key, host)
        ) STRICT, WITHOUT ROWID;
        """

    /// `isHouse` marked the feeds of the default selection; the new name says so.
    static let plainNames = """
        ALTER TABLE feed RENAME COLUMN isHouse TO isDefault;
        """
}
