package import Foundation
import GRDB
package import NewsModel

/// A feed out of somebody's list, not asked for yet.
package struct ListedFeed: Hashable, Sendable {
    package var url: String
    /// The reader's own name for it; nil takes the feed's.
    package var name: String?
    package var category: String?
    package var homePageURL: String?

    package init(url: String, name: String? = nil, category: String? = nil, homePageURL: String? = nil) {
        self.url = url
        self.name = name
        self.category = category
        self.homePageURL = homePageURL
    }
}

/// How an import ended, before any feed was asked.
package struct ImportOutcome: Hashable, Sendable {
    package var added = 0
    package var alreadyThere = 0
    /// What the owner's limit left no room for, in the order of the list.
    package var overQuota: [ListedFeed] = []
    /// Which limit that was.
    package var limit = 0
}

extension Store {
    /// Follows many feeds unseen; each is due now, and those that fail at their first check are told in one notice.
    ///
    /// Nothing they hold already is pushed, not even a sample. Throws `StorageError.noRoom` when there is none and one
    /// of them is new.
    package func importSubscriptions(
        _ feeds: [ListedFeed],
        of recipient: RecipientID,
        at address: Address,
        by maker: Maker? = nil,
        limit: WishLimit,
        time: Date
    ) async throws -> ImportOutcome {
        for listed in feeds where try await feed(url: listed.url) == nil {
            try await checkRoom(for: maker)
            break
        }
        let outcome = try await write { db in
            let addressID = try AddressID.choose(address, for: recipient, in: db)
            var writer = ImportWriter(recipient: recipient, address: addressID, maker: maker, time: time, db: db)
            return try writer.add(feeds, limit: limit)
        }
        nudges.nudge(.feeds)
        return outcome
    }
}

/// The rows of one import, inside a transaction.
private struct ImportWriter {
    let recipient: RecipientID
    let address: AddressID
    let maker: Maker?
    let time: Date
    let db: Database
    private var importID: Int64?

    init(recipient: RecipientID, address: AddressID, maker: Maker?, time: Date, db: Database) {
        self.recipient = recipient
        self.address = address
        self.maker = maker
        self.time = time
        self.db = db
    }

    mutating func add(_ feeds: [ListedFeed], limit: WishLimit) throws -> ImportOutcome {
        var outcome = ImportOutcome()
        let (room, isCreators) = try WishKind.subscription.left(of: limit, for: recipient, by: maker, in: db)
        var left = room
        for listed in feeds {
            if let known = try Feed.find(url: listed.url, in: db),
                try Subscription.find(recipient, known.id, in: db) != nil
            {
                outcome.alreadyThere += 1
            } else if left <= 0 {
                outcome.overQuota.append(listed)
                outcome.limit = isCreators ? limit.created : limit.own
            } else {
                try add(listed)
                outcome.added += 1
                left -= 1
            }
        }
        return outcome
    }

    private mutating func add(_ listed: ListedFeed) throws {
        let description = FeedDescription(url: listed.url, homePageURL: listed.homePageURL)
        let feed = try Feed.ensure(description, by: maker, at: time, in: db)
        try feed.id.isFollowed(by: maker, in: db)
        // What a feed that nobody was told of holds by now is no news: its next document is a first one.
        try db.execute(
            sql: """
                UPDATE feed SET firstFetchedAt = NULL, etag = NULL, lastModified = NULL, bodyHash = NULL, nextCheckAt = ?
                WHERE id = ? AND isHouse = 0
                    AND NOT EXISTS (SELECT 1 FROM subscription WHERE feedID = feed.id)
                """,
            arguments: [time.unixSeconds, feed.id.rawValue]
        )
        let isSilent = db.changesCount > 0
        try db.execute(
            sql: """
                INSERT INTO subscription (recipientID, feedID, addressID, name, category, sampleDue, unreadSince,
                    createdBy, madeBy, createdAt)
                VALUES (?, ?, ?, ?, ?, 0, ?, ?, ?, ?)
                """,
            arguments: [
                recipient.rawValue, feed.id.rawValue, address.rawValue, listed.name, listed.category,
                time.unixSeconds, maker?.profile?.rawValue, try maker?.mark(in: db).rawValue, time.unixSeconds,
            ]
        )
        // A feed that is polled already and answers needs no first check.
        if isSilent || feed.health.failure != nil || feed.health.lastSucceededAt == nil { try waitForCheck(feed.id) }
    }

    private mutating func waitForCheck(_ feed: FeedID) throws {
        if importID == nil {
            try db.execute(
                sql: "INSERT INTO feedImport (recipientID, addressID, createdAt) VALUES (?, ?, ?)",
                arguments: [recipient.rawValue, address.rawValue, time.unixSeconds]
            )
            importID = db.lastInsertedRowID
        }
        try db.execute(
            sql: "INSERT INTO feedImportItem (importID, feedID) VALUES (?, ?)",
            arguments: [importID, feed.rawValue]
        )
    }
}
