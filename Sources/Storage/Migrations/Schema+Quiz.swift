extension Schema {
    /// What a place was asked, by story and a hash of the answer, in place of the articles; and what people found wrong.
    static let quizAsked = """
        CREATE TABLE quizAsked (
            recipientID INTEGER NOT NULL REFERENCES recipient(id) ON DELETE CASCADE,
            storyID INTEGER NOT NULL,
            answer INTEGER NOT NULL,
            askedAt INTEGER NOT NULL,
            PRIMARY KEY (recipientID, storyID, answer)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX quizAskedByTime ON quizAsked(askedAt);

        INSERT OR IGNORE INTO quizAsked (recipientID, storyID, answer, askedAt)
            SELECT recipientID, coalesce(story.eventID, story.id), 0, usedAt FROM quizQuestionUsed
                JOIN article ON article.id = articleID JOIN story ON story.id = article.storyID;
        DROP TABLE quizQuestionUsed;

        CREATE TABLE quizReport (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            profileID INTEGER NOT NULL REFERENCES profile(id) ON DELETE CASCADE,
            question TEXT NOT NULL,
            url TEXT,
            reason TEXT NOT NULL,
            reportedAt INTEGER NOT NULL,
            UNIQUE (profileID, question)
        ) STRICT;
        """
}
