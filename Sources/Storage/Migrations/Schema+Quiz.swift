extension Schema {
    /// What a place was asked, by story and a hash of the answer, in place of the articles; and what people found
    /// wrong.
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

    /// What a round has still to say outlives its end; a score has its player's day and how many questions there were.
    ///
    /// Days of older scores are those of UTC: day 20,088 after 1970-01-01 is 2024-12-31.
    static let quizDays = """
        ALTER TABLE quizRound ADD COLUMN lineCount INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX quizRoundUnfinished ON quizRound(id) WHERE state <> '';
        ALTER TABLE quizScore ADD COLUMN dayNumber INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE quizScore ADD COLUMN questionCount INTEGER NOT NULL DEFAULT 0;
        UPDATE quizScore SET dayNumber =
            (SELECT coalesce(endedAt, startedAt) / 86400 - 20088 FROM quizRound WHERE id = roundID);
        UPDATE quizScore SET profileID = own.profileID
            FROM (SELECT network || ':' || account AS playerKey, profileID FROM identity) AS own
            WHERE quizScore.profileID IS NULL AND own.playerKey = quizScore.playerKey;
        """
}
