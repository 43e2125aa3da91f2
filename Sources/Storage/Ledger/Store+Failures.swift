package import Foundation
import GRDB
package import NewsModel

extension Store {
    /// Records that a message cannot be delivered.
    ///
    /// With `pausesAddress` the address and its subscriptions are paused. Whoever created them gets one notice, at
    /// another address of theirs. Deliveries queued for the address wait for `resumeAddress`.
    package func fail(
        _ message: MessageID,
        reason: String,
        pausesAddress: Bool = true,
        at time: Date
    ) async throws {
        try await write { db in
            guard let address = try message.openAddress(in: db) else { return }
            try Ledger(db: db, time: time).fail(message)
            if pausesAddress {
                try AddressPause(address: address.id, time: time).pause(address.place, reason: reason, in: db)
            }
        }
        signals.send(.deliveries)
    }

    /// Pauses an address without a failed message, as when the bot is banned from a room.
    package func pauseAddress(_ address: Address, reason: String, at time: Date) async throws {
        try await write { db in
            guard let id = try AddressID.find(address, in: db) else { return }
            try AddressPause(address: id, time: time).pause(address, reason: reason, in: db)
        }
        signals.send(.deliveries)
    }
}

/// Pauses an address that refuses the bot permanently.
private struct AddressPause {
    let address: AddressID
    let time: Date

    func pause(_ place: Address, reason: String, in db: Database) throws {
        try db.execute(
            sql: "UPDATE address SET pausedReason = ? WHERE id = ? AND pausedReason IS NULL",
            arguments: [reason, address]
        )
        // It was paused before; its owners have got the notice.
        guard db.changesCount == 1 else { return }
        let owners = try owners(in: db)
        try db.execute(
            sql: "UPDATE subscription SET pause = 'addressFailed' WHERE addressID = ? AND pause IS NULL",
            arguments: [address]
        )
        let queue = NoticeQueue(.addressFailed(address: place, reason: reason), at: time)
        for owner in owners { try queue.add(for: owner, avoiding: address, in: db) }
    }

    /// The profiles that own or created the subscriptions, alerts and schedules at the address.
    private func owners(in db: Database) throws -> [RecipientID] {
        try RecipientID.fetchAll(
            db,
            sql: """
                SELECT profile.id FROM (
                    SELECT coalesce(createdBy, recipientID) AS owner FROM subscription
                    WHERE addressID = :address AND pause IS NULL
                    UNION SELECT coalesce(createdBy, recipientID) FROM alert WHERE addressID = :address AND isOn = 1
                    UNION SELECT coalesce(createdBy, recipientID) FROM schedule WHERE addressID = :address AND isOn = 1
                    UNION SELECT recipientID FROM address WHERE id = :address
                ) JOIN profile ON profile.id = owner ORDER BY profile.id
                """,
            arguments: ["address": address]
        )
    }
}

extension MessageID {
    /// The address row of an open message; nil when it is not open.
    func openAddress(in db: Database) throws -> (id: AddressID, place: Address)? {
        try Row.fetchOne(
            db,
            sql: """
                SELECT address.id, \(Address.columns) FROM message JOIN address ON address.id = addressID
                WHERE message.id = ? AND message.state = 'open'
                """,
            arguments: [self]
        ).map { ($0[0], Address(row: $0, at: 1)) }
    }
}
