import Foundation
import GRDB
package import NewsModel

/// What a reader may see.
///
/// Every read of stored feeds and articles is checked here.
///
/// Visible feeds are the default selection, the catalogue, and what the reader follows. Visible articles are those of
/// these feeds, and those that were sent to the reader, appeared in a list of theirs, or were read or saved by them.
/// Everything else is private to others: no answer may show whether it exists.
package struct Sight: Hashable, Sendable {
    private enum Basis: Hashable {
        case rule(beside: [RecipientID])
        case shown
        case address(FeedID)
    }

    /// The room or person whose feed names, marks and mutes apply; nil for a guest.
    package let reader: RecipientID?
    private let basis: Basis

    /// The usual rule.
    ///
    /// `beside` are other recipients through whom a single article may be visible: the user who asks in a room, and the
    /// rooms of the user.
    package static func of(_ reader: RecipientID?, beside: [RecipientID] = []) -> Sight {
        Sight(reader: reader, basis: .rule(beside: beside))
    }

    /// For content that was selected for the reader under the rule before: a list, a delivery, their reading history.
    package static func shown(to reader: RecipientID?) -> Sight { Sight(reader: reader, basis: .shown) }

    /// For a user who has given the full URL of a feed: they could fetch it themselves.
    package static func address(of feed: FeedID) -> Sight { Sight(reader: nil, basis: .address(feed)) }
}

extension Sight {
    /// Whether everything may be seen that was selected for the reader before.
    var showsAll: Bool { basis == .shown }

    /// SQL: whether everybody may see a feed.
    ///
    /// `feed` is the name of the table in the query.
    static func isPublic(_ feed: String) -> String {
        """
        (\(feed).isDefault = 1
            OR EXISTS (SELECT 1 FROM catalogueAddress WHERE catalogueAddress.url = \(feed).url)
            OR EXISTS (SELECT 1 FROM feedAlias JOIN catalogueAddress ON catalogueAddress.url = feedAlias.url
                WHERE feedAlias.feedID = \(feed).id))
        """
    }

    /// SQL: whether `:recipient` may see a feed: it is public or they follow it.
    static func isSeen(_ feed: String) -> String {
        """
        (EXISTS (SELECT 1 FROM subscription WHERE subscription.recipientID = :recipient
            AND subscription.feedID = \(feed).id) OR \(isPublic(feed)))
        """
    }

    /// SQL: whether the reader, or one of `beside`, may see a feed.
    func isOpen(_ feed: String) -> String {
        guard case .rule(let beside) = basis else { return "1" }
        let recipients = (beside + [reader].compactMap(\.self)).map(\.description).joined(separator: ", ")
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
            return try Row.fetchOne(statement, arguments: ["feed": feed, "recipient": reader]) != nil
        }
    }

    /// `isOpen`: the reader may see the article's feed.
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

    /// Those of some articles that the reader may see although their feeds are not open to them, in their order.
    ///
    /// What is read of an article is not looked at, so that this costs little.
    func visible(ofClosedFeeds articles: [ArticleID], in db: Database) throws -> [ArticleID] {
        guard case .rule(let beside) = basis, beside.isEmpty else {
            var reader = try ListedArticleReader(self, db)
            return try reader.read(articles).map(\.article.id)
        }
        return try reader.map { try Self.shown(among: articles, to: $0, in: db) } ?? []
    }

    /// Those of some articles that were sent to the recipient, appeared in a list of theirs, or were read or saved by
    /// them.
    ///
    /// A sent story is not enough: a private article of somebody else may belong to the same story.
    private static func shown(
        among articles: [ArticleID],
        to recipient: RecipientID,
        in db: Database
    ) throws -> [ArticleID] {
        let root = StoryFamily.root(of: "article.storyID")
        // Asked once for all articles; without any, no article is looked up.
        func isAny(_ table: String, _ owner: String) -> String {
            "(SELECT EXISTS (SELECT 1 FROM \(table) WHERE \(owner) = :reader))"
        }
        let statement = try db.cachedStatement(
            sql: """
                SELECT wanted.value FROM json_each(:articles) AS wanted
                WHERE \(isAny("delivery", "recipientID")) AND EXISTS (
                        SELECT 1 FROM article CROSS JOIN delivery INDEXED BY deliveryByStory
                        WHERE article.id = wanted.value AND recipientID = :reader
                            AND delivery.storyID IN \(StoryFamily.members(of: root)) AND articleID = article.id
                            AND state IN ('frozen', 'sent', 'unconfirmed'))
                    OR EXISTS (SELECT 1 FROM savedArticle WHERE profileID = :reader AND articleID = wanted.value)
                    OR \(isAny("reading", "profileID")) AND EXISTS (
                        SELECT 1 FROM article CROSS JOIN reading
                        WHERE article.id = wanted.value AND profileID = :reader
                            AND reading.storyID = article.storyID AND articleID = article.id)
                    OR wanted.value IN (SELECT itemID FROM listing
                        JOIN listingItem ON listingItem.listingID = listing.id
                        WHERE ownerKey = :owner AND kind IN ('article', 'saved', 'pushedRest'))
                """
        )
        return try ArticleID.fetchAll(
            statement,
            arguments: [
                "articles": articles.jsonList, "reader": recipient, "owner": ListingOwner.recipient(recipient).key,
            ]
        )
    }

    private static func wasShown(_ article: Article, to recipient: RecipientID, in db: Database) throws -> Bool {
        try !shown(among: [article.id], to: recipient, in: db).isEmpty
    }
}

extension Store {
    /// Whether a feed is in the default selection or the catalogue, so that its URL is not secret.
    package func isPublic(_ feed: FeedID) async throws -> Bool {
        try await read { db in try Sight.of(nil).sees(feed, in: db) }
    }

    /// Who follows a feed, the first 50.
    package func audience(of feed: FeedID) async throws -> Set<RecipientID> {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT recipientID FROM subscription WHERE feedID = ? ORDER BY recipientID LIMIT 50"
            )
            return Set(try RecipientID.fetchAll(statement, arguments: [feed]))
        }
    }

    /// Replaces the catalogue's addresses; each is stored with `http` and `https`.
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
