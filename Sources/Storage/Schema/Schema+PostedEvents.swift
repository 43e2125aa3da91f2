extension Schema {
    /// What a network calls a message it has, so that somebody can answer it; goes with the message.
    static let postedEvents = """
        CREATE TABLE postedEvent (
            network TEXT NOT NULL,
            eventID TEXT NOT NULL,
            messageID INTEGER NOT NULL REFERENCES message(id) ON DELETE CASCADE,
            PRIMARY KEY (network, eventID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX postedEventByMessage ON postedEvent(messageID);
        """
}
