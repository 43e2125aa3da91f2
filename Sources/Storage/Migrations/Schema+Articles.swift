extension Schema {
    /// The full texts of articles, in a separate table so that rows read for lists stay small.
    static let articleBodies = """
        CREATE TABLE articleBody (
            articleID INTEGER PRIMARY KEY REFERENCES article(id) ON DELETE CASCADE,
            source TEXT NOT NULL CHECK (source IN ('feed', 'page', 'none')),
            byline TEXT,
            language TEXT,
            imageURL TEXT,
            failure TEXT,
            fetchedAt INTEGER NOT NULL,
            retryAt INTEGER,
            etag TEXT,
            lastModified TEXT,
            text TEXT,
            CHECK ((source = 'none') = (text IS NULL))
        ) STRICT;
        """

    /// Saved articles.
    ///
    /// There is deliberately no ON DELETE for the article: a saved article cannot be deleted.
    static let savedArticles = """
        CREATE TABLE savedArticle (
            profileID INTEGER NOT NULL REFERENCES profile(id) ON DELETE CASCADE,
            articleID INTEGER NOT NULL REFERENCES article(id),
            note TEXT,
            tags TEXT,
            savedAt INTEGER NOT NULL,
            PRIMARY KEY (profileID, articleID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX savedArticleByTime ON savedArticle(profileID, savedAt);
        CREATE INDEX savedArticleByArticle ON savedArticle(articleID);
        """

    /// Articles are added to the full-text index by `SearchIndexing`, not by a trigger.
    ///
    /// A statement with triggers opens a savepoint, and at each savepoint FTS5 writes its buffer: one index segment for
    /// each article, which must be merged later.
    static let directIndex = "DROP TRIGGER articleTextInsert;"

    /// Articles that are stored and not yet in the full-text index (`SearchIndexing`).
    ///
    /// There is deliberately no foreign key: it would delete the row before the trigger asks for it.
    static let lateIndex = """
        CREATE TABLE unindexedArticle (articleID INTEGER PRIMARY KEY) STRICT;
        DROP TRIGGER articleTextDelete;
        CREATE TRIGGER articleTextDelete AFTER DELETE ON article BEGIN
            INSERT INTO articleText(articleText, rowid, title, summary)
            SELECT 'delete', OLD.id, OLD.title, OLD.summary
            WHERE NOT EXISTS (SELECT 1 FROM unindexedArticle WHERE articleID = OLD.id);
            DELETE FROM unindexedArticle WHERE articleID = OLD.id;
        END;
        DROP TRIGGER articleTextUpdate;
        CREATE TRIGGER articleTextUpdate AFTER UPDATE OF title, summary ON article
        WHEN NOT EXISTS (SELECT 1 FROM unindexedArticle WHERE articleID = OLD.id) BEGIN
            INSERT INTO articleText(articleText, rowid, title, summary)
            VALUES ('delete', OLD.id, OLD.title, OLD.summary);
            INSERT INTO articleText(rowid, title, summary) VALUES (NEW.id, NEW.title, NEW.summary);
        END;
        """

    /// The articles that are not in the full-text index yet, by feed: those of an archive share a page, whatever their
    /// ages.
    static let unindexedByFeed = """
        DROP TRIGGER articleTextDelete;
        DROP TRIGGER articleTextUpdate;
        ALTER TABLE unindexedArticle RENAME TO unindexedByTime;
        CREATE TABLE unindexedArticle (
            feedID INTEGER NOT NULL,
            articleID INTEGER NOT NULL,
            PRIMARY KEY (feedID, articleID)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO unindexedArticle (feedID, articleID)
        SELECT article.feedID, article.id FROM unindexedByTime
        CROSS JOIN article ON article.id = unindexedByTime.articleID ORDER BY 1, 2;
        DROP TABLE unindexedByTime;
        CREATE TRIGGER articleTextDelete AFTER DELETE ON article BEGIN
            INSERT INTO articleText(articleText, rowid, title, summary)
            SELECT 'delete', OLD.id, OLD.title, OLD.summary WHERE NOT EXISTS
                (SELECT 1 FROM unindexedArticle WHERE feedID = OLD.feedID AND articleID = OLD.id);
            DELETE FROM unindexedArticle WHERE feedID = OLD.feedID AND articleID = OLD.id;
        END;
        CREATE TRIGGER articleTextUpdate AFTER UPDATE OF title, summary ON article
        WHEN NOT EXISTS (SELECT 1 FROM unindexedArticle WHERE feedID IN (OLD.feedID, NEW.feedID) AND articleID = OLD.id)
        BEGIN
            INSERT INTO articleText(articleText, rowid, title, summary)
            VALUES ('delete', OLD.id, OLD.title, OLD.summary);
            INSERT INTO articleText(rowid, title, summary) VALUES (NEW.id, NEW.title, NEW.summary);
        END;
        CREATE TRIGGER unindexedMoved AFTER UPDATE OF feedID ON article WHEN OLD.feedID <> NEW.feedID BEGIN
            UPDATE unindexedArticle SET feedID = NEW.feedID WHERE feedID = OLD.feedID AND articleID = OLD.id;
        END;
        """

    /// The full-text index, made anew: a moving feed could have an article in it twice.
    static let indexAgain = """
        INSERT INTO articleText(articleText) VALUES ('rebuild');
        DELETE FROM unindexedArticle;
        """

    /// The arrival time of an article that was published before it arrived, so that a later digest can find it.
    ///
    /// It is NULL for articles of a feed's first fetch and of returned archives. Articles stored before this migration
    /// get their publication time, so that no digest treats them as late.
    static let arrivals = """
        ALTER TABLE article ADD COLUMN arrivedAt INTEGER;
        UPDATE article SET arrivedAt = publishedAt
        WHERE publishedAt < firstSeenAt AND firstSeenAt > (SELECT firstFetchedAt FROM feed WHERE feed.id = feedID);
        CREATE INDEX articleByArrival ON article(feedID, arrivedAt, storyID) WHERE arrivedAt IS NOT NULL;
        """

    /// Reading histories and numbered lists.
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

    /// Read marks of single stories, separate from the reading history.
    ///
    /// `isRead` 0 marks a story as unread, even if its whole feed is marked as read (`subscription.unreadSince`).
    /// Before this migration the reading history was used instead. The index `storyMerged` contains the few stories
    /// that were merged into an older one.
    static let readMarks = """
        CREATE TABLE readMark (
            profileID INTEGER NOT NULL REFERENCES profile(id) ON DELETE CASCADE,
            storyID INTEGER NOT NULL REFERENCES story(id) ON DELETE CASCADE,
            isRead INTEGER NOT NULL CHECK (isRead IN (0, 1)),
            markedAt INTEGER NOT NULL,
            PRIMARY KEY (profileID, storyID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX readMarkByStory ON readMark(storyID);
        CREATE INDEX readMarkUnread ON readMark(profileID) WHERE isRead = 0;
        INSERT INTO readMark (profileID, storyID, isRead, markedAt)
        SELECT reading.profileID, coalesce(story.sameAs, story.id), 1, max(reading.readAt)
        FROM reading JOIN story ON story.id = reading.storyID GROUP BY 1, 2;

        CREATE INDEX storyMerged ON story(id, sameAs) WHERE sameAs IS NOT NULL;
        """
}
