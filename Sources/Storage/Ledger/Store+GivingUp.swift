package import Foundation
import GRDB
package import NewsModel

extension Store {
    /// Records that it cannot be found out whether a message arrived.
    ///
    /// Its stories stay told, for slots too, and nothing is paused. Its recipients get one notice, at another account
    /// if they have one.
    package func giveUp(_ message: MessageID, at time: Date) async throws {
        try await write { db in
            guard let address = try message.openAddress(in: db) else { return }
            try UnconfirmedMessage(id: message, address: address.id, place: address.place, time: time)
                .queueNotice(in: db)
            try Ledger(db: db, time: time).giveUp(message)
        }
        signals.send(.deliveries)
    }
}

/// A message of which it cannot be found out whether it arrived.
private struct UnconfirmedMessage {
    let id: MessageID
    let address: AddressID
    let place: Address
    let time: Date

    /// Queues the notice for the recipients.
    func queueNotice(in db: Database) throws {
        // A notice about an unconfirmed notice could go on for ever.
        guard try !isSuchNotice(in: db) else { return }
        let notice = DeliveryNotice.unconfirmed(address: place, articles: try articles(in: db))
        let readers = try RecipientID.fetchAll(
            db,
            sql: "SELECT DISTINCT recipientID FROM delivery WHERE messageID = ? AND state = 'frozen'",
            arguments: [id]
        )
        let queue = NoticeQueue(notice, at: time)
        for reader in readers { try queue.add(for: reader, avoiding: address, in: db) }
    }

    private func isSuchNotice(in db: Database) throws -> Bool {
        try Row.fetchAll(
            db,
            sql: "SELECT kind, payload FROM delivery WHERE messageID = ? AND kind = 'notice'",
            arguments: [id]
        ).contains { row in
            if case .notice(.unconfirmed)? = DeliveryPayload(row: row) { true } else { false }
        }
    }

    /// All articles of the message, in the order of its list.
    private func articles(in db: Database) throws -> [Int64] {
        try Int64.fetchAll(
            db,
            sql: """
                SELECT article FROM (
                    SELECT itemID AS article, 0 AS isAlone, number AS place FROM listingItem
                    JOIN listing ON listing.id = listingID WHERE origin = :origin AND kind = 'article'
                    UNION ALL SELECT articleID, 1, id FROM delivery
                    WHERE messageID = :message AND articleID IS NOT NULL)
                GROUP BY article ORDER BY min(isAlone), min(place)
                """,
            arguments: ["message": id, "origin": ListingOrigin.push(id).key]
        )
    }
}
