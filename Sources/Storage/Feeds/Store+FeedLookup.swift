import Foundation
import GRDB
package import NewsModel

/// The result of a search for a feed by a typed text.
package enum FeedLookup: Hashable, Sendable {
    case feed(Feed)
    /// Several match equally well; at most ten, sorted by name.
    case choices([Feed])
    case nothing
}

extension Store {
    /// Finds a feed by URL, name, title or host, or by a unique prefix of one.
    ///
    /// Case and diacritics are ignored. An exact match wins over a prefix; among equals the recipient's own
    /// subscriptions win. `exactly` allows no prefixes. Another user's private feed is not found, not even by its URL.
    package func findFeed(
        _ text: String,
        in sight: Sight,
        exactly: Bool = false
    ) async throws -> FeedLookup {
        let trimmed = text.trimmingCharacters(in: .whitespaces)
        let key = FeedKey.fold(trimmed)
        guard !key.isEmpty else { return .nothing }
        let recipient = sight.reader
        return try await read { db in
            if let own = try recipient.flatMap({ try Self.feed(ownName: key, of: $0, in: db) }) {
                return .feed(try sight.named(own, in: db))
            }
            let host = trimmed.contains("://") ? FeedKey.host(of: trimmed) : key
            let exact = """
                SELECT * FROM feed WHERE url = :text
                UNION SELECT feed.* FROM feedAlias JOIN feed ON feed.id = feedID WHERE feedAlias.url = :text
                UNION SELECT * FROM feed WHERE nameKey = :key
                UNION SELECT * FROM feed WHERE titleKey = :key
                UNION SELECT * FROM feed WHERE host IN (:host, 'www.' || :host)
                """
            let beginning = """
                SELECT * FROM feed WHERE nameKey >= :key AND nameKey < :end
                UNION SELECT * FROM feed WHERE titleKey >= :key AND titleKey < :end
                UNION SELECT * FROM feed WHERE host >= :key AND host < :end
                UNION SELECT * FROM feed WHERE host >= 'www.' || :key AND host < 'www.' || :end
                """
            for (sql, arguments) in [
                (exact, ["text": trimmed, "key": key, "host": host]),
                (beginning, ["key": key, "end": key + "\u{10FFFF}"]),
            ].prefix(exactly ? 1 : 2) {
                let rows = try Row.fetchAll(
                    db,
                    sql: """
                        SELECT \(Feed.columns) FROM (\(sql)) AS feed WHERE isDefault = 1
                            OR id IN (SELECT feedID FROM subscription WHERE recipientID = :reader)
                            OR (url = :typed OR id IN (SELECT feedID FROM feedAlias WHERE feedAlias.url = :typed))
                                AND \(Sight.isPublic("feed"))
                        ORDER BY nameKey, id LIMIT 200
                        """,
                    arguments: StatementArguments(arguments) + ["typed": trimmed, "reader": recipient]
                )
                let found = try rows.map { try sight.named(Feed(row: $0), in: db) }
                guard !found.isEmpty else { continue }
                // The exact URL wins over all other matches.
                if let same = found.first(where: { $0.url == trimmed }) { return .feed(same) }
                return .init(found, preferring: try recipient.map { try Self.followed(by: $0, in: db) } ?? [])
            }
            return .nothing
        }
    }

    /// A feed by the name that its follower gave it.
    private static func feed(ownName key: String, of recipient: RecipientID, in db: Database) throws -> Feed? {
        try Row.fetchAll(
            db,
            sql: """
                SELECT \(Feed.columns), subscription.name FROM subscription JOIN feed ON feed.id = feedID
                WHERE recipientID = ? AND subscription.name IS NOT NULL
                """,
            arguments: [recipient]
        )
        .first { FeedKey.fold($0[Feed.columnCount]) == key }.map { Feed(row: $0) }
    }

    private static func followed(by recipient: RecipientID, in db: Database) throws -> Set<FeedID> {
        try FeedID.fetchSet(
            db,
            sql: "SELECT feedID FROM subscription WHERE recipientID = ?",
            arguments: [recipient]
        )
    }
}

extension FeedLookup {
    fileprivate init(_ found: [Feed], preferring followed: Set<FeedID>) {
        let own = found.filter { followed.contains($0.id) }
        let candidates = own.isEmpty ? found : own
        if let only = candidates.first, candidates.count == 1 {
            self = .feed(only)
        } else {
            self = .choices(Array(candidates.prefix(10)))
        }
    }
}
