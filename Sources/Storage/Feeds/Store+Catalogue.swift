import GRDB
package import NewsModel

extension Store {
    /// Hosts whose articles are shown as title and link only, and no others.
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

    /// The addresses of what a recipient follows.
    package func followedURLs(of recipient: RecipientID?) async throws -> Set<String> {
        guard let recipient else { return [] }
        return try await read { db in
            try String.fetchSet(
                db,
                sql: "SELECT url FROM subscription JOIN feed ON feed.id = feedID WHERE recipientID = ?",
                arguments: [recipient.rawValue]
            )
        }
    }
}
