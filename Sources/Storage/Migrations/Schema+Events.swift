extension Schema {
    /// Related stories are one event, identified by its oldest story (`StoryEvents`).
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
        """
}
