extension Schema {
    /// The feeds of articles, many on a page: a search asks for those of thousands, and the articles themselves are
    /// long.
    static let feedsOfArticles = "CREATE INDEX feedOfArticle ON article(id, feedID)"

    /// The full-text index of texts that somebody has read or saved, and which texts are in it.
    ///
    /// There is deliberately no foreign key: it would delete the row before the trigger asks for it.
    static let readTexts = """
        CREATE VIRTUAL TABLE readText USING fts5(
            text, content='articleBody', content_rowid='articleID', tokenize='articleWords'
        );
        CREATE TABLE indexedText (articleID INTEGER PRIMARY KEY) STRICT;
        CREATE TRIGGER readTextDelete AFTER DELETE ON articleBody
        WHEN EXISTS (SELECT 1 FROM indexedText WHERE articleID = OLD.articleID) BEGIN
            INSERT INTO readText(readText, rowid, text) VALUES ('delete', OLD.articleID, OLD.text);
            DELETE FROM indexedText WHERE articleID = OLD.articleID;
        END;
        CREATE TRIGGER readTextUpdate AFTER UPDATE OF text ON articleBody
        WHEN EXISTS (SELECT 1 FROM indexedText WHERE articleID = OLD.articleID) BEGIN
            INSERT INTO readText(readText, rowid, text) VALUES ('delete', OLD.articleID, OLD.text);
            INSERT INTO readText(rowid, text) VALUES (NEW.articleID, NEW.text);
        END;
        INSERT INTO readText(rowid, text)
            SELECT articleID, text FROM articleBody WHERE source = 'page' AND text IS NOT NULL ORDER BY articleID;
        INSERT INTO indexedText SELECT articleID FROM articleBody WHERE source = 'page' AND text IS NOT NULL;
        """
}
