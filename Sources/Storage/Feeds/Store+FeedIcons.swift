package import Foundation
import GRDB
package import NewsModel

/// What is known of a feed's icon, without the picture.
package struct KnownIcon: Hashable, Sendable {
    /// When the stored picture was fetched; nil if there is none.
    package var fetchedAt: Date?
    /// When it may be asked for again; nil if it never was.
    package var dueAt: Date?

    package func isDue(at time: Date) -> Bool { dueAt.map { $0 <= time } ?? true }
}

/// A picture at an address, with what its server needs to say later that it is still the same.
package struct FetchedIcon: Hashable, Sendable {
    package var address: String
    /// At most `FeedIcon.largest`.
    package var bytes: [UInt8]
    package var etag: String?
    package var lastModified: String?

    package init(address: String, bytes: [UInt8], etag: String?, lastModified: String?) {
        self.address = address
        self.bytes = bytes
        self.etag = etag
        self.lastModified = lastModified
    }
}

/// An icon that is to be fetched.
package struct DueIcon: Hashable, Sendable {
    /// Where the feed says that its icon is.
    package var address: String?
    /// Its home page, or else its own address.
    package var site: String
    package var stored: FetchedIcon?
}

extension Store {
    /// Seconds until an icon is asked for again, found or not.
    package static let iconAge: TimeInterval = 30 * 86_400
    /// The same where nobody has answered: the attempt was interrupted, or the network has failed.
    package static let unansweredIconAge: TimeInterval = 86_400
    /// Bytes of all icons together; beyond them the largest are dropped, and of equal ones those asked for longest ago.
    static let mostIconBytes = 32 << 20

    /// What is known of the icons of those feeds that the reader at an address may see.
    package func knownIcons(of feeds: [FeedID], for reader: Address) async throws -> [FeedID: KnownIcon] {
        guard !feeds.isEmpty else { return [:] }
        return try await read { db in
            let sight = Sight.of(try reader.recipient(in: db))
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT feed.id, feedIcon.fetchedAt, feedIcon.dueAt
                    FROM feed LEFT JOIN feedIcon ON feedIcon.feedID = feed.id
                    WHERE feed.id IN (SELECT value FROM json_each(?)) AND \(sight.isOpen("feed"))
                    """,
                arguments: [feeds.jsonList]
            )
            return rows.reduce(into: [:]) { known, row in
                known[row[0] as FeedID] = KnownIcon(fetchedAt: row.optionalDate(1), dueAt: row.optionalDate(2))
            }
        }
    }

    /// The stored icons of those feeds that the reader at an address may see.
    package func feedIcons(of feeds: [FeedID], for reader: Address) async throws -> [FeedID: FeedIcon] {
        guard !feeds.isEmpty else { return [:] }
        return try await read { db in
            let sight = Sight.of(try reader.recipient(in: db))
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT feed.id, feedIcon.fetchedAt, feedIcon.bytes
                    FROM feed JOIN feedIcon ON feedIcon.feedID = feed.id
                    WHERE feed.id IN (SELECT value FROM json_each(?)) AND feedIcon.bytes IS NOT NULL
                        AND \(sight.isOpen("feed"))
                    """,
                arguments: [feeds.jsonList]
            )
            return rows.reduce(into: [:]) { icons, row in
                icons[row[0] as FeedID] = FeedIcon(bytes: Array(row[2] as Data), fetchedAt: row.date(1))
            }
        }
    }

    /// What is to be fetched for a feed's icon; nil if it is not due.
    ///
    /// It is due again after `unansweredIconAge`, unless `saveIcon` says what was found.
    package func dueIcon(of feed: FeedID, at time: Date) async throws -> DueIcon? {
        try await write { db in
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT feed.iconURL, coalesce(feed.homePageURL, feed.url), feedIcon.address, feedIcon.bytes,
                        feedIcon.etag, feedIcon.lastModified
                    FROM feed LEFT JOIN feedIcon ON feedIcon.feedID = feed.id
                    WHERE feed.id = ? AND (feedIcon.dueAt IS NULL OR feedIcon.dueAt <= ?)
                    """,
                arguments: [feed, time.unixSeconds]
            )
            guard let row else { return nil }
            try db.execute(
                sql: """
                    INSERT INTO feedIcon (feedID, dueAt) VALUES (?, ?)
                    ON CONFLICT (feedID) DO UPDATE SET dueAt = excluded.dueAt
                    """,
                arguments: [feed, (time + Self.unansweredIconAge).unixSeconds]
            )
            var due = DueIcon(address: row[0], site: row[1])
            if let address = row[2] as String?, let bytes = row[3] as Data? {
                due.stored = FetchedIcon(address: address, bytes: Array(bytes), etag: row[4], lastModified: row[5])
            }
            return due
        }
    }

    /// Stores what an attempt has found, so that the icon is due again after `iconAge`.
    ///
    /// Nil leaves the stored picture. Nothing happens if the feed is gone.
    package func saveIcon(_ icon: FetchedIcon?, of feed: FeedID, at time: Date) async throws {
        try await write { db in
            try db.execute(
                sql: "UPDATE feedIcon SET dueAt = ? WHERE feedID = ?",
                arguments: [(time + Self.iconAge).unixSeconds, feed]
            )
            guard let icon else { return }
            try db.execute(
                sql: """
                    UPDATE feedIcon SET fetchedAt = ?, address = ?, etag = ?, lastModified = ?, bytes = ?
                    WHERE feedID = ?
                    """,
                arguments: [
                    time.unixSeconds, icon.address, icon.etag, icon.lastModified, Data(icon.bytes), feed,
                ]
            )
            try Self.dropIcons(beyond: Self.mostIconBytes, in: db)
        }
    }

    /// Drops the pictures, and keeps when they were asked for.
    static func dropIcons(beyond bytes: Int, in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE feedIcon SET fetchedAt = NULL, address = NULL, etag = NULL, lastModified = NULL, bytes = NULL
                WHERE feedID IN (
                    SELECT feedID FROM (
                        SELECT feedID, sum(length(bytes)) OVER (ORDER BY length(bytes), dueAt DESC, feedID DESC) AS total
                        FROM feedIcon WHERE bytes IS NOT NULL
                    ) WHERE total > ?
                )
                """,
            arguments: [bytes]
        )
    }
}

extension Address {
    /// Whose address it is: the room, or the owner of the account; nil where nothing is kept for them.
    fileprivate func recipient(in db: Database) throws -> RecipientID? {
        let place = try RecipientID.fetchOne(
            db,
            sql: "SELECT recipientID FROM address WHERE network = ? AND kind = ? AND target = ?",
            arguments: [network, kind, target]
        )
        guard place == nil, kind == .person else { return place }
        return try RecipientID.fetchOne(
            db,
            sql: "SELECT profileID FROM identity WHERE network = ? AND account = ?",
            arguments: [network, target]
        )
    }
}
