extension Schema {
    /// Subscriptions, alerts and schedules.
    ///
    /// `createdBy` is the profile that gets a notice when the address fails permanently.
    static let subscriptions = """
        CREATE TABLE subscription (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            recipientID INTEGER NOT NULL REFERENCES recipient(id) ON DELETE CASCADE,
            feedID INTEGER NOT NULL REFERENCES feed(id) ON DELETE CASCADE,
            addressID INTEGER NOT NULL REFERENCES address(id) ON DELETE CASCADE,
            category TEXT,
            pause TEXT CHECK (pause IN ('byOwner', 'addressFailed')),
            sampleDue INTEGER NOT NULL DEFAULT 0 CHECK (sampleDue IN (0, 1)),
            unreadSince INTEGER NOT NULL,
            createdBy INTEGER REFERENCES profile(id) ON DELETE SET NULL,
            createdAt INTEGER NOT NULL,
            UNIQUE (recipientID, feedID)
        ) STRICT;
        CREATE INDEX subscriptionByFeed ON subscription(feedID);
        CREATE INDEX subscriptionByAddress ON subscription(addressID);
        CREATE INDEX subscriptionByCreator ON subscription(createdBy);

        CREATE TRIGGER followerAdded AFTER INSERT ON subscription WHEN NEW.pause IS NULL BEGIN
            UPDATE feed SET followerCount = followerCount + 1 WHERE id = NEW.feedID;
        END;
        CREATE TRIGGER followerRemoved AFTER DELETE ON subscription WHEN OLD.pause IS NULL BEGIN
            UPDATE feed SET followerCount = followerCount - 1 WHERE id = OLD.feedID;
        END;
        CREATE TRIGGER followerPaused AFTER UPDATE OF pause ON subscription
        WHEN OLD.pause IS NULL AND NEW.pause IS NOT NULL BEGIN
            UPDATE feed SET followerCount = followerCount - 1 WHERE id = NEW.feedID;
        END;
        CREATE TRIGGER followerResumed AFTER UPDATE OF pause ON subscription
        WHEN OLD.pause IS NOT NULL AND NEW.pause IS NULL BEGIN
            UPDATE feed SET followerCount = followerCount + 1 WHERE id = NEW.feedID;
        END;

        CREATE TABLE alert (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            recipientID INTEGER NOT NULL REFERENCES recipient(id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            query TEXT NOT NULL,
            isOn INTEGER NOT NULL DEFAULT 1 CHECK (isOn IN (0, 1)),
            isUrgent INTEGER NOT NULL DEFAULT 0 CHECK (isUrgent IN (0, 1)),
            cooldown INTEGER NOT NULL DEFAULT 0 CHECK (cooldown >= 0),
            addressID INTEGER NOT NULL REFERENCES address(id) ON DELETE CASCADE,
            matchCount INTEGER NOT NULL DEFAULT 0,
            lastFiredAt INTEGER,
            firesAt INTEGER,
            createdBy INTEGER REFERENCES profile(id) ON DELETE SET NULL,
            createdAt INTEGER NOT NULL,
            UNIQUE (recipientID, number)
        ) STRICT;
        CREATE INDEX alertByAddress ON alert(addressID);
        CREATE INDEX alertByCreator ON alert(createdBy);

        CREATE TABLE alertMatch (
            alertID INTEGER NOT NULL REFERENCES alert(id) ON DELETE CASCADE,
            articleID INTEGER NOT NULL REFERENCES article(id) ON DELETE CASCADE,
            PRIMARY KEY (alertID, articleID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX alertMatchByArticle ON alertMatch(articleID);

        CREATE TABLE schedule (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            recipientID INTEGER NOT NULL REFERENCES recipient(id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            kind TEXT NOT NULL,
            minuteOfDay INTEGER NOT NULL CHECK (minuteOfDay BETWEEN 0 AND 1439),
            days INTEGER NOT NULL CHECK (days BETWEEN 0 AND 127),
            addressID INTEGER NOT NULL REFERENCES address(id) ON DELETE CASCADE,
            request TEXT NOT NULL,
            isOn INTEGER NOT NULL DEFAULT 1 CHECK (isOn IN (0, 1)),
            lastSlot TEXT,
            createdBy INTEGER REFERENCES profile(id) ON DELETE SET NULL,
            createdAt INTEGER NOT NULL,
            UNIQUE (recipientID, number)
        ) STRICT;
        CREATE INDEX scheduleByAddress ON schedule(addressID);
        CREATE INDEX scheduleByCreator ON schedule(createdBy);
        """

    /// Mutes; `storyID` is kept when the story is deleted.
    static let mutes = """
        ALTER TABLE recipient ADD COLUMN lastMuteNumber INTEGER NOT NULL DEFAULT 0;

        CREATE TABLE mute (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            recipientID INTEGER NOT NULL REFERENCES recipient(id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('story', 'feed', 'words')),
            storyID INTEGER,
            feedID INTEGER REFERENCES feed(id) ON DELETE CASCADE,
            query TEXT,
            name TEXT NOT NULL,
            endsAt INTEGER,
            createdAt INTEGER NOT NULL,
            UNIQUE (recipientID, number),
            CHECK ((kind = 'story') = (storyID IS NOT NULL) AND (kind = 'feed') = (feedID IS NOT NULL)
                AND (kind = 'words') = (query IS NOT NULL))
        ) STRICT;
        CREATE INDEX muteByFeed ON mute(feedID) WHERE feedID IS NOT NULL;
        CREATE INDEX muteByEnd ON mute(endsAt) WHERE endsAt IS NOT NULL;
        """

    /// An index of the subscriptions with an own name or category: few of many, read at every refresh.
    static let ownViews = """
        CREATE INDEX subscriptionByOwnView ON subscription(feedID)
            WHERE (name IS NOT NULL OR category IS NOT NULL);
        """

    /// Changes that can be undone for a day, and feeds that recipients have cleared.
    ///
    /// Of a cleared feed only articles from the id `clearedBefore` on are listed, and those that arrived as news since
    /// `clearedAt`, whatever their date.
    static let ownChanges = """
        ALTER TABLE subscription ADD COLUMN clearedAt INTEGER;
        ALTER TABLE subscription ADD COLUMN clearedBefore INTEGER;

        CREATE TABLE ownChange (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            recipientID INTEGER NOT NULL REFERENCES recipient(id) ON DELETE CASCADE,
            kind TEXT NOT NULL,
            name TEXT NOT NULL,
            before TEXT NOT NULL,
            madeAt INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX ownChangeByOwner ON ownChange(recipientID, id);
        CREATE INDEX ownChangeByTime ON ownChange(madeAt);
        """

    /// When a pause by the owner ends; NULL if only the owner ends it.
    static let timedPauses = """
        ALTER TABLE subscription ADD COLUMN pausedUntil INTEGER;
        CREATE INDEX subscriptionByPauseEnd ON subscription(pausedUntil) WHERE pausedUntil IS NOT NULL;
        """

    /// When a schedule was last moved to another time of day; its slots up to then are not due.
    static let movedSchedules = """
        ALTER TABLE schedule ADD COLUMN movedAt INTEGER;
        """

    /// Alerts of breaking news: how many sources within how many seconds; both are NULL for other alerts.
    static let breakingAlerts = """
        ALTER TABLE alert ADD COLUMN breakingSources INTEGER;
        ALTER TABLE alert ADD COLUMN breakingSeconds INTEGER;
        CREATE INDEX alertBreaking ON alert(breakingSources) WHERE breakingSources IS NOT NULL;
        """
}
