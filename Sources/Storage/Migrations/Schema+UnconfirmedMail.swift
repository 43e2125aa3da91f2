extension Schema {
    /// How often a mail was handed over and never confirmed.
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
