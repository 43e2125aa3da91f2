extension Schema {
    /// The readable texts of articles, beside the rows that lists go through.
    static let articleBodies = """
        CREATE TABLE articleBody (
            articleID INTEGER PRIMARY KEY REFERENCES article(id) ON DELETE CASCADE,
            source TEXT NOT NULL CHECK (source IN ('feed', 'page', 'none')),
            byline TEXT,
            language TEXT,
            imageURL TEXT,
            failure TEXT,
            fetchedAt INTEGER NOT NULL,
            retryAt INTEGER,
            etag TEXT,
            lastModified TEXT,
            text TEXT,
            CHECK ((source = 'none') = (text IS NULL))
        ) STRICT;
        """

    /// What people keep.
    ///
    /// The missing ON DELETE is meant: a saved article cannot be deleted.
    static let savedArticles = """
        CREATE TABLE savedArticle (
            profileID INTEGER NOT NULL REFERENCES profile(id) ON DELETE CASCADE,
            articleID INTEGER NOT NULL REFERENCES article(id),
            note TEXT,
            tags TEXT,
            savedAt INTEGER NOT NULL,
            PRIMARY KEY (profileID, articleID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX savedArticleByTime ON savedArticle(profileID, savedAt);
        CREATE INDEX savedArticleByArticle ON savedArticle(articleID);
        """
}
