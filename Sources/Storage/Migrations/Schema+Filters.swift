extension Schema {
    /// Filters: for one feed, one category, or everything if both are NULL.
    ///
    /// `changeCounter` counts their changes with those of alerts, because one index in memory knows both.
    static let filters = """
        ALTER TABLE recipient ADD COLUMN lastFilterNumber INTEGER NOT NULL DEFAULT 0;

        CREATE TABLE newsFilter (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            recipientID INTEGER NOT NULL REFERENCES recipient(id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            feedID INTEGER REFERENCES feed(id) ON DELETE CASCADE,
            category TEXT,
            isOnly INTEGER NOT NULL CHECK (isOnly IN (0, 1)),
            query TEXT NOT NULL,
            isOn INTEGER NOT NULL DEFAULT 1 CHECK (isOn IN (0, 1)),
            createdBy INTEGER REFERENCES profile(id) ON DELETE SET NULL,
            madeBy INTEGER,
            createdAt INTEGER NOT NULL,
            UNIQUE (recipientID, number),
            CHECK (feedID IS NULL OR category IS NULL)
        ) STRICT;
        CREATE INDEX filterByFeed ON newsFilter(feedID) WHERE feedID IS NOT NULL;
        CREATE INDEX filterByCreator ON newsFilter(createdBy) WHERE createdBy IS NOT NULL;
        CREATE INDEX filterByMaker ON newsFilter(madeBy) WHERE madeBy IS NOT NULL;

        CREATE TRIGGER filterAdded AFTER INSERT ON newsFilter BEGIN
            UPDATE changeCounter SET value = value + 1 WHERE name = 'alerts';
        END;
        CREATE TRIGGER filterRemoved AFTER DELETE ON newsFilter BEGIN
            UPDATE changeCounter SET value = value + 1 WHERE name = 'alerts';
        END;
        """

    /// Which mute or filter kept an article from a recipient who would have been sent it, of the last week.
    ///
    /// `slot` counts the rows of a recipient's day, so that they can be limited without reading them. There is no
    /// reference to the article, whose deletion would have to look for it.
    static let decisions = """
        CREATE TABLE decision (
            recipientID INTEGER NOT NULL REFERENCES recipient(id) ON DELETE CASCADE,
            day INTEGER NOT NULL,
            slot INTEGER NOT NULL,
            articleID INTEGER NOT NULL,
            rule TEXT NOT NULL CHECK (rule IN ('mute', 'filter')),
            number INTEGER NOT NULL,
            PRIMARY KEY (recipientID, day, slot)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX decisionByDay ON decision(day);
        """

    /// Decisions also have what the daily limit of breaking news held back.
    static let decisionsOnBreakingNews = """
        ALTER TABLE decision RENAME TO decisionOfRules;
        CREATE TABLE decision (
            recipientID INTEGER NOT NULL REFERENCES recipient(id) ON DELETE CASCADE,
            day INTEGER NOT NULL,
            slot INTEGER NOT NULL,
            articleID INTEGER NOT NULL,
            rule TEXT NOT NULL CHECK (rule IN ('mute', 'filter', 'breakingLimit')),
            number INTEGER NOT NULL,
            PRIMARY KEY (recipientID, day, slot)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO decision (recipientID, day, slot, articleID, rule, number)
        SELECT recipientID, day, slot, articleID, rule, number FROM decisionOfRules;
        DROP TABLE decisionOfRules;
        CREATE INDEX decisionByDay ON decision(day);
        """
}
