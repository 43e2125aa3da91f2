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
            guard let number else { throw StorageError.noSuchRow(table: "recipient", id: recipient.rawValue) }
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
            try UndoLog(db: db, time: time).record(SmartFeedBefore(added: added.id), named: name, of: recipient)
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
        try await change(id, of: recipient, at: time) { db in
            try db.execute(sql: "UPDATE smartFeed SET isOn = ? WHERE id = ?", arguments: [isOn, id])
            try SmartFollowing(db: db, time: time).update(id)
        }
    }

    /// Renames a smart feed, also in the definitions of others that name it.
    package func renameSmartFeed(
        _ id: SmartFeedID,
        to name: String,
        definitions: [SmartDefinitionText] = [],
        of recipient: RecipientID,
        at time: Date
    ) async throws {
        try await change(id, of: recipient, replacing: definitions, at: time) { db in
            try db.execute(
                sql: "UPDATE smartFeed SET name = ?, key = ? WHERE id = ?",
                arguments: [name, FeedKey.fold(name), id]
            )
        }
    }

    /// Others that were made of it keep what it looked for; what was queued only because it is followed is withdrawn.
    package func removeSmartFeed(_ id: SmartFeedID, of recipient: RecipientID, at time: Date) async throws {
        try await change(id, of: recipient, at: time) { db in
            try SmartFollowing(db: db, time: time).end(id)
            try db.execute(sql: "DELETE FROM smartFeed WHERE id = ?", arguments: [id])
        }
    }

    /// Nothing is changed or recorded when the recipient has no such smart feed.
    private func change(
        _ id: SmartFeedID,
        of recipient: RecipientID,
        replacing definitions: [SmartDefinitionText] = [],
        at time: Date,
        _ apply: @escaping @Sendable (Database) throws -> Void
    ) async throws {
        try await write { db in
            var before = try SmartFeedBefore(id, of: recipient, in: db)
            guard let feed = before.feed else { return }
            let others = try SmartFeed.all(of: recipient, in: db)
            before.definitions = others.filter { other in definitions.contains { $0.id == other.id } }
                .map { SmartDefinitionText($0.id, $0.definition) }
            try apply(db)
            for definition in definitions { try definition.store(of: recipient, in: db) }
            let name = try SmartFeed.all(of: recipient, in: db).first { $0.id == id }?.name ?? feed.name
            try UndoLog(db: db, time: time).record(before, named: name, of: recipient)
        }
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
