extension Schema {
    /// Related stories are one event, identified by its oldest story (`StoryEvents`).
    ///
    /// What an article's words tell is a row of `articleAnalysis`; articles in `analysisDue` are analysed again.
    ///
    /// A delivery that was kept back names the story that brought the same news.
    static let events = """
        ALTER TABLE story ADD COLUMN eventID INTEGER REFERENCES story(id) ON DELETE SET NULL;
        UPDATE story SET eventID = sameAs WHERE sameAs IS NOT NULL;
        CREATE INDEX storyByEvent ON story(eventID) WHERE eventID IS NOT NULL;

        ALTER TABLE delivery ADD COLUMN repeatedStoryID INTEGER;
        CREATE INDEX deliveryKeptBack ON delivery(recipientID, repeatedStoryID) WHERE repeatedStoryID IS NOT NULL;

        ALTER TABLE recipient ADD COLUMN allowsRepeats INTEGER NOT NULL DEFAULT 0 CHECK (allowsRepeats IN (0, 1));
        ALTER TABLE recipient ADD COLUMN hearsUpdates INTEGER NOT NULL DEFAULT 0 CHECK (hearsUpdates IN (0, 1));
        ALTER TABLE subscription ADD COLUMN allowsRepeats INTEGER NOT NULL DEFAULT 0 CHECK (allowsRepeats IN (0, 1));

        CREATE TABLE articleAnalysis (
            articleID INTEGER PRIMARY KEY REFERENCES article(id) ON DELETE CASCADE,
            language TEXT,
            keyphrases TEXT,
            things TEXT,
            numbers TEXT,
            sport TEXT,
            topic TEXT,
            isPromotion INTEGER NOT NULL CHECK (isPromotion IN (0, 1))
        ) STRICT;
        ALTER TABLE placesDue RENAME TO analysisDue;
        UPDATE changeCounter SET name = 'analysis' WHERE name = 'places';
        """

    /// The last update of an event that was sent to a recipient, and how many sources it told of.
    static let storyUpdates = """
        CREATE TABLE storyUpdate (
            recipientID INTEGER NOT NULL REFERENCES recipient(id) ON DELETE CASCADE,
            eventID INTEGER NOT NULL REFERENCES story(id) ON DELETE CASCADE,
            sourceCount INTEGER NOT NULL,
            queuedAt INTEGER NOT NULL,
            PRIMARY KEY (recipientID, eventID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX storyUpdateByEvent ON storyUpdate(eventID);
        CREATE INDEX recipientHearingUpdates ON recipient(id) WHERE hearsUpdates = 1;
        """

    /// All stories that keep a delivery back; told rows by story, for `StoryUpdates`; events that grew by being joined.
    static let keptBackReports = """
        CREATE TABLE keptBackReport (
            deliveryID INTEGER NOT NULL REFERENCES delivery(id) ON DELETE CASCADE,
            storyID INTEGER NOT NULL,
            PRIMARY KEY (deliveryID, storyID)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO keptBackReport (deliveryID, storyID)
            SELECT id, repeatedStoryID FROM delivery WHERE repeatedStoryID IS NOT NULL;
        CREATE INDEX toldByStory ON told(storyID);
        ALTER TABLE story ADD COLUMN hasGrown INTEGER NOT NULL DEFAULT 0 CHECK (hasGrown IN (0, 1));
        """
}
