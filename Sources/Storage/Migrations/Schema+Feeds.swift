extension Schema {
    /// Feeds, their articles and the stories these belong to.
    ///
    /// Story numbers are never used twice, because told rows outlive stories. `articleKey` outlives articles, so
    /// that an old entry which returns is known. `storyKey` is the short memory that joins feeds into stories.
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
}
