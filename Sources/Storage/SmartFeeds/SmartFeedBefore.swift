import Foundation
import GRDB
package import NewsModel

/// A row of `smartFeed` without its owner, and how its owner follows it.
struct StoredSmartFeed: Codable, Equatable {
    var number: Int
    var name: String
    var definition: String
    var query: String
    var depth: Int
    var isOn: Bool
    /// Unix seconds.
    var createdAt: Int64
    /// Nil when it is not followed.
    var following: StoredFollowing?

    static func find(_ id: SmartFeedID, of recipient: RecipientID, in db: Database) throws -> StoredSmartFeed? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT number, name, definition, query, depth, isOn, createdAt FROM smartFeed
                WHERE id = ? AND recipientID = ?
                """
        )
        return try Row.fetchOne(statement, arguments: [id, recipient]).map { row in
            StoredSmartFeed(
                number: row[0],
                name: row[1],
                definition: row[2],
                query: row[3],
                depth: row[4],
                isOn: row[5],
                createdAt: row[6],
                following: try StoredFollowing.find(id, in: db)
            )
        }
    }
}

/// A smart feed before a change, so that `undo` can restore it; `feed` is nil when it was added by the change.
struct SmartFeedBefore: Codable {
    var id: SmartFeedID
    var feed: StoredSmartFeed?
    /// What the change made of it; nil when it removed it.
    var after: StoredSmartFeed?
    /// The definitions of others that were written anew because they name it.
    var definitions: [SmartDefinitionText] = []

    init(added id: SmartFeedID) { self.id = id }

    init(_ id: SmartFeedID, of recipient: RecipientID, in db: Database) throws {
        self.id = id
        feed = try StoredSmartFeed.find(id, of: recipient, in: db)
    }

    /// Whether it can be restored: what the change did is still there, and no other has got its name or number.
    func isStillChanged(of recipient: RecipientID, in db: Database) throws -> Bool {
        let now = try StoredSmartFeed.find(id, of: recipient, in: db)
        guard (now == nil) == (after == nil) else { return false }
        guard let feed else { return now != nil }
        if let now, let after {
            let isRenamed = now.name == after.name && now.name != feed.name
            let isSwitched = now.isOn == after.isOn && now.isOn != feed.isOn
            guard isRenamed || isSwitched || now.following == after.following && now.following != feed.following else {
                return false
            }
        }
        return try !SmartFeed.all(of: recipient, in: db).contains { other in
            other.id != id && (other.number == feed.number || FeedKey.fold(other.name) == FeedKey.fold(feed.name))
        }
    }

    /// - Parameter limit: how many smart feeds there may be.
    func restore(for recipient: RecipientID, limit: Int, at time: Date, in db: Database) throws -> Bool {
        guard try isStillChanged(of: recipient, in: db) else { return false }
        let following = SmartFollowing(db: db, time: time)
        guard let feed else {
            try following.end(id)
            try db.executeCached(
                sql: "DELETE FROM smartFeed WHERE id = ? AND recipientID = ?",
                arguments: [id, recipient]
            )
            return true
        }
        guard let now = try StoredSmartFeed.find(id, of: recipient, in: db), let after else {
            guard try SmartFeed.all(of: recipient, in: db).count < limit else { return false }
            try insert(feed, for: recipient, in: db)
            try restore(feed.following, with: following, for: recipient)
            return true
        }
        // Only what this change did; later ones have records of their own.
        if now.name == after.name, now.name != feed.name {
            try db.executeCached(
                sql: "UPDATE smartFeed SET key = ?, name = ?, definition = ? WHERE id = ?",
                arguments: [FeedKey.fold(feed.name), feed.name, feed.definition, id]
            )
            for other in definitions { try other.store(of: recipient, in: db) }
        }
        if now.isOn == after.isOn, now.isOn != feed.isOn {
            try db.executeCached(sql: "UPDATE smartFeed SET isOn = ? WHERE id = ?", arguments: [feed.isOn, id])
            try following.update(id)
        }
        if now.following == after.following, now.following != feed.following {
            try restore(feed.following, with: following, for: recipient)
        }
        return true
    }

    private func insert(_ feed: StoredSmartFeed, for recipient: RecipientID, in db: Database) throws {
        try db.executeCached(
            sql: """
                INSERT INTO smartFeed (id, recipientID, number, key, name, definition, query, depth, isOn, createdAt)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id, recipient, feed.number, FeedKey.fold(feed.name), feed.name, feed.definition, feed.query, feed.depth,
                feed.isOn, feed.createdAt,
            ]
        )
    }

    /// A smart feed is not followed again at an address that is gone.
    private func restore(_ before: StoredFollowing?, with following: SmartFollowing, for recipient: RecipientID) throws
    {
        guard let before else {
            try following.end(id)
            return
        }
        if try following.alert(of: id) != nil {
            try following.db.executeCached(
                sql: """
                    UPDATE alert SET addressID = :address WHERE smartFeedID = :id
                        AND EXISTS (SELECT 1 FROM address WHERE address.id = :address AND recipientID = :recipient)
                    """,
                arguments: ["address": before.address, "id": id, "recipient": recipient]
            )
            _ = try following.setPause(
                before.isPaused,
                until: before.pausedUntil.map(Date.init(unixSeconds:)),
                on: id
            )
            return
        }
        let isThere = try following.db.cachedStatement(sql: "SELECT 1 FROM address WHERE id = ? AND recipientID = ?")
        guard try Row.fetchOne(isThere, arguments: [before.address, recipient]) != nil else { return }
        try following.begin(id, before)
    }
}

/// A definition that names a smart feed which was renamed.
package struct SmartDefinitionText: Hashable, Codable, Sendable {
    package var id: SmartFeedID
    package var text: String

    package init(_ id: SmartFeedID, _ text: String) { (self.id, self.text) = (id, text) }

    func store(of recipient: RecipientID, in db: Database) throws {
        try db.executeCached(
            sql: "UPDATE smartFeed SET definition = ? WHERE id = ? AND recipientID = ?",
            arguments: [text, id, recipient]
        )
    }
}

extension UndoLog {
    /// After the change.
    func record(_ before: SmartFeedBefore, named name: String, of owner: RecipientID) throws {
        var before = before
        before.after = try StoredSmartFeed.find(before.id, of: owner, in: db)
        try record(.smart, named: name, before: try StoredJSON.text(before), of: owner)
    }
}
