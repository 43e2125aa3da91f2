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

    /// What is known of articles counts, too: their analyses and places.
    static let factBytes = """
        ALTER TABLE article ADD COLUMN factBytes INTEGER NOT NULL DEFAULT 0;
        DROP TRIGGER articleCountedGone;
        DROP TRIGGER articleCountedChanged;
        UPDATE article SET factBytes = \(placeOverhead)
                * (SELECT count(*) FROM articlePlace WHERE articlePlace.articleID = article.id)
            + coalesce((SELECT \(analysisSize) FROM articleAnalysis WHERE articleID = article.id), 0);
        UPDATE feed SET bytes = bytes + (SELECT coalesce(sum(factBytes), 0) FROM article WHERE feedID = feed.id);
        CREATE TRIGGER articleCountedGone AFTER DELETE ON article BEGIN
            UPDATE feed SET bytes = bytes - \(size("OLD")) - OLD.bodyBytes - OLD.factBytes WHERE id = OLD.feedID;
        END;
        CREATE TRIGGER articleCountedChanged AFTER UPDATE OF feedID, title, url, summary, author, tags, imageURL, attachment,
            bodyBytes, factBytes ON article BEGIN
            UPDATE feed SET bytes = bytes - \(size("OLD")) - OLD.bodyBytes - OLD.factBytes WHERE id = OLD.feedID;
            UPDATE feed SET bytes = bytes + \(size("NEW")) + NEW.bodyBytes + NEW.factBytes WHERE id = NEW.feedID;
        END;
        """

    /// Approximate bytes of a row beside its texts: its numbers and index entries.
    static let analysisOverhead = 40
    static let placeOverhead = 40

    /// SQL: the bytes of a row of `articleAnalysis`.
    static let analysisSize: String = {
        let columns = ["language", "keyphrases", "things", "numbers", "sport", "topic"]
        return "(\(analysisOverhead) + \(columns.map { octets("articleAnalysis.\($0)") }.joined(separator: " + ")))"
    }()
}
