package import Foundation
import GRDB
package import NewsModel

extension Store {
    package func recordPosted(network: String, eventID: String, key: PartKey) async throws {
        switch key {
        case .message(let id, let part): try await recordPostedMessage(id, part: part, network, eventID)
        case .reply(let inboundID, _): try await recordPostedReply(to: inboundID, network: network, eventID: eventID)
        // No later message refers to the others.
        case .quiz, .scheduledQuiz, .ownerHint, .welcome, .unreadable, .directRoom, .puzzleResult: break
        }
    }

    private func recordPostedMessage(
        _ message: MessageID,
        part: Int,
        _ network: String,
        _ eventID: String
    ) async throws {
        try await write { db in
            try Ledger.recordPosted(message, part: part, network: network, eventID: eventID, in: db)
        }
    }

    /// A reply is recorded only if it has numbered lists or tells of a change, and as long as the lists are kept.
    private func recordPostedReply(to inboundID: String, network: String, eventID: String) async throws {
        let origin = ListingOrigin.answer(network: network, inboundID: inboundID)
        try await write { db in
            try db.execute(
                sql: """
                    INSERT OR IGNORE INTO postedReply (network, eventID, inboundID, postedAt)
                    SELECT ?1, ?2, ?3, createdAt FROM listing WHERE origin = ?4
                    UNION ALL SELECT ?1, ?2, ?3, madeAt FROM ownChange WHERE command = ?4 LIMIT 1
                    """,
                arguments: [network, eventID, inboundID, origin.key]
            )
        }
    }

    package func postedEvent(network: String, key: PartKey) async throws -> String? {
        guard case .message(let message, let part) = key else { return nil }
        return try await read { db in
            try String.fetchOne(
                db,
                sql: "SELECT eventID FROM postedEvent WHERE messageID = ? AND part = ? AND network = ?",
                arguments: [message, part, network]
            )
        }
    }

    package func isPosted(network: String, eventID: String) async throws -> Bool {
        try await read { db in
            try Bool.fetchOne(
                db,
                sql: "SELECT EXISTS (SELECT 1 FROM postedEvent WHERE network = ? AND eventID = ?)",
                arguments: [network, eventID]
            ) ?? false
        }
    }

    /// The article of a message posted at `place`; nil when the message had several articles or none.
    ///
    /// The event id alone is not enough: strangers may know it.
    package func postedArticle(eventID: String, at place: Address) async throws -> ArticleID? {
        try await read { db in
            let ids = try ArticleID.fetchAll(
                db,
                sql: """
                    SELECT DISTINCT articleID FROM postedEvent
                    JOIN delivery ON delivery.messageID = postedEvent.messageID
                    JOIN message ON message.id = postedEvent.messageID
                    JOIN address ON address.id = message.addressID
                    WHERE postedEvent.network = ? AND eventID = ? AND articleID IS NOT NULL
                        AND address.network = postedEvent.network AND address.kind = ? AND address.target = ? LIMIT 2
                    """,
                arguments: [place.network, eventID, place.kind, place.target]
            )
            return ids.count == 1 ? ids.first : nil
        }
    }

    /// The event that began the thread of the only feed of some articles in a room, since a time.
    ///
    /// Nil when the articles are of several feeds, or there is no such thread.
    package func feedThread(
        ofFeedOf articles: [ArticleID],
        at place: Address,
        since start: Date
    ) async throws -> String? {
        try await read { db in
            let feeds = try FeedID.fetchAll(
                db,
                sql: "SELECT DISTINCT feedID FROM article WHERE id IN (SELECT value FROM json_each(?)) LIMIT 2",
                arguments: [articles.jsonList]
            )
            guard feeds.count == 1, let address = try AddressID.find(place, in: db) else { return nil }
            return try String.fetchOne(
                db,
                sql: "SELECT eventID FROM feedThread WHERE addressID = ? AND feedID = ? AND beganAt >= ?",
                arguments: [address, feeds[0], start.unixSeconds]
            )
        }
    }

    package func forgetThread(network: String, room: String, root: String) async throws {
        try await write { db in
            let place = Address(network: network, kind: .room, target: room)
            guard let address = try AddressID.find(place, in: db) else { return }
            try Ledger.endThread(root, at: address, in: db)
        }
    }
}
