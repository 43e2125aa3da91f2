/// Schemas as they shipped, statement by statement.
///
/// Frozen: a step that has shipped is never edited, nor is this.
enum FrozenSchema {
    static let afterStep0007 = #"""
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

        CREATE TABLE confirmationCode (
            profileID INTEGER NOT NULL REFERENCES profile(id) ON DELETE CASCADE,
            action TEXT NOT NULL,
            code TEXT NOT NULL,
            wrongTries INTEGER NOT NULL DEFAULT 0,
            expiresAt INTEGER NOT NULL,
            PRIMARY KEY (profileID, action)
        ) STRICT, WITHOUT ROWID;

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

        CREATE TABLE story (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            firstSeenAt INTEGER NOT NULL,
            sameAs INTEGER REFERENCES story(id) ON DELETE SET NULL
        ) STRICT;

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

        CREATE VIRTUAL TABLE articleText USING fts5(
            title, summary, content='article', content_rowid='id', tokenize='articleWords'
        );

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

        CREATE TABLE alertMatch (
            alertID INTEGER NOT NULL REFERENCES alert(id) ON DELETE CASCADE,
            articleID INTEGER NOT NULL REFERENCES article(id) ON DELETE CASCADE,
            PRIMARY KEY (alertID, articleID)
        ) STRICT, WITHOUT ROWID;

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

        CREATE TABLE deliveryReason (
            deliveryID INTEGER NOT NULL REFERENCES delivery(id) ON DELETE CASCADE,
            kind TEXT NOT NULL CHECK (kind IN ('subscription', 'sample', 'alert')),
            reasonID INTEGER NOT NULL,
            PRIMARY KEY (deliveryID, kind, reasonID)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE deliveryStory (
            deliveryID INTEGER NOT NULL REFERENCES delivery(id) ON DELETE CASCADE,
            storyID INTEGER NOT NULL,
            PRIMARY KEY (deliveryID, storyID)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE reading (
            id INTEGER PRIMARY KEY,
            profileID INTEGER NOT NULL REFERENCES profile(id) ON DELETE CASCADE,
            articleID INTEGER NOT NULL,
            storyID INTEGER NOT NULL,
            feedID INTEGER NOT NULL,
            readAt INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE listing (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            ownerKey TEXT NOT NULL,
            placeKey TEXT NOT NULL,
            kind TEXT NOT NULL,
            createdAt INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE listingItem (
            listingID INTEGER NOT NULL REFERENCES listing(id) ON DELETE CASCADE,
            number INTEGER NOT NULL CHECK (number > 0),
            itemID INTEGER NOT NULL,
            PRIMARY KEY (listingID, number)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE quizRound (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            recipientID INTEGER NOT NULL REFERENCES recipient(id) ON DELETE CASCADE,
            state TEXT NOT NULL,
            startedAt INTEGER NOT NULL,
            endedAt INTEGER
        ) STRICT;

        CREATE TABLE quizScore (
            roundID INTEGER NOT NULL REFERENCES quizRound(id) ON DELETE CASCADE,
            playerKey TEXT NOT NULL,
            profileID INTEGER REFERENCES profile(id) ON DELETE CASCADE,
            displayName TEXT NOT NULL,
            points INTEGER NOT NULL,
            correctCount INTEGER NOT NULL,
            PRIMARY KEY (roundID, playerKey)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE quizQuestionUsed (
            recipientID INTEGER NOT NULL REFERENCES recipient(id) ON DELETE CASCADE,
            articleID INTEGER NOT NULL,
            usedAt INTEGER NOT NULL,
            PRIMARY KEY (recipientID, articleID)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE handledInbound (
            network TEXT NOT NULL,
            inboundID TEXT NOT NULL,
            handledAt INTEGER NOT NULL,
            PRIMARY KEY (network, inboundID)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE networkState (
            network TEXT NOT NULL,
            key TEXT NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY (network, key)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE usage (
            day TEXT NOT NULL,
            name TEXT NOT NULL,
            count INTEGER NOT NULL,
            PRIMARY KEY (day, name)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE changeCounter (
            name TEXT PRIMARY KEY,
            value INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX identityByProfile ON identity(profileID);

        CREATE INDEX addressByRecipient ON address(recipientID);

        CREATE INDEX feedByNextCheck ON feed(nextCheckAt) WHERE isHouse = 1 OR followerCount > 0;

        CREATE INDEX feedByName ON feed(nameKey);

        CREATE INDEX feedByTitle ON feed(titleKey);

        CREATE INDEX feedByHost ON feed(host);

        CREATE INDEX storyBySameAs ON story(sameAs) WHERE sameAs IS NOT NULL;

        CREATE INDEX articleByFeed ON article(feedID, id, storyID);

        CREATE INDEX articleByStory ON article(storyID, feedID);

        CREATE INDEX storyKeyByStory ON storyKey(storyID);

        CREATE INDEX storyKeyByFeed ON storyKey(feedID);

        CREATE INDEX subscriptionByFeed ON subscription(feedID);

        CREATE INDEX subscriptionByAddress ON subscription(addressID);

        CREATE INDEX subscriptionByCreator ON subscription(createdBy);

        CREATE INDEX alertByAddress ON alert(addressID);

        CREATE INDEX alertByCreator ON alert(createdBy);

        CREATE INDEX alertMatchByArticle ON alertMatch(articleID);

        CREATE INDEX scheduleByAddress ON schedule(addressID);

        CREATE INDEX scheduleByCreator ON schedule(createdBy);

        CREATE INDEX messageByAddress ON message(addressID, state);

        CREATE INDEX messageOpen ON message(nextAttemptAt) WHERE state = 'open';

        CREATE INDEX messageEnded ON message(endedAt) WHERE endedAt IS NOT NULL;

        CREATE INDEX deliveryQueued ON delivery(addressID, dueAt) WHERE state = 'queued';

        CREATE INDEX deliveryByAddress ON delivery(addressID);

        CREATE INDEX deliveryByStory ON delivery(recipientID, storyID);

        CREATE INDEX deliveryByMessage ON delivery(messageID) WHERE messageID IS NOT NULL;

        CREATE INDEX deliveryEnded ON delivery(endedAt) WHERE endedAt IS NOT NULL;

        CREATE INDEX deliveryOpenArticle ON delivery(articleID) WHERE state IN ('queued', 'frozen');

        CREATE INDEX deliveryReasonByReason ON deliveryReason(kind, reasonID);

        CREATE INDEX readingByTime ON reading(profileID, readAt);

        CREATE INDEX readingByStory ON reading(profileID, storyID);

        CREATE INDEX listingByOwner ON listing(ownerKey, placeKey, id);

        CREATE INDEX listingByTime ON listing(createdAt);

        CREATE UNIQUE INDEX quizRoundOpen ON quizRound(recipientID) WHERE endedAt IS NULL;

        CREATE INDEX quizRoundByRecipient ON quizRound(recipientID, startedAt);

        CREATE INDEX quizScoreByProfile ON quizScore(profileID);

        CREATE INDEX handledInboundByTime ON handledInbound(handledAt);

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

        CREATE TRIGGER alertAdded AFTER INSERT ON alert BEGIN
            UPDATE changeCounter SET value = value + 1 WHERE name = 'alerts';
        END;

        CREATE TRIGGER alertRemoved AFTER DELETE ON alert BEGIN
            UPDATE changeCounter SET value = value + 1 WHERE name = 'alerts';
        END;

        CREATE TRIGGER alertChanged AFTER UPDATE OF query, isOn ON alert BEGIN
            UPDATE changeCounter SET value = value + 1 WHERE name = 'alerts';
        END;

        CREATE TRIGGER subscriptionAdded AFTER INSERT ON subscription BEGIN
            UPDATE changeCounter SET value = value + 1 WHERE name = 'subscriptions';
        END;

        CREATE TRIGGER subscriptionRemoved AFTER DELETE ON subscription BEGIN
            UPDATE changeCounter SET value = value + 1 WHERE name = 'subscriptions';
        END;

        CREATE TRIGGER subscriptionChanged AFTER UPDATE OF pause, category, addressID ON subscription BEGIN
            UPDATE changeCounter SET value = value + 1 WHERE name = 'subscriptions';
        END;

        CREATE TRIGGER feedAdded AFTER INSERT ON feed BEGIN
            UPDATE changeCounter SET value = value + 1 WHERE name = 'feeds';
        END;

        CREATE TRIGGER feedRemoved AFTER DELETE ON feed BEGIN
            UPDATE changeCounter SET value = value + 1 WHERE name = 'feeds';
        END;

        CREATE TRIGGER feedChanged AFTER UPDATE OF url, name, category, isHouse ON feed BEGIN
            UPDATE changeCounter SET value = value + 1 WHERE name = 'feeds';
        END;

        """#
}
