import GRDB
import NewsModel

/// A story and the stories merged with it.
///
/// If one was told to a recipient, all were.
struct StoryFamily: Hashable {
    let root: StoryID
    /// The root first.
    let stories: [StoryID]

    /// A queued delivery of the story.
    struct Waiting {
        var delivery: DeliveryID
        var rank: Int
    }

    /// SQL: the root of a story, which is the oldest of those merged with it.
    ///
    /// Nearly all stories are their own root. The index `storyMerged` contains only the others.
    static func root(of story: String) -> String {
        """
        coalesce((SELECT merged.sameAs FROM story AS merged INDEXED BY storyMerged
            WHERE merged.id = \(story) AND merged.sameAs IS NOT NULL), \(story))
        """
    }

    /// SQL: the stories merged under a root, including the root.
    static func members(of root: String) -> String {
        "(SELECT \(root) UNION ALL SELECT member.id FROM story AS member WHERE member.sameAs = \(root))"
    }

    init(of story: StoryID, in db: Database) throws {
        let root = try StoryID.fetchOne(
            db.cachedStatement(sql: "SELECT coalesce(sameAs, id) FROM story WHERE id = ?"),
            arguments: [story]
        )
        self.root = root ?? story
        let others = try StoryID.fetchAll(
            db.cachedStatement(sql: "SELECT id FROM story WHERE sameAs = ?"),
            arguments: [self.root]
        )
        stories = [self.root] + others
    }

    /// Merges two stories that are the same news: the older one is the root of both from now on.
    ///
    /// Told rows are not moved: a family finds them under both.
    static func merge(_ one: StoryID, _ other: StoryID, in db: Database) throws {
        let first = try StoryFamily(of: one, in: db).root
        let second = try StoryFamily(of: other, in: db).root
        guard first != second else { return }
        let ids: StatementArguments = ["older": min(first, second), "younger": max(first, second)]
        try StoryEvents(db: db).join(first, second)
        // `sameAs` always names the root itself, so that one step is enough.
        try db.execute(sql: "UPDATE story SET sameAs = :older WHERE id = :younger OR sameAs = :younger", arguments: ids)
        // Read marks are stored under the root: if either story was read, both are.
        try db.execute(
            sql: """
                INSERT INTO readMark (profileID, storyID, isRead, markedAt)
                SELECT profileID, :older, isRead, markedAt FROM readMark WHERE storyID = :younger
                ON CONFLICT DO UPDATE SET isRead = max(isRead, excluded.isRead)
                """,
            arguments: ids
        )
        try db.execute(sql: "DELETE FROM readMark WHERE storyID = ?", arguments: [max(first, second)])
    }

    /// Whether the story is told to a recipient; false if the only deliveries of it have failed.
    func wasTold(to recipient: RecipientID, in db: Database) throws -> Bool {
        let isTold = try db.cachedStatement(sql: "SELECT 1 FROM told WHERE recipientID = ? AND storyID = ?")
        let deliveries = try db.cachedStatement(
            sql: "SELECT DISTINCT state FROM delivery WHERE recipientID = ? AND storyID = ? AND kind = 'news'"
        )
        var hasToldRow = false
        var states: Set<DeliveryState> = []
        for story in stories {
            if try Row.fetchOne(isTold, arguments: [recipient, story]) != nil { hasToldRow = true }
            states.formUnion(try DeliveryState.fetchAll(deliveries, arguments: [recipient, story]))
        }
        return hasToldRow && !(states.contains(.failed) && states.isDisjoint(with: DeliveryState.countsAsSent))
    }

    func waitingDelivery(of recipient: RecipientID, in db: Database) throws -> Waiting? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT id, isUrgent, \(Ledger.isOfAlert)
                FROM delivery WHERE recipientID = ? AND storyID = ? AND state = 'queued' AND kind = 'news'
                """
        )
        for story in stories {
            guard let row = try Row.fetchOne(statement, arguments: [recipient, story]) else { continue }
            let rank = row[1] ? 2 : row[2] ? 1 : 0
            return Waiting(delivery: row[0], rank: rank)
        }
        return nil
    }
}
