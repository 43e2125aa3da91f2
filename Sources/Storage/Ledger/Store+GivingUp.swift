package import Foundation
import GRDB
package import NewsModel

extension Store {
    /// Records that a message may have arrived or not, and that nobody will ever know.
    ///
    /// Its stories stay told and nothing is paused. Whose it was is told once, on another account of theirs if there
    /// is one, else at the same.
    package func giveUp(_ message: MessageID, at time: Date) async throws {
        try await write { db in
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT address.* FROM message JOIN address ON address.id = addressID
                    WHERE message.id = ? AND message.state = 'open'
                    """,
                arguments: [message.rawValue]
            )
            guard let row else { return }
            try UnconfirmedMessage(id: message, address: row.id("id"), place: Address(row: row), time: time).note(
                in: db
            )
            try db.execute(
                sql: "UPDATE message SET state = 'failed', endedAt = ? WHERE id = ?",
                arguments: [time.unixSeconds, message.rawValue]
            )
            try db.execute(
                sql: "UPDATE delivery SET state = 'failed', endedAt = ? WHERE messageID = ? AND state = 'frozen'",
                arguments: [time.unixSeconds, message.rawValue]
            )
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

    /// More would make a message of their own.
    private static let mostTitles = 8

    /// Queues the notice for its readers.
    func note(in db: Database) throws {
        // A notice about a notice would never end.
        guard try !isSuchNotice(in: db) else { return }
        let titles = try titles(in: db)
        let notice = DeliveryNotice.unconfirmed(
            address: place,
            titles: Array(titles.prefix(Self.mostTitles)),
            count: titles.count
        )
        let payload = try StoredJSON.text(notice)
        let readers = try Int64.fetchAll(
            db,
            sql: "SELECT DISTINCT recipientID FROM delivery WHERE messageID = ? AND state = 'frozen'",
            arguments: [id.rawValue]
        )
        for reader in readers {
            try db.execute(
                sql: """
                    INSERT INTO delivery (recipientID, addressID, kind, payload, dueAt, createdAt)
                    SELECT identity.profileID, address.id, 'notice', ?, ?, ? FROM identity
                    JOIN address ON address.network = identity.network AND address.kind = 'person'
                        AND address.target = identity.account
                    WHERE identity.profileID = ? AND pausedReason IS NULL
                    ORDER BY address.id = ?, lastSeenAt DESC LIMIT 1
                    """,
                arguments: [payload, time.unixSeconds, time.unixSeconds, reader, address.rawValue]
            )
        }
    }

    private func isSuchNotice(in db: Database) throws -> Bool {
        let payloads = try String.fetchAll(
            db,
            sql: "SELECT payload FROM delivery WHERE messageID = ? AND kind = 'notice' AND payload IS NOT NULL",
            arguments: [id.rawValue]
        )
        return payloads.contains {
            if case .unconfirmed? = DeliveryNotice(payload: $0) { true } else { false }
        }
    }

    /// Of all its stories, the newest first.
    private func titles(in db: Database) throws -> [String] {
        try String.fetchAll(
            db,
            sql: """
                SELECT title FROM article WHERE title != '' AND id IN (
                    SELECT articleID FROM delivery WHERE messageID = :message
                    UNION SELECT itemID FROM listingItem JOIN listing ON listing.id = listingID
                    WHERE origin = :origin AND kind = 'article')
                ORDER BY id DESC
                """,
            arguments: ["message": id.rawValue, "origin": ListingOrigin.push(id).key]
        )
    }
}
