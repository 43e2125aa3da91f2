extension Schema {
    /// Counters that show whether a copy in memory is outdated; read inside the transaction that relies on it.
    static let changeCounters = """
        CREATE TABLE changeCounter (
            name TEXT PRIMARY KEY,
            value INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        INSERT INTO changeCounter VALUES ('alerts', 0), ('subscriptions', 0), ('feeds', 0);

        CREATE TRIGGER alertAdded AFTER INSERT ON alert BEGIN
            UPDATE changeCounter SET value = value + 1 WHERE name = 'alerts';
        END;
        CREATE TRIGGER alertRemoved AFTER DELETE ON alert BEGIN
            UPDATE changeCounter SET value = value + 1 WHERE name = 'alerts';
        END;
        CREATE TRIGGER alertChanged AFTER UPDATE OF query, isOn ON alert BEGIN
            UPDATE changeCounter SET value = value + 1 WHERE name = 'alerts';
        END;
        CREATE TRIGGER subscriptionAdded AFTER INSERT ON subscription BEGIN
            UPDATE changeCounter SET value = value + 1 WHERE name = 'subscriptions';
        END;
        CREATE TRIGGER subscriptionRemoved AFTER DELETE ON subscription BEGIN
            UPDATE changeCounter SET value = value + 1 WHERE name = 'subscriptions';
        END;
        CREATE TRIGGER subscriptionChanged AFTER UPDATE OF pause, category, addressID ON subscription BEGIN
            UPDATE changeCounter SET value = value + 1 WHERE name = 'subscriptions';
        END;
        CREATE TRIGGER feedAdded AFTER INSERT ON feed BEGIN
            UPDATE changeCounter SET value = value + 1 WHERE name = 'feeds';
        END;
        CREATE TRIGGER feedRemoved AFTER DELETE ON feed BEGIN
            UPDATE changeCounter SET value = value + 1 WHERE name = 'feeds';
        END;
        CREATE TRIGGER feedChanged AFTER UPDATE OF url, name, category, isHouse ON feed BEGIN
            UPDATE changeCounter SET value = value + 1 WHERE name = 'feeds';
        END;
        """

    /// Who added a feed and how many bytes it uses; triggers count, so that every write is covered.
    ///
    /// `bytes` counts the texts and keys of its articles. Older feeds have no `broughtBy`. `unfollowedAt` is when it
    /// was first found without a follower. `newCount` is the number of new articles on `newDay`, and `leftOutCount` the
    /// number beyond the limit on `leftOutDay` (days since 1970, UTC).
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

    /// Approximate bytes of a row beside its texts: its numbers and index entries.
    static let articleOverhead = 100
    static let keyOverhead = 30

    static func octets(_ column: String) -> String { "coalesce(length(CAST(\(column) AS BLOB)), 0)" }

    static func size(_ row: String) -> String {
        let columns = ["title", "url", "summary", "author", "tags", "imageURL", "attachment"]
        return "(\(articleOverhead) + \(columns.map { octets("\(row).\($0)") }.joined(separator: " + ")))"
    }

    static func keySize(_ row: String) -> String { "(\(keyOverhead) + \(octets("\(row).key")))" }

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
