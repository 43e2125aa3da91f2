import GRDB
package import NewsModel

extension Store {
    /// Replaces the list of hosts whose articles are shown as title and link only.
    package func saveTitlesOnlyHosts(_ hosts: Set<String>) async throws {
        try await write { db in
            try db.execute(sql: "DELETE FROM titlesOnlyHost")
            for host in hosts {
                try db.execute(
                    sql: "INSERT OR IGNORE INTO titlesOnlyHost (host) VALUES (?)",
                    arguments: [host.lowercased()]
                )
            }
        }
    }

    /// The feeds that a recipient follows, without unread counts.
    package func subscribedFeeds(of recipient: RecipientID?) async throws -> [Feed] {
        guard let recipient else { return [] }
        return try await read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT \(Feed.columns) FROM subscription JOIN feed ON feed.id = feedID WHERE recipientID = ?",
                arguments: [recipient]
            ).map { Feed(row: $0) }
        }
    }
}
