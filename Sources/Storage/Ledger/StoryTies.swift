import GRDB
import NewsModel

/// Which articles of a story share a link or headline with one feed's article, and which do not.
///
/// A story may hold articles that have nothing in common but a third one between them. Where that is a feed of
/// strangers, it has no say in what a recipient has heard already.
struct StoryTies {
    private struct Feeds {
        var ids: Set<Int64>
        var hasHouseFeed: Bool
    }

    private let tied: Feeds
    private let untied: Feeds
    private let family: StoryFamily

    init(of feed: FeedID, in family: StoryFamily, _ db: Database) throws {
        self.family = family
        let shared = try db.cachedStatement(
            sql: """
                SELECT DISTINCT other.feedID FROM storyKey AS own
                JOIN storyKey AS other ON other.kind = own.kind AND other.key = own.key AND other.storyID = ?2
                WHERE own.storyID = ?1 AND own.feedID = ?3 AND other.feedID <> ?3
                """
        )
        let every = try db.cachedStatement(sql: "SELECT feedID FROM article WHERE storyID = ? AND feedID <> ?")
        var (tied, all): (Set<Int64>, Set<Int64>) = ([], [])
        for own in family.stories {
            all.formUnion(try Int64.fetchAll(every, arguments: [own.rawValue, feed.rawValue]))
            for other in family.stories {
                tied.formUnion(try Int64.fetchAll(shared, arguments: [own.rawValue, other.rawValue, feed.rawValue]))
            }
        }
        let isHouse = try db.cachedStatement(sql: "SELECT 1 FROM feed WHERE id = ? AND isHouse = 1")
        func feeds(_ ids: Set<Int64>) throws -> Feeds {
            try Feeds(ids: ids, hasHouseFeed: ids.contains { try Row.fetchOne(isHouse, arguments: [$0]) != nil })
        }
        self.tied = try feeds(tied)
        untied = try feeds(all.subtracting(tied))
    }

    /// Whether a recipient who was told the story heard something else, that only strangers' feeds join with this.
    ///
    /// What they hear is the house selection, the feeds they follow, and what was sent to them.
    func areStrangers(to recipient: Int64, in db: Database) throws -> Bool {
        try !hears(tied, recipient, in: db) && hears(untied, recipient, in: db)
    }

    private func hears(_ feeds: Feeds, _ recipient: Int64, in db: Database) throws -> Bool {
        if feeds.hasHouseFeed { return true }
        guard !feeds.ids.isEmpty else { return false }
        let follows = try db.cachedStatement(
            sql: """
                SELECT 1 FROM subscription WHERE recipientID = ? AND feedID IN (SELECT value FROM json_each(?)) LIMIT 1
                """
        )
        let list = "[" + feeds.ids.map(String.init).joined(separator: ",") + "]"
        if try Row.fetchOne(follows, arguments: [recipient, list]) != nil { return true }
        let sent = try db.cachedStatement(
            sql: """
                SELECT article.feedID FROM delivery JOIN article ON article.id = delivery.articleID
                WHERE delivery.recipientID = ? AND delivery.storyID = ?
                """
        )
        return try family.stories.contains { story in
            try Int64.fetchAll(sent, arguments: [recipient, story.rawValue]).contains(where: feeds.ids.contains)
        }
    }
}
