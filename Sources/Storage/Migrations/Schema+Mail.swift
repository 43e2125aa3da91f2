extension Schema {
    /// Inbound mail that is not handled yet, mail addresses, and pending confirmations.
    ///
    /// Ids of stored mails are never reused: handled commands in them are identified by these ids.
    static let mail = """
        CREATE TABLE keptMail (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            network TEXT NOT NULL,
            size INTEGER NOT NULL,
            envelopeSender TEXT,
            envelopeRecipient TEXT,
            receivedAt INTEGER NOT NULL,
            nextAttemptAt INTEGER NOT NULL,
            attempts INTEGER NOT NULL DEFAULT 0,
            confirmedCommands TEXT,
            content BLOB NOT NULL
        ) STRICT;
        CREATE INDEX keptMailDue ON keptMail(network, nextAttemptAt);
        CREATE INDEX keptMailSize ON keptMail(network, size);

        CREATE TABLE mailAnswer (
            mailID INTEGER NOT NULL REFERENCES keptMail(id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            answer TEXT NOT NULL,
            PRIMARY KEY (mailID, position)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE mailCorrespondent (
            network TEXT NOT NULL,
            address TEXT NOT NULL,
            token TEXT NOT NULL,
            confirmedAt INTEGER,
            unsubscribedAt INTEGER,
            failingSince INTEGER,
            askedAt INTEGER,
            bounces INTEGER NOT NULL DEFAULT 0,
            takenSinceBounce INTEGER NOT NULL DEFAULT 0,
            lastSeenAt INTEGER NOT NULL,
            PRIMARY KEY (network, address)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX mailCorrespondentByToken ON mailCorrespondent(network, token);

        CREATE TABLE mailConfirmation (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            network TEXT NOT NULL,
            code TEXT NOT NULL,
            address TEXT NOT NULL,
            mailID INTEGER NOT NULL,
            positions TEXT NOT NULL,
            size INTEGER NOT NULL,
            envelopeSender TEXT,
            envelopeRecipient TEXT,
            createdAt INTEGER NOT NULL,
            content BLOB NOT NULL,
            UNIQUE (network, code),
            UNIQUE (network, mailID)
        ) STRICT;
        CREATE INDEX mailConfirmationByAddress ON mailConfirmation(network, address);
        CREATE INDEX mailConfirmationSize ON mailConfirmation(network, id, size);

        CREATE TABLE mailAnswerCount (
            network TEXT NOT NULL,
            address TEXT NOT NULL,
            answeredAt INTEGER NOT NULL,
            count INTEGER NOT NULL,
            PRIMARY KEY (network, address, answeredAt)
        ) STRICT, WITHOUT ROWID;

        ALTER TABLE listing ADD COLUMN origin TEXT;
        ALTER TABLE listing ADD COLUMN shownCount INTEGER NOT NULL DEFAULT 0;
        DROP INDEX listingByTime;
        CREATE INDEX listingByTime ON listing(createdAt) WHERE origin IS NULL;
        CREATE INDEX listingOfMessageByTime ON listing(createdAt) WHERE origin IS NOT NULL;
        CREATE INDEX listingByOrigin ON listing(origin) WHERE origin IS NOT NULL;

        CREATE TABLE postedReply (
            network TEXT NOT NULL,
            eventID TEXT NOT NULL,
            inboundID TEXT NOT NULL,
            postedAt INTEGER NOT NULL,
            PRIMARY KEY (network, eventID, inboundID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX postedReplyByTime ON postedReply(postedAt);
        """

    /// A token of each mailbox that can only end its mail.
    static let unsubscribeToken = """
        ALTER TABLE mailCorrespondent ADD COLUMN unsubscribeToken TEXT;
        UPDATE mailCorrespondent SET unsubscribeToken = lower(hex(randomblob(10)));
        CREATE UNIQUE INDEX mailCorrespondentByUnsubscribeToken ON mailCorrespondent(network, unsubscribeToken);
        """

    /// How often a mail was handed to a server and never confirmed.
    static let unconfirmedMail = """
        CREATE TABLE unconfirmedMail (
            network TEXT NOT NULL,
            eventID TEXT NOT NULL,
            attempts INTEGER NOT NULL,
            heldUntil INTEGER NOT NULL,
            PRIMARY KEY (network, eventID)
        ) STRICT, WITHOUT ROWID;
        DELETE FROM networkState WHERE key = 'unconfirmed';
        """
}
