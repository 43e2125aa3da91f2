package import Foundation
import GRDB
package import NewsModel

extension Store {
    /// Records that a message may have arrived or not, and that nobody will ever know.
    ///
    /// Its stories stay told, to slots too, and nothing is paused. Whose it was is told once, on another account of
    /// theirs if there is one, else at the same.
    package func giveUp(_ message: MessageID, at time: Date) async throws {
        try await write { db in
            guard let row = try message.openPlace(in: db) else { return }
            try UnconfirmedMessage(id: message, address: row.id("id"), place: Address(row: row), time: time).note(
                in: db
            )
            try message.end(as: .unconfirmed, at: time, in: db)
        }
        nudges.nudge(.deliveries)
    }
}

/// A message of which nobody will ever know whether it arrived.
private struct UnconfirmedMessage {
    let id: MessageID
    let address: AddressID
    let place: Address
    let time: Date

    /// Queues the notice for its readers.
    func note(in db: Database) throws {
        // A notice about a notice would never end.
        guard try !isSuchNotice(in: db) else { return }
        let notice = DeliveryNotice.unconfirmed(address: place, articles: try articles(in: db))
        let readers = try Int64.fetchAll(
            db,
            sql: "SELECT DISTINCT recipientID FROM delivery WHERE messageID = ? AND state = 'frozen'",
            arguments: [id.rawValue]
        )
        let queue = try NoticeQueue(notice, at: time)
        for reader in readers { try queue.add(for: reader, ratherThanAt: address, in: db) }
    }

    private func isSuchNotice(in db: Database) throws -> Bool {
        try Row.fetchAll(
            db,
            sql: "SELECT kind, payload FROM delivery WHERE messageID = ? AND kind = 'notice'",
            arguments: [id.rawValue]
        ).contains { row in
            if case .notice(.unconfirmed)? = DeliveryPayload(row: row) { true } else { false }
        }
    }

    /// All that it told, in the order of its list.
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
            arguments: ["message": id.rawValue, "origin": ListingOrigin.push(id).key]
        )
    }
}
