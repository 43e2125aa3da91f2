package import Foundation
import GRDB
package import NewsModel

/// A feed as somebody names it: the operator, the catalogue, or a person who subscribes.
package struct FeedDescription: Hashable, Sendable {
    package var url: String
    /// Kept against the feed's own title; nil takes the title, and until it is known the host.
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
    /// The feed at an address, made now, and due now, if there is none.
    ///
    /// Throws `StorageError.noRoom` when it would be new and there is no room, on the disk or in the share of who
    /// brings it in.
    package func ensureFeed(
        _ description: FeedDescription,
        by bringer: Maker? = nil,
        at time: Date
    ) async throws -> Feed {
        if let known = try await feed(url: description.url) { return known }
        try await checkRoom(for: bringer)
        let feed = try await write { db in try Feed.ensure(description, by: bringer, at: time, in: db) }
        nudges.nudge(.feeds)
        return feed
    }

    /// Makes these the house selection and no others.
    package func saveHouseSelection(_ selection: [FeedDescription], at time: Date) async throws {
        try await write { db in
            try db.execute(sql: "CREATE TEMP TABLE IF NOT EXISTS houseFeed (id INTEGER PRIMARY KEY)")
            try db.execute(sql: "DELETE FROM houseFeed")
            for description in selection {
                let feed = try Feed.ensure(description, at: time, in: db)
                try db.execute(sql: "INSERT OR IGNORE INTO houseFeed VALUES (?)", arguments: [feed.id.rawValue])
                try db.execute(
                    sql: """
                        UPDATE feed SET category = coalesce(:category, category), language = coalesce(:language, language)
                        WHERE id = :id
                            AND (category IS NOT coalesce(:category, category)
                                OR language IS NOT coalesce(:language, language))
                        """,
                    arguments: [
                        "category": description.category, "language": description.language, "id": feed.id.rawValue,
                    ]
                )
                if let name = description.name, name != feed.name {
                    try db.execute(
                        sql: "UPDATE feed SET name = ?, nameKey = ?, isNameFixed = 1 WHERE id = ?",
                        arguments: [name, FeedKey.fold(name), feed.id.rawValue]
                    )
                }
            }
            try db.execute(
                sql: """
                    UPDATE feed SET isHouse = (id IN (SELECT id FROM houseFeed))
                    WHERE isHouse <> (id IN (SELECT id FROM houseFeed))
                    """
            )
        }
        nudges.nudge(.feeds)
    }

    /// A feed that may be seen.
    package func feed(_ id: FeedID, in sight: Sight) async throws -> Feed? {
        try await read { db in
            guard try sight.sees(id, in: db) else { return nil }
            return try Row.fetchOne(db, sql: "SELECT * FROM feed WHERE id = ?", arguments: [id.rawValue])
                .map(Feed.init(row:))
        }
    }

    /// The feed at an address, or the one that was there and has moved, if it may be seen.
    package func feed(url: String, in sight: Sight) async throws -> Feed? {
        try await read { db in
            try Feed.find(url: url, in: db).flatMap { try sight.sees($0.id, in: db) ? $0 : nil }
        }
    }

    /// A feed for who fetches it; nobody is asked whether they may see it.
    package func feed(_ id: FeedID) async throws -> Feed? {
        try await read { db in
            try Row.fetchOne(db, sql: "SELECT * FROM feed WHERE id = ?", arguments: [id.rawValue]).map(Feed.init(row:))
        }
    }

    /// The same by its address, or the one that was there and has moved.
    package func feed(url: String) async throws -> Feed? {
        try await read { db in try Feed.find(url: url, in: db) }
    }

    /// The operator's own feeds, by name.
    package func houseFeeds() async throws -> [Feed] {
        try await read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM feed WHERE isHouse = 1 ORDER BY nameKey").map(Feed.init(row:))
        }
    }

    /// The feeds of the house and those a reader follows, by name.
    package func knownFeeds(in sight: Sight) async throws -> [Feed] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM feed WHERE isHouse = 1
                        OR id IN (SELECT feedID FROM subscription WHERE recipientID = ?)
                    ORDER BY nameKey
                    """,
                arguments: [sight.reader?.rawValue]
            ).map(Feed.init(row:))
        }
    }

    /// Every feed, by name.
    package func allFeeds() async throws -> [Feed] {
        try await read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM feed ORDER BY nameKey").map(Feed.init(row:))
        }
    }

    /// How many follow a feed and are told its news.
    package func followerCount(of feed: FeedID) async throws -> Int {
        try await read { db in
            try Int.fetchOne(db, sql: "SELECT followerCount FROM feed WHERE id = ?", arguments: [feed.rawValue]) ?? 0
        }
    }

    /// The operator's or a feed's new name, kept against the feed's own title.
    package func renameFeed(_ id: FeedID, to name: String) async throws {
        try await write { db in
            try db.execute(
                sql: "UPDATE feed SET name = ?, nameKey = ?, isNameFixed = 1 WHERE id = ?",
                arguments: [name, FeedKey.fold(name), id.rawValue]
            )
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
                try bringer?.mark(in: db).rawValue,
            ]
        )
        let id = db.lastInsertedRowID
        guard let row = try Row.fetchOne(db, sql: "SELECT * FROM feed WHERE id = ?", arguments: [id]) else {
            throw StorageError.noSuchRow(table: "feed", id: id)
        }
        return Feed(row: row)
    }

    /// The feed at an address, or the one that was there and has moved.
    static func find(url: String, in db: Database) throws -> Feed? {
        try Row.fetchOne(
            db,
            sql: """
                SELECT * FROM feed WHERE url = :url
                UNION ALL SELECT feed.* FROM feedAlias JOIN feed ON feed.id = feedID WHERE feedAlias.url = :url LIMIT 1
                """,
            arguments: ["url": url]
        ).map(Feed.init(row:))
    }

    init(row: Row) {
        self.init(
            id: row.id("id"),
            url: row["url"],
            name: row["name"],
            homePageURL: row["homePageURL"],
            category: row["category"],
            language: row["language"],
            iconURL: row["iconURL"],
            isHouse: row["isHouse"],
            health: FeedHealth(
                lastCheckedAt: row.optionalDate("lastCheckedAt"),
                lastSucceededAt: row.optionalDate("lastSucceededAt"),
                nextCheckAt: row.date("nextCheckAt"),
                lastStatus: row["lastStatus"],
                failure: (row["failure"] as String?).flatMap(FeedFailure.init(rawValue:)),
                failureCount: row["failureCount"],
                failingSince: row.optionalDate("failingSince"),
                stoppedAt: row.optionalDate("stoppedAt"),
                restsUntil: row.optionalDate("restsUntil")
            )
        )
    }
}
