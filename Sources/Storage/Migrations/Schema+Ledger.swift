extension Schema {
    /// The tables of the ledger, which guarantees that no news is lost or sent twice.
    ///
    /// `told` has no time and no foreign key to the story, because its rows are kept for ever. Message ids are never
    /// reused: networks detect duplicates by keys derived from them. `deliveryStory` contains the told rows that a
    /// delivery has added, so that they can be deleted when it is withdrawn.
    static let ledger = """
        CREATE TABLE told (
            recipientID INTEGER NOT NULL REFERENCES recipient(id) ON DELETE CASCADE,
            storyID INTEGER NOT NULL,
            PRIMARY KEY (recipientID, storyID)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE message (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            addressID INTEGER NOT NULL REFERENCES address(id) ON DELETE CASCADE,
            state TEXT NOT NULL CHECK (state IN ('open', 'sent', 'failed')),
            parts TEXT NOT NULL,
            partCount INTEGER NOT NULL CHECK (partCount > 0),
            partsConfirmed INTEGER NOT NULL DEFAULT 0,
            mayHaveArrived INTEGER NOT NULL DEFAULT 0 CHECK (mayHaveArrived IN (0, 1)),
            attempts INTEGER NOT NULL DEFAULT 0,
            nextAttemptAt INTEGER NOT NULL,
            createdAt INTEGER NOT NULL,
            endedAt INTEGER,
            CHECK (partsConfirmed BETWEEN 0 AND partCount)
        ) STRICT;
        CREATE INDEX messageByAddress ON message(addressID, state);
        CREATE INDEX messageOpen ON message(nextAttemptAt) WHERE state = 'open';
        CREATE INDEX messageEnded ON message(endedAt) WHERE endedAt IS NOT NULL;

        CREATE TABLE delivery (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            recipientID INTEGER NOT NULL REFERENCES recipient(id) ON DELETE CASCADE,
            addressID INTEGER NOT NULL REFERENCES address(id) ON DELETE CASCADE,
            kind TEXT NOT NULL CHECK (kind IN ('news', 'update', 'headlines', 'digest', 'notice')),
            storyID INTEGER,
            articleID INTEGER,
            scheduleID INTEGER REFERENCES schedule(id) ON DELETE SET NULL,
            localSlot TEXT,
            payload TEXT,
            isUrgent INTEGER NOT NULL DEFAULT 0 CHECK (isUrgent IN (0, 1)),
            dueAt INTEGER NOT NULL,
            createdAt INTEGER NOT NULL,
            state TEXT NOT NULL DEFAULT 'queued'
                CHECK (state IN ('queued', 'frozen', 'sent', 'withdrawn', 'failed')),
            messageID INTEGER REFERENCES message(id) ON DELETE SET NULL,
            endedAt INTEGER,
            UNIQUE (scheduleID, localSlot)
        ) STRICT;
        CREATE INDEX deliveryQueued ON delivery(addressID, dueAt) WHERE state = 'queued';
        CREATE INDEX deliveryByAddress ON delivery(addressID);
        CREATE INDEX deliveryByStory ON delivery(recipientID, storyID);
        CREATE INDEX deliveryByMessage ON delivery(messageID) WHERE messageID IS NOT NULL;
        CREATE INDEX deliveryEnded ON delivery(endedAt) WHERE endedAt IS NOT NULL;
        CREATE INDEX deliveryOpenArticle ON delivery(articleID) WHERE state IN ('queued', 'frozen');

        CREATE TABLE deliveryReason (
            deliveryID INTEGER NOT NULL REFERENCES delivery(id) ON DELETE CASCADE,
            kind TEXT NOT NULL CHECK (kind IN ('subscription', 'sample', 'alert')),
            reasonID INTEGER NOT NULL,
            PRIMARY KEY (deliveryID, kind, reasonID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX deliveryReasonByReason ON deliveryReason(kind, reasonID);

        CREATE TABLE deliveryStory (
            deliveryID INTEGER NOT NULL REFERENCES delivery(id) ON DELETE CASCADE,
            storyID INTEGER NOT NULL,
            PRIMARY KEY (deliveryID, storyID)
        ) STRICT, WITHOUT ROWID;
        """

    /// An index of a recipient's headlines and digests, which may contain a story that another delivery would send.
    static let deliverySlots = """
        CREATE INDEX deliverySlots ON delivery(recipientID) WHERE kind IN ('headlines', 'digest');
        """

    /// The event ids that networks gave to messages, so that replies can refer to them; deleted with the message.
    static let postedEvents = """
        CREATE TABLE postedEvent (
            network TEXT NOT NULL,
            eventID TEXT NOT NULL,
            messageID INTEGER NOT NULL REFERENCES message(id) ON DELETE CASCADE,
            PRIMARY KEY (network, eventID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX postedEventByMessage ON postedEvent(messageID);
        """

    /// Room settings for networks with edits and threads, and which part of a message an event is.
    static let roomManners = """
        ALTER TABLE room ADD COLUMN editsPosts INTEGER NOT NULL DEFAULT 0 CHECK (editsPosts IN (0, 1));
        ALTER TABLE room ADD COLUMN threadsDigests INTEGER NOT NULL DEFAULT 0 CHECK (threadsDigests IN (0, 1));
        ALTER TABLE postedEvent ADD COLUMN part INTEGER NOT NULL DEFAULT 0;
        """

    /// Posts about one article in rooms with edits switched on; kept for a day.
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

    /// A separate state for deliveries that may have arrived; before, they were `sent` in a message that was not.
    ///
    /// SQLite cannot change a CHECK of a table, so the table is created again with the same id counter.
    static let unconfirmedDeliveries = """
        CREATE TABLE deliveryAnew (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            recipientID INTEGER NOT NULL REFERENCES recipient(id) ON DELETE CASCADE,
            addressID INTEGER NOT NULL REFERENCES address(id) ON DELETE CASCADE,
            kind TEXT NOT NULL CHECK (kind IN ('news', 'update', 'headlines', 'digest', 'notice')),
            storyID INTEGER,
            articleID INTEGER,
            scheduleID INTEGER REFERENCES schedule(id) ON DELETE SET NULL,
            localSlot TEXT,
            payload TEXT,
            isUrgent INTEGER NOT NULL DEFAULT 0 CHECK (isUrgent IN (0, 1)),
            dueAt INTEGER NOT NULL,
            createdAt INTEGER NOT NULL,
            state TEXT NOT NULL DEFAULT 'queued'
                CHECK (state IN ('queued', 'frozen', 'sent', 'unconfirmed', 'withdrawn', 'failed')),
            messageID INTEGER REFERENCES message(id) ON DELETE SET NULL,
            endedAt INTEGER,
            UNIQUE (scheduleID, localSlot)
        ) STRICT;
        INSERT INTO deliveryAnew (\(deliveryColumns)) SELECT \(deliveryColumns) FROM delivery;
        UPDATE deliveryAnew SET state = 'unconfirmed'
        WHERE state = 'sent' AND messageID IN (SELECT id FROM message WHERE state = 'failed');

        DELETE FROM sqlite_sequence WHERE name = 'deliveryAnew';
        INSERT INTO sqlite_sequence (name, seq) SELECT 'deliveryAnew', seq FROM sqlite_sequence WHERE name = 'delivery';
        DROP TABLE delivery;
        ALTER TABLE deliveryAnew RENAME TO delivery;

        CREATE INDEX deliveryQueued ON delivery(addressID, dueAt) WHERE state = 'queued';
        CREATE INDEX deliveryByAddress ON delivery(addressID);
        CREATE INDEX deliveryByStory ON delivery(recipientID, storyID);
        CREATE INDEX deliveryByMessage ON delivery(messageID) WHERE messageID IS NOT NULL;
        CREATE INDEX deliveryEnded ON delivery(endedAt) WHERE endedAt IS NOT NULL;
        CREATE INDEX deliveryOpenArticle ON delivery(articleID) WHERE state IN ('queued', 'frozen');
        """

    /// An update of a story is a kind of its own; before, it was a notice, and an edit of a post was called an update.
    ///
    /// SQLite cannot change a CHECK of a table, so the table is created again with the same id counter.
    static let updatesOfStories = """
        CREATE TABLE deliveryAnew (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            recipientID INTEGER NOT NULL REFERENCES recipient(id) ON DELETE CASCADE,
            addressID INTEGER NOT NULL REFERENCES address(id) ON DELETE CASCADE,
            kind TEXT NOT NULL CHECK (kind IN ('news', 'edit', 'update', 'headlines', 'digest', 'notice')),
            storyID INTEGER,
            articleID INTEGER,
            scheduleID INTEGER REFERENCES schedule(id) ON DELETE SET NULL,
            localSlot TEXT,
            payload TEXT,
            isUrgent INTEGER NOT NULL DEFAULT 0 CHECK (isUrgent IN (0, 1)),
            dueAt INTEGER NOT NULL,
            createdAt INTEGER NOT NULL,
            state TEXT NOT NULL DEFAULT 'queued'
                CHECK (state IN ('queued', 'frozen', 'sent', 'unconfirmed', 'withdrawn', 'failed')),
            messageID INTEGER REFERENCES message(id) ON DELETE SET NULL,
            endedAt INTEGER,
            repeatedStoryID INTEGER,
            UNIQUE (scheduleID, localSlot)
        ) STRICT;
        INSERT INTO deliveryAnew (\(deliveryColumns), repeatedStoryID)
        SELECT \(deliveryColumns), repeatedStoryID FROM delivery;
        UPDATE deliveryAnew SET kind = 'edit' WHERE kind = 'update';
        UPDATE deliveryAnew SET kind = 'update', payload = json_object('payload',
            json_object('update', json_extract(payload, '$.payload.notice._0.storyUpdated')), 'version', 2)
        WHERE kind = 'notice'
            AND iif(json_valid(payload), json_type(payload, '$.payload.notice._0.storyUpdated'), NULL) = 'object';

        DELETE FROM sqlite_sequence WHERE name = 'deliveryAnew';
        INSERT INTO sqlite_sequence (name, seq) SELECT 'deliveryAnew', seq FROM sqlite_sequence WHERE name = 'delivery';
        DROP TABLE delivery;
        ALTER TABLE deliveryAnew RENAME TO delivery;

        CREATE INDEX deliveryQueued ON delivery(addressID, dueAt) WHERE state = 'queued';
        CREATE INDEX deliveryByAddress ON delivery(addressID);
        CREATE INDEX deliveryByStory ON delivery(recipientID, storyID);
        CREATE INDEX deliveryByMessage ON delivery(messageID) WHERE messageID IS NOT NULL;
        CREATE INDEX deliveryEnded ON delivery(endedAt) WHERE endedAt IS NOT NULL;
        CREATE INDEX deliveryOpenArticle ON delivery(articleID) WHERE state IN ('queued', 'frozen');
        CREATE INDEX deliveryKeptBack ON delivery(recipientID, repeatedStoryID) WHERE repeatedStoryID IS NOT NULL;
        CREATE INDEX deliverySlots ON delivery(recipientID) WHERE kind IN ('headlines', 'digest');
        """

    private static let deliveryColumns = """
        id, recipientID, addressID, kind, storyID, articleID, scheduleID, localSlot, payload, isUrgent, dueAt,
            createdAt, state, messageID, endedAt
        """
}
