package import Foundation
import GRDB
package import NewsModel

extension Store {
    /// Adds a smart feed; one with the same name is returned instead.
    ///
    /// - Parameter query: in canonical form, without other smart feeds.
    package func addSmartFeed(
        _ name: String,
        definition: String,
        query: String,
        depth: Int,
        of recipient: RecipientID,
        limit: Int,
        at time: Date
    ) async throws -> AddOutcome<SmartFeed> {
        try await write { db in
            let own = try SmartFeed.all(of: recipient, in: db)
            if let same = own.first(where: { FeedKey.fold($0.name) == FeedKey.fold(name) }) {
                return .alreadyThere(same)
            }
            guard own.count < limit else { return .quotaReached(limit: limit) }
            let number = try Int.fetchOne(
                db,
                sql: """
                    UPDATE recipient SET lastSmartFeedNumber = lastSmartFeedNumber + 1 WHERE id = ?
                    RETURNING lastSmartFeedNumber
                    """,
                arguments: [recipient]
            )
            guard let number else { throw StorageError.noRow(recipient, in: "recipient") }
            try db.execute(
                sql: """
                    INSERT INTO smartFeed (recipientID, number, key, name, definition, query, depth, createdAt)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    recipient, number, FeedKey.fold(name), name, definition, query, depth, time.unixSeconds,
                ]
            )
            let added = SmartFeed(
                id: SmartFeedID(rawValue: db.lastInsertedRowID),
                recipientID: recipient,
                number: number,
                name: name,
                definition: definition,
                query: query,
                depth: depth
            )
            return .added(added)
        }
    }

    /// A recipient's smart feeds, sorted by number.
    package func smartFeeds(of recipient: RecipientID) async throws -> [SmartFeed] {
        try await read { db in try SmartFeed.all(of: recipient, in: db) }
    }

    /// When a followed one goes off, what was queued only for it is withdrawn.
    package func setSmartFeed(
        _ id: SmartFeedID,
        isOn: Bool,
        of recipient: RecipientID,
        at time: Date
    ) async throws {
        try await change(id, of: recipient) { db in
            try db.execute(sql: "UPDATE smartFeed SET isOn = ? WHERE id = ?", arguments: [isOn, id])
            try SmartFollowing(db: db, time: time).update(id)
        }
    }

    /// Renames a smart feed, also in the definitions of others that name it.
    package func renameSmartFeed(
        _ id: SmartFeedID,
        to name: String,
        definitions: [SmartDefinitionText] = [],
        of recipient: RecipientID
    ) async throws {
        try await change(id, of: recipient, replacing: definitions) { db in
            try db.execute(
                sql: "UPDATE smartFeed SET name = ?, key = ? WHERE id = ?",
                arguments: [name, FeedKey.fold(name), id]
            )
        }
    }

    /// Others that were made of it keep what it looked for; what was queued only because it is followed is withdrawn.
    ///
    /// - Parameter definitions: of the others, without its name.
    package func removeSmartFeed(
        _ id: SmartFeedID,
        definitions: [SmartDefinitionText] = [],
        of recipient: RecipientID,
        at time: Date
    ) async throws {
        try await change(id, of: recipient, replacing: definitions) { db in
            try SmartFollowing(db: db, time: time).end(id)
            try db.execute(sql: "DELETE FROM smartFeed WHERE id = ?", arguments: [id])
        }
    }

    /// Nothing is changed when the recipient has no such smart feed.
    private func change(
        _ id: SmartFeedID,
        of recipient: RecipientID,
        replacing definitions: [SmartDefinitionText] = [],
        _ apply: @escaping @Sendable (Database) throws -> Void
    ) async throws {
        try await write { db in
            guard try SmartFeed.all(of: recipient, in: db).contains(where: { $0.id == id }) else { return }
            try apply(db)
            for definition in definitions { try definition.store(of: recipient, in: db) }
        }
    }
}

/// A new text for the definition of a smart feed, after one that it names was renamed or removed.
package struct SmartDefinitionText: Hashable, Sendable {
    package var id: SmartFeedID
    package var text: String

    package init(_ id: SmartFeedID, _ text: String) { (self.id, self.text) = (id, text) }

    fileprivate func store(of recipient: RecipientID, in db: Database) throws {
        try db.executeCached(
            sql: "UPDATE smartFeed SET definition = ? WHERE id = ? AND recipientID = ?",
            arguments: [text, id, recipient]
        )
    }
}

extension SmartFeed {
    static func all(of recipient: RecipientID, in db: Database) throws -> [SmartFeed] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT id, number, name, definition, query, depth, isOn FROM smartFeed WHERE recipientID = ?
                ORDER BY number
                """
        )
        return try Row.fetchAll(statement, arguments: [recipient]).map { row in
            SmartFeed(
                id: row[0],
                recipientID: recipient,
                number: row[1],
                name: row[2],
                definition: row[3],
                query: row[4],
                depth: row[5],
                isOn: row[6]
            )
        }
    }
}
