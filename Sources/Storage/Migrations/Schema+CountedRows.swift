extension Schema {
    /// The bytes of a document's new rows are added once (`FeedBytes`), not by a trigger for each row.
    ///
    /// The triggers of `shares` still count changes and deletions.
    static let countedRows = """
        DROP TRIGGER articleCountedNew;
        DROP TRIGGER keyCountedNew;
        DROP TRIGGER bodyCountedNew;
        CREATE TRIGGER bodyCountedNew AFTER INSERT ON articleBody WHEN NEW.text IS NOT NULL
            AND length(CAST(NEW.text AS BLOB)) <> (SELECT bodyBytes FROM article WHERE id = NEW.articleID)
        BEGIN
            UPDATE article SET bodyBytes = length(CAST(NEW.text AS BLOB)) WHERE id = NEW.articleID;
        END;
        """
}
