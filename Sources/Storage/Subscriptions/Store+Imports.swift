package import Foundation
import GRDB
package import NewsModel

/// A feed of an imported list, not fetched yet.
package struct ListedFeed: Hashable, Sendable {
    package var url: String
    /// The reader's own name for it; nil uses the feed's name.
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

/// The result of an import, before any feed is fetched.
package struct ImportOutcome: Hashable, Sendable {
    package var added = 0
    package var alreadyThere = 0
    /// The feeds beyond the quota, in the order of the list.
    package var overQuota: [ListedFeed] = []
    /// The quota that was reached.
    package var limit = 0
}

extension Store {
    /// Subscribes to many feeds without fetching them first.
    ///
    /// Each is due now; one notice lists those that fail at their first check.
    ///
    /// Their present articles are not sent, not even a sample. Throws `StorageError.noSpace` when one of them is new
    /// and a storage limit is reached.
    package func importSubscriptions(
        _ feeds: [ListedFeed],
        of recipient: RecipientID,
        at address: Address,
        by maker: Maker? = nil,
        limit: QuotaLimit,
        time: Date
    ) async throws -> ImportOutcome {
        for listed in feeds where try await feed(url: listed.url) == nil {
            try await checkSpace(for: maker)
            break
        }
        let outcome = try await write { db in
            let addressID = try AddressID.choose(address, for: recipient, in: db)
            var writer = ImportWriter(recipient: recipient, address: addressID, maker: maker, time: time, db: db)
            return try writer.add(feeds, limit: limit)
        }
        signals.send(.feeds)
        return outcome
    }
}

/// Writes the rows of one import, inside a transaction.
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

    mutating func add(_ feeds: [ListedFeed], limit: QuotaLimit) throws -> ImportOutcome {
        var outcome = ImportOutcome()
        let (room, isCreators) = try QuotaKind.subscription.left(of: limit, for: recipient, by: maker, in: db)
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
        // The present articles of a feed without followers are not news: its next document counts as its first.
        try db.execute(
            sql: """
                UPDATE feed SET firstFetchedAt = NULL, etag = NULL, lastModified = NULL, bodyHash = NULL, nextCheckAt = ?
                WHERE id = ? AND isDefault = 0
                    AND NOT EXISTS (SELECT 1 FROM subscription WHERE feedID = feed.id)
                """,
            arguments: [time.unixSeconds, feed.id]
        )
        let isSilent = db.changesCount > 0
        try db.execute(
            sql: """
                INSERT INTO subscription (recipientID, feedID, addressID, name, category, sampleDue, unreadSince,
                    createdBy, madeBy, createdAt)
                VALUES (?, ?, ?, ?, ?, 0, ?, ?, ?, ?)
                """,
            arguments: [
                recipient, feed.id, address, listed.name, listed.category,
                time.unixSeconds, maker?.profile, try maker?.mark(in: db), time.unixSeconds,
            ]
        )
        // A feed that is fetched already and works needs no first check.
        if isSilent || feed.health.failure != nil || feed.health.lastSucceededAt == nil { try waitForCheck(feed.id) }
    }

    private mutating func waitForCheck(_ feed: FeedID) throws {
        if importID == nil {
            try db.execute(
                sql: "INSERT INTO feedImport (recipientID, addressID, createdAt) VALUES (?, ?, ?)",
                arguments: [recipient, address, time.unixSeconds]
            )
            importID = db.lastInsertedRowID
        }
        try db.execute(
            sql: "INSERT INTO feedImportItem (importID, feedID) VALUES (?, ?)",
            arguments: [importID, feed]
        )
    }
}
