package import Foundation
import GRDB
package import NewsModel

/// A description of a feed by the operator, the catalogue, or a user who subscribes.
package struct FeedDescription: Hashable, Sendable {
    package var url: String
    /// Takes precedence over the feed's own title; nil uses the title, or the host until it is known.
    package var name: String?
    package var category: String?
    package var language: String?
    package var homePageURL: String?
    package var iconURL: String?

    package init(
        url: String,
        name: String? = nil,
        category: String? = nil,
        language: String? = nil,
        homePageURL: String? = nil,
        iconURL: String? = nil
    ) {
        self.url = url
        self.name = name
        self.category = category
        self.language = language
        self.homePageURL = homePageURL
        self.iconURL = iconURL
    }
}

extension Store {
    /// Returns the feed at an address; creates it, due now, if there is none.
    ///
    /// Throws `StorageError.noSpace` when a new feed would exceed a storage limit: of the disk, or of the share of the
    /// user who adds it.
    package func ensureFeed(
        _ description: FeedDescription,
        by bringer: Maker? = nil,
        at time: Date
    ) async throws -> Feed {
        if let known = try await feed(url: description.url) { return known }
        try await checkSpace(for: bringer)
        let feed = try await write { db in try Feed.ensure(description, by: bringer, at: time, in: db) }
        signals.send(.feeds)
        return feed
    }

    /// Replaces the default selection.
    package func saveDefaultSelection(_ selection: [FeedDescription], at time: Date) async throws {
        try await write { db in
            try db.execute(sql: "CREATE TEMP TABLE IF NOT EXISTS defaultFeed (id INTEGER PRIMARY KEY)")
            try db.execute(sql: "DELETE FROM defaultFeed")
            for description in selection {
                let feed = try Feed.ensure(description, at: time, in: db)
                try db.execute(sql: "INSERT OR IGNORE INTO defaultFeed VALUES (?)", arguments: [feed.id])
                if let category = description.category {
                    try db.execute(
                        sql: "UPDATE feed SET category = ?1 WHERE id = ?2 AND category IS NOT ?1",
                        arguments: [category, feed.id]
                    )
                }
                if let language = description.language {
                    try db.execute(
                        sql: "UPDATE feed SET language = ?1 WHERE id = ?2 AND language IS NOT ?1",
                        arguments: [language, feed.id]
                    )
                }
                if let name = description.name, name != feed.name {
                    try db.execute(
                        sql: "UPDATE feed SET name = ?, nameKey = ?, isNameFixed = 1 WHERE id = ?",
                        arguments: [name, FeedKey.fold(name), feed.id]
                    )
                }
            }
            try db.execute(
                sql: """
                    UPDATE feed SET isDefault = (id IN (SELECT id FROM defaultFeed))
                    WHERE isDefault <> (id IN (SELECT id FROM defaultFeed))
                    """
            )
        }
        signals.send(.feeds)
    }

    /// The feed, if the reader may see it.
    package func feed(_ id: FeedID, in sight: Sight) async throws -> Feed? {
        try await read { db in
            guard try sight.sees(id, in: db) else { return nil }
            return try Row.fetchOne(db, sql: "SELECT \(Feed.columns) FROM feed WHERE id = ?", arguments: [id])
                .map { try sight.named(Feed(row: $0), in: db) }
        }
    }

    /// The feed at an address, or the one that has moved from it, if the reader may see it.
    package func feed(url: String, in sight: Sight) async throws -> Feed? {
        try await read { db in
            try Feed.find(url: url, in: db).flatMap { try sight.sees($0.id, in: db) ? sight.named($0, in: db) : nil }
        }
    }

    /// The feed, without a check whether anybody may see it; for fetching.
    package func feed(_ id: FeedID) async throws -> Feed? {
        try await read { db in
            try Row.fetchOne(db, sql: "SELECT \(Feed.columns) FROM feed WHERE id = ?", arguments: [id]).map {
                Feed(row: $0)
            }
        }
    }

    /// The feed at an address, or the one that has moved from it, without such a check.
    package func feed(url: String) async throws -> Feed? {
        try await read { db in try Feed.find(url: url, in: db) }
    }

    /// The feeds of the default selection, sorted by name.
    package func defaultFeeds() async throws -> [Feed] {
        try await read { db in
            try Row.fetchAll(db, sql: "SELECT \(Feed.columns) FROM feed WHERE isDefault = 1 ORDER BY nameKey")
                .map { Feed(row: $0) }
        }
    }

    /// The feeds of the default selection and those a reader follows, sorted by name.
    package func knownFeeds(in sight: Sight) async throws -> [Feed] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT \(Feed.columns) FROM feed WHERE isDefault = 1
                        OR id IN (SELECT feedID FROM subscription WHERE recipientID = ?)
                    ORDER BY nameKey
                    """,
                arguments: [sight.reader]
            ).map { try sight.named(Feed(row: $0), in: db) }
        }
    }

    /// All feeds, sorted by name, whoever follows them; for tests and measurements, which name everything there is.
    package func allFeeds() async throws -> [Feed] {
        try await read { db in
            try Row.fetchAll(db, sql: "SELECT \(Feed.columns) FROM feed ORDER BY nameKey").map { Feed(row: $0) }
        }
    }

    /// The number of a feed's subscriptions that are not paused.
    package func followerCount(of feed: FeedID) async throws -> Int {
        try await read { db in
            try Int.fetchOne(db, sql: "SELECT followerCount FROM feed WHERE id = ?", arguments: [feed]) ?? 0
        }
    }
}

extension Feed {
    static func ensure(
        _ description: FeedDescription,
        by bringer: Maker? = nil,
        at time: Date,
        in db: Database
    ) throws -> Feed {
        if let known = try find(url: description.url, in: db) { return known }
        let host = FeedKey.host(of: description.url)
        let name = description.name ?? FeedKey.site(host)
        try db.execute(
            sql: """
                INSERT INTO feed (url, host, name, nameKey, isNameFixed, homePageURL, category, language, iconURL,
                    nextCheckAt, createdAt, paidBy)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                description.url, host, name, FeedKey.fold(name), description.name != nil, description.homePageURL,
                description.category, description.language, description.iconURL, time.unixSeconds, time.unixSeconds,
                try bringer?.mark(in: db),
            ]
        )
        let id = FeedID(rawValue: db.lastInsertedRowID)
        guard let row = try Row.fetchOne(db, sql: "SELECT \(Feed.columns) FROM feed WHERE id = ?", arguments: [id])
        else {
            throw StorageError.noRow(id, in: "feed")
        }
        return Feed(row: row)
    }

    /// The feed at an address, or the one that has moved from it.
    static func find(url: String, in db: Database) throws -> Feed? {
        try Row.fetchOne(
            db,
            sql: """
                SELECT \(columns) FROM feed WHERE url = :url
                UNION ALL SELECT \(columns) FROM feedAlias JOIN feed ON feed.id = feedID WHERE feedAlias.url = :url
                LIMIT 1
                """,
            arguments: ["url": url]
        ).map { Feed(row: $0) }
    }

    /// The columns that `init(row:)` reads, in its order.
    ///
    /// A query adds other columns after them.
    static let columns = """
        feed.id, feed.url, feed.name, feed.homePageURL, feed.category, feed.language, feed.iconURL, feed.isDefault,
        feed.lastCheckedAt, feed.lastSucceededAt, feed.nextCheckAt, feed.lastStatus, feed.failure, feed.failureCount,
        feed.failingSince, feed.stoppedAt, feed.restsUntil
        """
    static let columnCount = 17

    /// Reads a row that begins with `columns`.
    init(row: Row) {
        self.init(
            id: row[0],
            url: row[1],
            name: row[2],
            homePageURL: row[3],
            category: row[4],
            language: row[5],
            iconURL: row[6],
            isDefault: row[7],
            health: FeedHealth(
                lastCheckedAt: row.optionalDate(8),
                lastSucceededAt: row.optionalDate(9),
                nextCheckAt: row.date(10),
                lastStatus: row[11],
                failure: (row[12] as String?).flatMap(FeedFailure.init(rawValue:)),
                failureCount: row[13],
                failingSince: row.optionalDate(14),
                stoppedAt: row.optionalDate(15),
                restsUntil: row.optionalDate(16)
            )
        )
    }
}

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
