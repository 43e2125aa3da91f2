import GRDB

extension Schema {
    /// Keys of entries and stories are stored as hashes (`KeyHashes`); every key of an entry counts the same.
    ///
    /// `key` of `storyKey` contains whether it is a link or a title. `isTitle` says it too, because only titles expire.
    ///
    /// Feed by feed, so that little is sorted at a time and rows are added at the end of the new table.
    static func hashKeys(in db: Database) throws {
        let hashes = try KeyHashes(in: db)
        let function = DatabaseFunction("keyHash", argumentCount: 2, pure: true) { values in
            guard let key = String.fromDatabaseValue(values[0]), let number = UInt64.fromDatabaseValue(values[1]),
                let kind = KeyHashes.Kind(rawValue: number)
            else { return nil }
            return hashes.hash(key, kind)
        }
        db.add(function: function)
        defer { db.remove(function: function) }
        try db.execute(sql: newKeyTables)
        let fill = try db.makeStatement(sql: fillKeys)
        let count = try db.makeStatement(sql: countKeys)
        for feed in try Int64.fetchAll(db, sql: "SELECT id FROM feed ORDER BY id") {
            try fill.execute(arguments: [feed])
            try count.execute(arguments: ["feed": feed])
        }
        try db.execute(sql: endOfTextKeys)
    }

    private static let newKeyTables = """
        ALTER TABLE articleKey RENAME TO textArticleKey;
        ALTER TABLE storyKey RENAME TO textStoryKey;
        CREATE TABLE articleKey (
            feedID INTEGER NOT NULL REFERENCES feed(id) ON DELETE CASCADE,
            key INTEGER NOT NULL,
            isShared INTEGER NOT NULL DEFAULT 0 CHECK (isShared IN (0, 1)),
            lastSeenAt INTEGER NOT NULL,
            PRIMARY KEY (feedID, key)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE storyKey (
            key INTEGER NOT NULL,
            storyID INTEGER NOT NULL REFERENCES story(id) ON DELETE CASCADE,
            feedID INTEGER NOT NULL REFERENCES feed(id) ON DELETE CASCADE,
            isTitle INTEGER NOT NULL CHECK (isTitle IN (0, 1)),
            publishedAt INTEGER NOT NULL,
            PRIMARY KEY (key, storyID, feedID)
        ) STRICT, WITHOUT ROWID;
        """

    private static let fillKeys = """
        INSERT INTO articleKey (feedID, key, isShared, lastSeenAt)
        SELECT feedID, keyHash(key, \(KeyHashes.Kind.entry.rawValue)), isShared, lastSeenAt FROM textArticleKey
        WHERE feedID = ? ORDER BY 2
        ON CONFLICT DO UPDATE SET isShared = max(isShared, excluded.isShared),
            lastSeenAt = max(lastSeenAt, excluded.lastSeenAt)
        """

    private static let countKeys = """
        UPDATE feed SET bytes = bytes
            - (SELECT coalesce(sum(\(keySize("textArticleKey"))), 0) FROM textArticleKey WHERE feedID = :feed)
            + \(keyOverhead) * (SELECT count(*) FROM articleKey WHERE feedID = :feed)
        WHERE id = :feed
        """

    /// The pages of the old tables are reused as they are: to overwrite them would take as long as all the rest.
    private static let endOfTextKeys = """
        INSERT OR IGNORE INTO storyKey (key, storyID, feedID, isTitle, publishedAt)
        SELECT keyHash(key, iif(kind = 'title', \(KeyHashes.Kind.title.rawValue), \(KeyHashes.Kind.link.rawValue))),
            storyID, feedID, kind = 'title', publishedAt
        FROM textStoryKey
        WHERE storyID IN (SELECT id FROM story) AND feedID IN (SELECT id FROM feed) ORDER BY 1, 2, 3;
        PRAGMA secure_delete = FAST;
        DROP TABLE textArticleKey;
        DROP TABLE textStoryKey;
        PRAGMA secure_delete = ON;
        CREATE INDEX storyKeyByStory ON storyKey(storyID);
        CREATE INDEX storyKeyByFeed ON storyKey(feedID);
        CREATE TRIGGER keyCountedGone AFTER DELETE ON articleKey BEGIN
            UPDATE feed SET bytes = bytes - \(keyOverhead) WHERE id = OLD.feedID;
        END;
        """
}
