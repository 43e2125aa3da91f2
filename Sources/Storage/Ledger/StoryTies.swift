import GRDB
import NewsModel

/// Which feeds' articles share a link or headline with one feed's article in a story.
///
/// A story may hold articles that have nothing in common but a third one between them. Where that is a feed of
/// strangers, it has no say in what a recipient has heard already.
struct StoryTies {
    private let feeds: [Int64]
    private let hasHouseFeed: Bool
    private let family: StoryFamily

    init(of feed: FeedID, in family: StoryFamily, _ db: Database) throws {
        self.family = family
        let statement = try db.cachedStatement(
            sql: """
                SELECT DISTINCT other.feedID FROM storyKey AS own
                JOIN storyKey AS other ON other.kind = own.kind AND other.key = own.key AND other.storyID = ?2
                WHERE own.storyID = ?1 AND own.feedID = ?3 AND other.feedID <> ?3
                """
        )
        var feeds: Set<Int64> = []
        for own in family.stories {
            for other in family.stories {
                feeds.formUnion(
                    try Int64.fetchAll(statement, arguments: [own.rawValue, other.rawValue, feed.rawValue])
                )
            }
        }
        self.feeds = feeds.sorted()
        let isHouse = try db.cachedStatement(sql: "SELECT 1 FROM feed WHERE id = ? AND isHouse = 1")
        hasHouseFeed = try feeds.contains { try Row.fetchOne(isHouse, arguments: [$0]) != nil }
    }

    /// Whether one of them is of the house selection, followed by a recipient, or was sent to them.
    func reach(_ recipient: Int64, in db: Database) throws -> Bool {
        if hasHouseFeed { return true }
        guard !feeds.isEmpty else { return false }
        let follows = try db.cachedStatement(
            sql: """
                SELECT 1 FROM subscription WHERE recipientID = ? AND feedID IN (SELECT value FROM json_each(?)) LIMIT 1
                """
        )
        let list = "[" + feeds.map(String.init).joined(separator: ",") + "]"
        if try Row.fetchOne(follows, arguments: [recipient, list]) != nil { return true }
        let sent = try db.cachedStatement(
            sql: """
                SELECT article.feedID FROM delivery JOIN article ON article.id = delivery.articleID
                WHERE delivery.recipientID = ? AND delivery.storyID = ?
                """
        )
        return try family.stories.contains { story in
            try Int64.fetchAll(sent, arguments: [recipient, story.rawValue]).contains { feeds.contains($0) }
        }
    }
}
