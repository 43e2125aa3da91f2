import Foundation
import GRDB
import NewsModel

/// A feed's own title as its name, followed by its host if another source already has that name.
///
/// The names of the default selection and the catalogue are reserved: "The Paper" must be The Paper.
struct FeedName {
    let db: Database

    /// Makes a title the feed's name, unless the operator or the catalogue has set one.
    func use(_ title: String, for feed: FeedID) throws {
        let statement = try db.cachedStatement(
            sql: "SELECT host FROM feed WHERE id = ? AND isNameFixed = 0 AND isDefault = 0"
        )
        var name = title
        if let host = try String.fetchOne(statement, arguments: [feed]) { name = try own(title, host: host) }
        try db.executeCached(
            sql: "UPDATE feed SET name = ?, nameKey = ? WHERE id = ? AND isNameFixed = 0 AND name <> ?",
            arguments: [name, FeedKey.fold(name), feed, name]
        )
    }

    /// The name of a feed with this title at this host; its host if it has no title.
    func own(_ title: String?, host: String) throws -> String {
        guard let title, !title.isEmpty else { return FeedKey.site(host) }
        let owners = try owners(of: FeedKey.likeness(title))
        guard owners.isEmpty || owners.contains(where: { Self.isSameSite($0, host) }) else {
            return "\(title) (\(FeedKey.site(host)))"
        }
        return title
    }

    /// The hosts of default feeds and catalogue sources with such a name.
    private func owners(of key: String) throws -> [String] {
        guard !key.isEmpty else { return [] }
        let rows = try Row.fetchAll(db.cachedStatement(sql: "SELECT name, host FROM feed WHERE isDefault = 1"))
            .filter { FeedKey.likeness($0[0]) == key }.map { $0[1] as String }
        return try rows
            + String.fetchAll(
                db.cachedStatement(sql: "SELECT host FROM reservedName WHERE key = ?"),
                arguments: [key]
            )
    }

    private static func isSameSite(_ one: String, _ other: String) -> Bool {
        let (one, other) = (FeedKey.site(one), FeedKey.site(other))
        return one == other || one.hasSuffix("." + other) || other.hasSuffix("." + one)
    }
}

extension Store {
    /// Replaces the reserved names of catalogue sources; each belongs to the host of its `url`.
    package func saveReservedNames(_ names: [(name: String, url: String)]) async throws {
        try await write { db in
            try db.execute(sql: "DELETE FROM reservedName")
            for (name, url) in names {
                try db.execute(
                    sql: "INSERT OR IGNORE INTO reservedName (key, host) VALUES (?, ?)",
                    arguments: [FeedKey.likeness(name), FeedKey.host(of: url)]
                )
            }
        }
    }
}
