import Foundation
import GRDB
import NewsModel

extension ListedArticle {
    /// An article with what a list says about it to the recipient `:recipient`; other sources are those they may see.
    ///
    /// CROSS JOIN keeps SQLite at the reader's own few alerts: an article may match a hundred thousand others.
    static let columns = """
        article.*, coalesce(subscription.name, feed.name) AS feedName,
        coalesce(subscription.category, feed.category) AS feedCategory,
        (SELECT count(DISTINCT other.feedID) FROM article AS other JOIN feed AS theirs ON theirs.id = other.feedID
            WHERE other.storyID = article.storyID AND other.feedID <> article.feedID
                AND \(Sight.isSeen("theirs"))) AS otherSourceCount,
        (subscription.id IS NOT NULL OR \(Sight.isPublic("feed"))) AS isOpen,
        (SELECT secret FROM storyNaming) AS namingSecret,
        EXISTS (SELECT 1 FROM titlesOnlyHost WHERE titlesOnlyHost.host = feed.host) AS isTitlesOnly,
        EXISTS (SELECT 1 FROM alert CROSS JOIN alertMatch ON alertMatch.alertID = alert.id
            WHERE alert.recipientID = :recipient AND alertMatch.articleID = article.id) AS isAlerted,
        EXISTS (SELECT 1 FROM reading
            WHERE reading.profileID = :recipient AND reading.storyID = article.storyID) AS isRead
        """

    private init(_ whole: Article, row: Row) {
        let isTitlesOnly: Bool = row["isTitlesOnly"]
        var article = whole
        if isTitlesOnly {
            // What may not be shown does not leave the store.
            article.summary = ""
            article.imageURL = nil
            article.attachment = nil
        }
        self.init(
            article: article,
            feedName: row["feedName"],
            category: row["feedCategory"],
            otherSourceCount: row["otherSourceCount"],
            isAlerted: row["isAlerted"],
            isRead: row["isRead"],
            isTitlesOnly: isTitlesOnly,
            storyName: StoryNaming(secret: row["namingSecret"] as Data).name(for: article.storyID)
        )
    }

    /// Nil when it is gone or not to be seen.
    static func find(_ id: ArticleID, in sight: Sight, _ db: Database) throws -> ListedArticle? {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT \(columns) FROM article JOIN feed ON feed.id = article.feedID
                    LEFT JOIN subscription ON subscription.recipientID = :recipient
                        AND subscription.feedID = article.feedID
                    WHERE article.id = :article
                    """
            ),
            arguments: ["recipient": sight.reader?.rawValue, "article": id.rawValue]
        )
        guard let row else { return nil }
        let article = Article(row: row)
        return try sight.sees(article, isOpen: row["isOpen"], in: db) ? ListedArticle(article, row: row) : nil
    }
}
