extension Schema {
    /// A state of its own for work that may have arrived or not; before, it was `sent` in a message that was not.
    ///
    /// SQLite changes no CHECK of a table: it is made anew, and its counter goes on.
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

    private static let deliveryColumns = """
        id, recipientID, addressID, kind, storyID, articleID, scheduleID, localSlot, payload, isUrgent, dueAt,
            createdAt, state, messageID, endedAt
        """
}
