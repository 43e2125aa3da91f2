import GRDB
import NewsModel

extension ListedArticle {
    /// An article with what a list says about it to the recipient `:recipient`.
    ///
    /// CROSS JOIN keeps SQLite at the reader's own few alerts: an article may match a hundred thousand others.
    static let columns = """
        article.*, coalesce(subscription.name, feed.name) AS feedName,
        coalesce(subscription.category, feed.category) AS feedCategory,
        (SELECT count(DISTINCT other.feedID) FROM article AS other
            WHERE other.storyID = article.storyID AND other.feedID <> article.feedID) AS otherSourceCount,
        EXISTS (SELECT 1 FROM titlesOnlyHost WHERE titlesOnlyHost.host = feed.host) AS isTitlesOnly,
        EXISTS (SELECT 1 FROM alert CROSS JOIN alertMatch ON alertMatch.alertID = alert.id
            WHERE alert.recipientID = :recipient AND alertMatch.articleID = article.id) AS isAlerted,
        EXISTS (SELECT 1 FROM reading
            WHERE reading.profileID = :recipient AND reading.storyID = article.storyID) AS isRead
        """

    init(row: Row) {
        let isTitlesOnly: Bool = row["isTitlesOnly"]
        var article = Article(row: row)
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
            isTitlesOnly: isTitlesOnly
        )
    }

    static func find(_ id: ArticleID, for recipient: RecipientID?, in db: Database) throws -> ListedArticle? {
        try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT \(columns) FROM article JOIN feed ON feed.id = article.feedID
                    LEFT JOIN subscription ON subscription.recipientID = :recipient
                        AND subscription.feedID = article.feedID
                    WHERE article.id = :article
                    """
            ),
            arguments: ["recipient": recipient?.rawValue, "article": id.rawValue]
        ).map(ListedArticle.init(row:))
    }
}
