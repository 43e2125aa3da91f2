import GRDB
import NewsModel

/// A story with those found out later to be the same: whoever was told one was told all.
struct StoryFamily {
    let root: StoryID
    private let members: [Int64]

    var stories: [StoryID] { members.map(StoryID.init(rawValue:)) }

    /// A story that was told and is still waiting to be sent.
    struct Waiting {
        var delivery: Int64
        var rank: Int
    }

    init(of story: StoryID, in db: Database) throws {
        let root = try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT coalesce(sameAs, id) FROM story WHERE id = ?"),
            arguments: [story.rawValue]
        )
        self.root = StoryID(rawValue: root ?? story.rawValue)
        let others = try Int64.fetchAll(
            db.cachedStatement(sql: "SELECT id FROM story WHERE sameAs = ?"),
            arguments: [self.root.rawValue]
        )
        members = [self.root.rawValue] + others
    }

    /// Records that a recipient is told; false when it was told before, under any name.
    func tell(_ recipient: Int64, in db: Database) throws -> Bool {
        let isTold = try db.cachedStatement(sql: "SELECT 1 FROM told WHERE recipientID = ? AND storyID = ?")
        for other in members.dropFirst() where try Row.fetchOne(isTold, arguments: [recipient, other]) != nil {
            return false
        }
        try db.cachedStatement(sql: "INSERT OR IGNORE INTO told (recipientID, storyID) VALUES (?, ?)")
            .execute(arguments: [recipient, root.rawValue])
        return db.changesCount > 0
    }

    /// Whether a recipient has been told it, and not only on an address that failed.
    func wasHeard(by recipient: Int64, in db: Database) throws -> Bool {
        let isTold = try db.cachedStatement(sql: "SELECT 1 FROM told WHERE recipientID = ? AND storyID = ?")
        let deliveries = try db.cachedStatement(
            sql: "SELECT DISTINCT state FROM delivery WHERE recipientID = ? AND storyID = ? AND kind = 'news'"
        )
        var isHeard = false
        var states: Set<DeliveryState> = []
        for story in members {
            if try Row.fetchOne(isTold, arguments: [recipient, story]) != nil { isHeard = true }
            states.formUnion(try DeliveryState.fetchAll(deliveries, arguments: [recipient, story]))
        }
        return isHeard && !(states.contains(.failed) && states.isDisjoint(with: DeliveryState.heard))
    }

    func waitingDelivery(of recipient: Int64, in db: Database) throws -> Waiting? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT id, isUrgent, EXISTS (SELECT 1 FROM deliveryReason
                    WHERE deliveryID = delivery.id AND kind = 'alert') AS isAlert
                FROM delivery WHERE recipientID = ? AND storyID = ? AND state = 'queued' AND kind = 'news'
                """
        )
        for story in members {
            guard let row = try Row.fetchOne(statement, arguments: [recipient, story]) else { continue }
            let rank = row["isUrgent"] ? 2 : row["isAlert"] ? 1 : 0
            return Waiting(delivery: row["id"], rank: rank)
        }
        return nil
    }
}
