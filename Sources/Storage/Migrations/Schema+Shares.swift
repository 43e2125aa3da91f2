extension Schema {
    /// Who brought a feed in, and what it takes of the disk; triggers count, so that no way of writing is forgotten.
    ///
    /// `bytes` are the words of its articles, their texts and its keys. Feeds of before were brought in by nobody.
    /// `unfollowedAt` is when it was first seen without a follower. `newCount` are the articles that were new on
    /// `newDay`, and `leftOutCount` those that were too many on `leftOutDay` (days since 1970, UTC).
    static let shares = """
        ALTER TABLE feed ADD COLUMN broughtBy INTEGER REFERENCES profile(id) ON DELETE SET NULL;
        ALTER TABLE feed ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE feed ADD COLUMN unfollowedAt INTEGER;
        ALTER TABLE feed ADD COLUMN newDay INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE feed ADD COLUMN newCount INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE feed ADD COLUMN leftOutDay INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE feed ADD COLUMN leftOutCount INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX feedByBringer ON feed(broughtBy) WHERE broughtBy IS NOT NULL;

        ALTER TABLE mute ADD COLUMN createdBy INTEGER REFERENCES profile(id) ON DELETE SET NULL;
        CREATE INDEX muteByCreator ON mute(createdBy) WHERE createdBy IS NOT NULL;

        ALTER TABLE article ADD COLUMN bodyBytes INTEGER NOT NULL DEFAULT 0;
        UPDATE article SET bodyBytes = (SELECT \(octets("text")) FROM articleBody WHERE articleID = article.id)
        WHERE id IN (SELECT articleID FROM articleBody WHERE text IS NOT NULL);
        UPDATE feed SET bytes =
            (SELECT coalesce(sum(\(size("article")) + bodyBytes), 0) FROM article WHERE feedID = feed.id)
            + (SELECT coalesce(sum(\(keySize("articleKey"))), 0) FROM articleKey WHERE feedID = feed.id);

        CREATE TRIGGER bodyCountedNew AFTER INSERT ON articleBody WHEN NEW.text IS NOT NULL BEGIN
            UPDATE article SET bodyBytes = \(octets("NEW.text")) WHERE id = NEW.articleID;
        END;
        CREATE TRIGGER bodyCountedChanged AFTER UPDATE OF text ON articleBody BEGIN
            UPDATE article SET bodyBytes = \(octets("NEW.text")) WHERE id = NEW.articleID;
        END;
        CREATE TRIGGER bodyCountedGone AFTER DELETE ON articleBody BEGIN
            UPDATE article SET bodyBytes = 0 WHERE id = OLD.articleID;
        END;
        CREATE TRIGGER articleCountedNew AFTER INSERT ON article BEGIN
            UPDATE feed SET bytes = bytes + \(size("NEW")) + NEW.bodyBytes WHERE id = NEW.feedID;
        END;
        CREATE TRIGGER articleCountedGone AFTER DELETE ON article BEGIN
            UPDATE feed SET bytes = bytes - \(size("OLD")) - OLD.bodyBytes WHERE id = OLD.feedID;
        END;
        CREATE TRIGGER articleCountedChanged AFTER UPDATE OF feedID, title, url, summary, author, tags, imageURL, attachment,
            bodyBytes ON article BEGIN
            UPDATE feed SET bytes = bytes - \(size("OLD")) - OLD.bodyBytes WHERE id = OLD.feedID;
            UPDATE feed SET bytes = bytes + \(size("NEW")) + NEW.bodyBytes WHERE id = NEW.feedID;
        END;
        CREATE TRIGGER keyCountedNew AFTER INSERT ON articleKey BEGIN
            UPDATE feed SET bytes = bytes + \(keySize("NEW")) WHERE id = NEW.feedID;
        END;
        CREATE TRIGGER keyCountedGone AFTER DELETE ON articleKey BEGIN
            UPDATE feed SET bytes = bytes - \(keySize("OLD")) WHERE id = OLD.feedID;
        END;
        """

    /// Bytes a row takes beside its words, roughly: its numbers and its places in indexes.
    private static let articleOverhead = 100
    private static let keyOverhead = 30

    private static func octets(_ column: String) -> String { "coalesce(length(CAST(\(column) AS BLOB)), 0)" }

    private static func size(_ row: String) -> String {
        let columns = ["title", "url", "summary", "author", "tags", "imageURL", "attachment"]
        return "(\(articleOverhead) + \(columns.map { octets("\(row).\($0)") }.joined(separator: " + ")))"
    }

    private static func keySize(_ row: String) -> String { "(\(keyOverhead) + \(octets("\(row).key")))" }
}
