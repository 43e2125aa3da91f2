import GRDB
import NewsModel

/// Stories that somebody's own feed tells under the link or title of an article, and that are not one with its story.
///
/// `StoryFinder` keeps them apart, because nobody's feed makes two stories one for everybody. For those who follow that
/// feed they are: who was told the one has been told the other.
struct ChainedStories {
    /// So many of the newest are looked at for each link or title.
    private static let most = 8
    private var told: [Int64: StoryFamily] = [:]

    init(of article: Article, in db: Database) throws {
        // What a feed has said before is the name of a column.
        let keys = try db.cachedStatement(
            sql: """
                SELECT kind, key, publishedAt FROM storyKey AS own WHERE storyID = ? AND feedID = ?
                    AND NOT EXISTS (SELECT 1 FROM storyKey AS earlier WHERE earlier.kind = own.kind
                        AND earlier.key = own.key AND earlier.feedID = own.feedID AND earlier.storyID <> own.storyID)
                """
        )
        for row in try Row.fetchAll(keys, arguments: [article.storyID.rawValue, article.feedID.rawValue]) {
            try look(under: row["kind"], row["key"], published: row["publishedAt"], article, db)
        }
    }

    /// What a recipient has been told instead of an article's story; nil when nothing of it.
    func family(toldTo recipient: Int64) -> StoryFamily? { told[recipient] }

    private mutating func look(
        under kind: String,
        _ key: String,
        published: Int64,
        _ article: Article,
        _ db: Database
    ) throws {
        let chained = try db.cachedStatement(
            sql: """
                SELECT DISTINCT known.feedID, coalesce(story.sameAs, story.id) AS storyID FROM (
                    SELECT storyID, feedID, publishedAt FROM storyKey WHERE kind = :kind AND key = :key
                    ORDER BY storyID DESC LIMIT \(StoryFinder.mostLookedAt)
                ) AS known JOIN story ON story.id = known.storyID
                WHERE known.feedID <> :feed AND known.storyID <> :story
                    AND (:kind = 'link' OR abs(known.publishedAt - :published) <= \(StoryFinder.titleWindow))
                    AND NOT EXISTS (SELECT 1 FROM article
                        WHERE article.storyID = coalesce(story.sameAs, story.id) AND article.feedID = :feed)
                LIMIT \(Self.most)
                """
        )
        let followers = try db.cachedStatement(sql: "SELECT recipientID FROM subscription WHERE feedID = ?")
        let arguments: StatementArguments = [
            "kind": kind, "key": key, "published": published, "feed": article.feedID.rawValue,
            "story": article.storyID.rawValue,
        ]
        for row in try Row.fetchAll(chained, arguments: arguments) {
            let family = try StoryFamily(of: StoryID(rawValue: row["storyID"]), in: db)
            for recipient in try Int64.fetchAll(followers, arguments: [row["feedID"] as Int64])
            where try told[recipient] == nil && family.wasHeard(by: recipient, in: db) {
                told[recipient] = family
            }
        }
    }
}
