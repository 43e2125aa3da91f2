extension Schema {
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
}
