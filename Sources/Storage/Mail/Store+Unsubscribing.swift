package import Foundation
import GRDB
package import NewsModel

/// Mailboxes whose owners have unsubscribed from all mail.
extension Store {
    /// The reason for a pause by the owner; only `resubscribe` ends it.
    package static let unsubscribedReason = "unsubscribed"

    /// Whether the owner of a mailbox has unsubscribed; false for other addresses.
    package func isUnsubscribed(_ address: Address) async throws -> Bool {
        try await read { db in try address.isUnsubscribed(in: db) }
    }

    package func unsubscribe(
        _ address: String,
        network: String,
        telling notice: NewMail?,
        at time: Date
    ) async throws {
        try await write { db in
            guard try MailCorrespondent.isKnown(address, network: network, in: db) else { return }
            let known = try MailCorrespondent.ensure(address, network: network, at: time, in: db)
            if let notice, known.unsubscribedAt == nil {
                try MailQueue(db: db, network: network).insert(notice, at: time)
            }
            try db.execute(
                sql: """
                    UPDATE mailCorrespondent SET unsubscribedAt = coalesce(unsubscribedAt, ?)
                    WHERE network = ? AND address = ?
                    """,
                arguments: [time.unixSeconds, network, address]
            )
            guard let id = try AddressID.find(Address(mailbox: address, network), in: db) else { return }
            try db.execute(
                sql: "UPDATE address SET pausedReason = ? WHERE id = ?",
                arguments: [Self.unsubscribedReason, id]
            )
            try db.execute(
                sql: "UPDATE subscription SET pause = 'addressFailed' WHERE addressID = ? AND pause IS NULL",
                arguments: [id]
            )
            try Ledger(db: db, time: time).withdrawAll(at: id)
        }
        signals.send(.deliveries)
        if notice != nil { signals.send(.mail) }
    }

    package func resubscribe(_ address: String, network: String) async throws -> Bool {
        let isBack = try await write { db in
            let known = try MailCorrespondent.row(of: address, network: network, in: db)
            guard let time = known.flatMap({ MailCorrespondent(row: $0).unsubscribedAt }) else { return false }
            try db.execute(
                sql: "UPDATE mailCorrespondent SET unsubscribedAt = NULL WHERE network = ? AND address = ?",
                arguments: [network, address]
            )
            guard let id = try AddressID.find(Address(mailbox: address, network), in: db) else { return true }
            // News queued meanwhile is not sent now, all at once.
            try Ledger(db: db, time: time).withdrawAll(at: id)
            try id.resume(in: db)
            return true
        }
        signals.send(.deliveries)
        signals.send(.feeds)
        return isBack
    }
}

extension MailCorrespondent {
    /// Whether the bot could ever send mail there unasked.
    ///
    /// Nothing is stored about other addresses, because anybody can write any name.
    fileprivate static func isKnown(_ address: String, network: String, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (SELECT 1 FROM mailCorrespondent WHERE network = :network AND address = :address)
                    OR EXISTS (SELECT 1 FROM identity WHERE network = :network AND account = :address)
                    OR EXISTS (SELECT 1 FROM address
                        WHERE network = :network AND kind = 'person' AND target = :address)
                """,
            arguments: ["network": network, "address": address]
        ) ?? false
    }
}

extension Address {
    fileprivate init(mailbox: String, _ network: String) {
        self.init(network: network, kind: .person, target: mailbox)
    }

    func isUnsubscribed(in db: Database) throws -> Bool {
        guard kind == .person else { return false }
        return try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (SELECT 1 FROM mailCorrespondent
                    WHERE network = ? AND address = ? AND unsubscribedAt IS NOT NULL)
                """,
            arguments: [network, target]
        ) ?? false
    }
}
