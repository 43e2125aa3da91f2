extension Schema {
    /// The promise: nothing told twice, nothing lost.
    ///
    /// `told` has no time and no key to the story: it stays. Message numbers are never used twice, because the keys
    /// by which networks know a repeat derive from them. `deliveryStory` holds the told rows that a delivery of many
    /// stories made, so that withdrawing it can take them back.
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
}
