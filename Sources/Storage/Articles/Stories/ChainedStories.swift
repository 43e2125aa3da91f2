import GRDB
import NewsModel

/// Stories that share a link or title with an article through a private feed, and were not merged with its story.
///
/// `StoryFinder` does not merge them, because a private feed must not merge stories for everybody. For the followers of
/// that feed they count as one: if one was told, so was the other.
struct ChainedStories {
    /// The number of newest stories that are checked for each link or title.
    private static let most = 8
    private var told: [RecipientID: StoryFamily] = [:]

    init(of article: Article, in db: Database) throws {
        // A key that the feed has used before is the name of a column, not a headline.
        // By itself SQLite would read all keys of the feed.
        let keys = try db.cachedStatement(
            sql: """
                SELECT key, isTitle, publishedAt FROM storyKey AS own INDEXED BY storyKeyByStory
                WHERE storyID = ? AND feedID = ?
                    AND NOT EXISTS (SELECT 1 FROM storyKey AS earlier WHERE earlier.key = own.key
                        AND earlier.feedID = own.feedID AND earlier.storyID <> own.storyID)
                """
        )
        for row in try Row.fetchAll(keys, arguments: [article.storyID, article.feedID]) {
            try look(under: row[0], isTitle: row[1], published: row[2], article, db)
        }
    }

    /// The story that the recipient was told instead of the article's; nil when there is none.
    func family(toldTo recipient: RecipientID) -> StoryFamily? { told[recipient] }

    private mutating func look(
        under key: Int64,
        isTitle: Bool,
        published: Int64,
        _ article: Article,
        _ db: Database
    ) throws {
        let near = "AND abs(known.publishedAt - :published) <= \(StoryFinder.titleWindow)"
        let chained = try db.cachedStatement(
            sql: """
                SELECT DISTINCT known.feedID, coalesce(story.sameAs, story.id) FROM (
                    SELECT storyID, feedID, publishedAt FROM storyKey WHERE key = :key
                    ORDER BY storyID DESC LIMIT \(StoryFinder.mostLookedAt)
                ) AS known JOIN story ON story.id = known.storyID
                WHERE known.feedID <> :feed AND known.storyID <> :story \(isTitle ? near : "")
                    AND NOT EXISTS (SELECT 1 FROM article
                        WHERE article.storyID = coalesce(story.sameAs, story.id) AND article.feedID = :feed)
                LIMIT \(Self.most)
                """
        )
        let followers = try db.cachedStatement(sql: "SELECT recipientID FROM subscription WHERE feedID = ?")
        let arguments: StatementArguments = [
            "key": key, "published": published, "feed": article.feedID, "story": article.storyID,
        ]
        for row in try Row.fetchAll(chained, arguments: arguments) {
            let family = try StoryFamily(of: row[1], in: db)
            for recipient in try RecipientID.fetchAll(followers, arguments: [row[0] as FeedID])
            where try told[recipient] == nil && family.wasTold(to: recipient, in: db) {
                told[recipient] = family
            }
        }
    }
}
