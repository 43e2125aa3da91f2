import GRDB
import NewsModel

/// A story and the stories merged with it.
///
/// If one was told to a recipient, all were.
struct StoryFamily {
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
                SELECT id, isUrgent, EXISTS (SELECT 1 FROM deliveryReason
                    WHERE deliveryID = delivery.id AND kind = 'alert') AS isAlert
                FROM delivery WHERE recipientID = ? AND storyID = ? AND state = 'queued' AND kind = 'news'
                """
        )
        for story in stories {
            guard let row = try Row.fetchOne(statement, arguments: [recipient, story]) else { continue }
            let rank = row["isUrgent"] ? 2 : row["isAlert"] ? 1 : 0
            return Waiting(delivery: row["id"], rank: rank)
        }
        return nil
    }
}
