import Foundation
import GRDB
package import NewsModel

/// What a reader may see: every read of stored feeds and articles asks here.
///
/// Of feeds: the house selection, the catalogue, and what the reader follows. Of articles: those of these feeds, and
/// those that were sent to the reader or stood in a list of theirs, or that they have read or saved. All else is
/// somebody's own, and nothing that is said may show whether it exists.
package struct Sight: Hashable, Sendable {
    private enum Basis: Hashable {
        case rule(beside: [RecipientID])
        case shown
        case address(FeedID)
    }

    /// Whose names, marks and mutes count: a room or a person; nil for a guest.
    package let reader: RecipientID?
    private let basis: Basis

    /// The rule.
    ///
    /// `beside` are others through whom one article may be seen that is asked for alone: who asks in a room, and the
    /// rooms where they are.
    package static func of(_ reader: RecipientID?, beside: [RecipientID] = []) -> Sight {
        Sight(reader: reader, basis: .rule(beside: beside))
    }

    /// For what comes out of something that was made for the reader within the rule: a list, a delivery, their own
    /// readings.
    package static func shown(to reader: RecipientID?) -> Sight { Sight(reader: reader, basis: .shown) }

    /// For somebody who has named the whole address of a feed: what is there they could fetch themselves.
    package static func address(of feed: FeedID) -> Sight { Sight(reader: nil, basis: .address(feed)) }
}

extension Sight {
    /// Whether a feed, by the name of its table here, is anybody's to see.
    static func isPublic(_ feed: String) -> String {
        """
        (\(feed).isHouse = 1
            OR EXISTS (SELECT 1 FROM catalogueAddress WHERE catalogueAddress.url = \(feed).url)
            OR EXISTS (SELECT 1 FROM feedAlias JOIN catalogueAddress ON catalogueAddress.url = feedAlias.url
                WHERE feedAlias.feedID = \(feed).id))
        """
    }

    /// The same, or followed by `:recipient`.
    static func isSeen(_ feed: String) -> String {
        """
        (EXISTS (SELECT 1 FROM subscription WHERE subscription.recipientID = :recipient
            AND subscription.feedID = \(feed).id) OR \(isPublic(feed)))
        """
    }

    /// Whether a feed, by the name of its table here, is open to the reader or to those beside them.
    func isOpen(_ feed: String) -> String {
        guard case .rule(let beside) = basis else { return "1" }
        let recipients = (beside + [reader].compactMap(\.self)).map { String($0.rawValue) }.joined(separator: ", ")
        return """
            (EXISTS (SELECT 1 FROM subscription WHERE subscription.feedID = \(feed).id
                AND subscription.recipientID IN (\(recipients))) OR \(Self.isPublic(feed)))
            """
    }

    func sees(_ feed: FeedID, in db: Database) throws -> Bool {
        switch basis {
        case .shown: return true
        case .address(let named): return feed == named
        case .rule:
            let statement = try db.cachedStatement(
                sql: "SELECT 1 FROM feed WHERE id = :feed AND \(Self.isSeen("feed"))"
            )
            return try Row.fetchOne(statement, arguments: ["feed": feed.rawValue, "recipient": reader?.rawValue]) != nil
        }
    }

    /// `isOpen`: the rule holds for its feed.
    func sees(_ article: Article, isOpen: Bool, in db: Database) throws -> Bool {
        switch basis {
        case .shown: return true
        case .address(let feed): return article.feedID == feed
        case .rule(let beside):
            if isOpen { return true }
            if let reader, try Self.wasShown(article, to: reader, in: db) { return true }
            return try beside.contains {
                try Sight.of($0).sees(article.feedID, in: db) || Self.wasShown(article, to: $0, in: db)
            }
        }
    }

    /// Whether the very article was sent to somebody, stood in a list of theirs, or was read or saved by them.
    ///
    /// That its story was told is not enough: a stranger's words may belong to the same story.
    private static func wasShown(_ article: Article, to recipient: RecipientID, in db: Database) throws -> Bool {
        let sent = try db.cachedStatement(
            sql: """
                SELECT 1 FROM delivery WHERE recipientID = ? AND storyID = ? AND articleID = ?
                    AND state IN ('frozen', 'sent', 'unconfirmed')
                """
        )
        for story in try StoryFamily(of: article.storyID, in: db).stories {
            let arguments: StatementArguments = [recipient.rawValue, story.rawValue, article.id.rawValue]
            if try Row.fetchOne(sent, arguments: arguments) != nil { return true }
        }
        let kept = try db.cachedStatement(
            sql: """
                SELECT 1 FROM savedArticle WHERE profileID = :reader AND articleID = :article
                UNION ALL SELECT 1 FROM reading
                    WHERE profileID = :reader AND storyID = :story AND articleID = :article
                UNION ALL SELECT 1 FROM listing
                    JOIN listingItem ON listingItem.listingID = listing.id AND listingItem.itemID = :article
                    WHERE listing.ownerKey = :owner AND listing.kind IN ('article', 'saved', 'pushedRest')
                LIMIT 1
                """
        )
        return try Row.fetchOne(
            kept,
            arguments: [
                "reader": recipient.rawValue, "article": article.id.rawValue, "story": article.storyID.rawValue,
                "owner": ListingOwner.recipient(recipient).key,
            ]
        ) != nil
    }
}

extension Store {
    /// Whether a feed is of the house or the catalogue, so that its address is no secret.
    package func isPublic(_ feed: FeedID) async throws -> Bool {
        try await read { db in try Sight.of(nil).sees(feed, in: db) }
    }

    /// Makes these addresses the catalogue's and no others; each counts with `http` and `https`.
    package func saveCatalogue(_ addresses: [String]) async throws {
        try await write { db in
            try db.execute(sql: "DELETE FROM catalogueAddress")
            let insert = try db.cachedStatement(sql: "INSERT OR IGNORE INTO catalogueAddress (url) VALUES (?)")
            for address in addresses {
                guard let scheme = address.range(of: "://") else { continue }
                for spelled in ["http", "https"] {
                    try insert.execute(arguments: [spelled + address[scheme.lowerBound...]])
                }
            }
        }
    }
}
