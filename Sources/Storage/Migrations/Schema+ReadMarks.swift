extension Schema {
    /// Read marks of single stories, separate from the reading history.
    ///
    /// `isRead` 0 marks a story as unread, even if its whole feed is marked as read (`subscription.unreadSince`).
    /// Before this migration the reading history was used instead. The index `storyMerged` contains the few stories
    /// that were merged into an older one.
    static let readMarks = """
        CREATE TABLE readMark (
            profileID INTEGER NOT NULL REFERENCES profile(id) ON DELETE CASCADE,
            storyID INTEGER NOT NULL REFERENCES story(id) ON DELETE CASCADE,
            isRead INTEGER NOT NULL CHECK (isRead IN (0, 1)),
            markedAt INTEGER NOT NULL,
            PRIMARY KEY (profileID, storyID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX readMarkByStory ON readMark(storyID);
        CREATE INDEX readMarkUnread ON readMark(profileID) WHERE isRead = 0;
        INSERT INTO readMark (profileID, storyID, isRead, markedAt)
        SELECT reading.profileID, coalesce(story.sameAs, story.id), 1, max(reading.readAt)
        FROM reading JOIN story ON story.id = reading.storyID GROUP BY 1, 2;

        CREATE INDEX storyMerged ON story(id, sameAs) WHERE sameAs IS NOT NULL;
        """
}
