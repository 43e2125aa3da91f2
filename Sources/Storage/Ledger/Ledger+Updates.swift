import GRDB
import NewsModel

/// Which update of an event a recipient was sent last (`storyUpdate`).
extension Ledger {
    /// Records that an update of an event is queued for a recipient; `sources` is the highest step they were told.
    func recordUpdate(of event: StoryID, to recipient: RecipientID, sources: Int) throws {
        try db.cachedStatement(
            sql: "INSERT OR REPLACE INTO storyUpdate (recipientID, eventID, sourceCount, queuedAt) VALUES (?, ?, ?, ?)"
        )
        .execute(arguments: [recipient, event, sources, seconds])
    }

    /// The updates of an event become those of an older one that it turned out to belong to.
    static func moveUpdates(of event: StoryID, to older: StoryID, in db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO storyUpdate (recipientID, eventID, sourceCount, queuedAt)
                SELECT recipientID, ?, sourceCount, queuedAt FROM storyUpdate WHERE eventID = ?
                ON CONFLICT DO UPDATE SET sourceCount = max(sourceCount, excluded.sourceCount),
                    queuedAt = max(queuedAt, excluded.queuedAt)
                """
        )
        .execute(arguments: [older, event])
        try db.cachedStatement(sql: "DELETE FROM storyUpdate WHERE eventID = ?").execute(arguments: [event])
    }

    /// The target was sent what the source was sent.
    func mergeUpdates(of source: RecipientID, into target: RecipientID) throws {
        try db.execute(
            sql: """
                INSERT INTO storyUpdate (recipientID, eventID, sourceCount, queuedAt)
                SELECT :target, eventID, sourceCount, queuedAt FROM storyUpdate WHERE recipientID = :source
                ON CONFLICT DO UPDATE SET sourceCount = max(sourceCount, excluded.sourceCount),
                    queuedAt = max(queuedAt, excluded.queuedAt)
                """,
            arguments: ["source": source, "target": target]
        )
    }
}
