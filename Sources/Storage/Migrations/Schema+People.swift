extension Schema {
    /// Recipients, to each of whom a story is sent once.
    ///
    /// Profiles and rooms share the ids of their recipients.
    static let people = """
        CREATE TABLE recipient (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL CHECK (kind IN ('profile', 'room')),
            language TEXT,
            timeZone TEXT,
            quietStart INTEGER CHECK (quietStart BETWEEN 0 AND 1439),
            quietEnd INTEGER CHECK (quietEnd BETWEEN 0 AND 1439),
            quietExceptUrgent INTEGER NOT NULL DEFAULT 0 CHECK (quietExceptUrgent IN (0, 1)),
            lastVisitAt INTEGER,
            lastAlertNumber INTEGER NOT NULL DEFAULT 0,
            lastScheduleNumber INTEGER NOT NULL DEFAULT 0,
            createdAt INTEGER NOT NULL,
            CHECK ((quietStart IS NULL) = (quietEnd IS NULL))
        ) STRICT;

        CREATE TABLE profile (
            id INTEGER PRIMARY KEY REFERENCES recipient(id) ON DELETE CASCADE,
            name TEXT NOT NULL
        ) STRICT;

        CREATE TABLE identity (
            network TEXT NOT NULL,
            account TEXT NOT NULL,
            profileID INTEGER NOT NULL REFERENCES profile(id) ON DELETE CASCADE,
            displayName TEXT NOT NULL,
            lastSeenAt INTEGER NOT NULL,
            PRIMARY KEY (network, account)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX identityByProfile ON identity(profileID);

        CREATE TABLE room (
            id INTEGER PRIMARY KEY REFERENCES recipient(id) ON DELETE CASCADE,
            network TEXT NOT NULL,
            name TEXT NOT NULL,
            prefix TEXT,
            idleMinutes INTEGER NOT NULL,
            linesPerHour INTEGER NOT NULL,
            alertsWait INTEGER NOT NULL CHECK (alertsWait IN (0, 1)),
            usesNotice INTEGER NOT NULL CHECK (usesNotice IN (0, 1)),
            usesColour INTEGER NOT NULL CHECK (usesColour IN (0, 1)),
            enabledVerbs TEXT NOT NULL,
            UNIQUE (network, name)
        ) STRICT;

        CREATE TABLE address (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            recipientID INTEGER NOT NULL REFERENCES recipient(id) ON DELETE CASCADE,
            network TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('room', 'person')),
            target TEXT NOT NULL,
            pausedReason TEXT,
            UNIQUE (network, kind, target)
        ) STRICT;
        CREATE INDEX addressByRecipient ON address(recipientID);

        CREATE TABLE confirmationCode (
            profileID INTEGER NOT NULL REFERENCES profile(id) ON DELETE CASCADE,
            action TEXT NOT NULL,
            code TEXT NOT NULL,
            wrongTries INTEGER NOT NULL DEFAULT 0,
            expiresAt INTEGER NOT NULL,
            PRIMARY KEY (profileID, action)
        ) STRICT, WITHOUT ROWID;
        """

    /// Codes for linking accounts are looked up without their profile.
    static let linking = "CREATE INDEX confirmationCodeByCode ON confirmationCode(code);"

    /// The unbroken time online in which an identity got its profile, on networks where it is trusted no longer.
    static let presence = "ALTER TABLE identity ADD COLUMN presence TEXT;"

    /// Whether a recipient gets notices about feeds that fail, move or end.
    static let feedHealth = """
        ALTER TABLE recipient ADD COLUMN hearsOfFeeds INTEGER NOT NULL DEFAULT 1 CHECK (hearsOfFeeds IN (0, 1));
        """

    /// Whether a recipient gets pictures in their mail.
    static let pictures = """
        ALTER TABLE recipient ADD COLUMN showsImages INTEGER NOT NULL DEFAULT 0 CHECK (showsImages IN (0, 1));
        """

    /// When the recipient's previous visit ended: news since then is new to them.
    static let visits = """
        ALTER TABLE recipient ADD COLUMN visitBeforeEndedAt INTEGER;
        UPDATE recipient SET visitBeforeEndedAt = lastVisitAt;
        """

    /// The text format of a recipient; `plain` has no symbols, tables and colours.
    static let format = """
        ALTER TABLE recipient ADD COLUMN format TEXT NOT NULL DEFAULT 'rich' CHECK (format IN ('rich', 'plain'));
        """

    /// How much each story of a list shows (`ListLayout`).
    static let layout = """
        ALTER TABLE recipient ADD COLUMN layout TEXT NOT NULL DEFAULT 'list'
            CHECK (layout IN ('compact', 'list', 'detailed'));
        """
}
