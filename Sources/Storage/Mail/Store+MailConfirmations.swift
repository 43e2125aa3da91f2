package import Foundation
import GRDB
package import NewsModel

/// Stores commands from mails with an unproven sender until the sender confirms them.
extension Store {
    package func confirmationCode(
        mail: KeptMail,
        position: Int,
        of address: String,
        network: String,
        at time: Date
    ) async throws -> String? {
        try await write { db in
            try MailConfirmations(db: db, network: network, time: time).code(mail, position, of: address)
        }
    }

    package func pendingCode(mail: Int64, of address: String, network: String, at time: Date) async throws -> String? {
        try await read { db in
            try String.fetchOne(
                db,
                sql: """
                    SELECT code FROM mailConfirmation
                    WHERE network = ? AND mailID = ? AND address = ? AND createdAt > ?
                    """,
                arguments: [network, mail, address, time.unixSeconds - MailConfirmations.lifetime]
            )
        }
    }

    package func redeemConfirmation(
        _ code: String,
        of address: String,
        network: String,
        bearer: ConfirmingMail?,
        at time: Date
    ) async throws -> Bool {
        let isRedeemed = try await write { db in
            let isRedeemed = try MailConfirmations(db: db, network: network, time: time).redeem(code, of: address)
            if isRedeemed, let bearer {
                // The code works once, so the confirmed commands of its mail must survive a restart.
                try db.execute(
                    sql: "UPDATE keptMail SET confirmedCommands = ? WHERE id = ? AND network = ?",
                    arguments: [try StoredJSON.text(bearer.commands), bearer.id, network]
                )
            }
            return isRedeemed
        }
        if isRedeemed { signals.send(.mail) }
        return isRedeemed
    }
}

/// The pending confirmations of one network.
struct MailConfirmations {
    static let lifetime: Int64 = 7 * 86_400
    /// The most pending mails of one address.
    static let mostOfOne = 3
    /// Larger mails are refused: commands are short, and anybody can send many large mails.
    static let mostBytesOfMail = 1 << 20
    static let most = 1_000
    static let mostBytes = 64 << 20
    /// Seconds in which a mail of another address cannot replace this one.
    static let freshness: Int64 = 3_600

    let db: Database
    let network: String
    let time: Date

    func code(_ mail: KeptMail, _ position: Int, of address: String) throws -> String? {
        guard mail.content.count <= Self.mostBytesOfMail else { return nil }
        try db.execute(
            sql: "DELETE FROM mailConfirmation WHERE network = ? AND createdAt <= ?",
            arguments: [network, time.unixSeconds - Self.lifetime]
        )
        let asked = try Row.fetchOne(
            db,
            sql: "SELECT id, code, positions FROM mailConfirmation WHERE network = ? AND mailID = ? AND address = ?",
            arguments: [network, mail.id, address]
        )
        if let asked {
            let positions = Set(StoredJSON.value([Int].self, from: asked[2]) ?? []).union([position])
            try db.execute(
                sql: "UPDATE mailConfirmation SET positions = ? WHERE id = ?",
                arguments: [try StoredJSON.text(positions.sorted()), asked[0] as Int64]
            )
            return asked[1]
        }
        guard try makeSpace(for: mail, of: address) else { return nil }
        let code = Secret.code(length: 10)
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO mailConfirmation (network, code, address, mailID, positions, size,
                    envelopeSender, envelopeRecipient, createdAt, content)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                network, code, address, mail.id, try StoredJSON.text([position]), mail.content.count,
                mail.envelopeSender, mail.envelopeRecipient, time.unixSeconds, Data(mail.content),
            ]
        )
        return code
    }

    /// False when there is not enough space; then nothing is removed.
    private func makeSpace(for mail: KeptMail, of address: String) throws -> Bool {
        let rows = try Row.fetchAll(
            db,
            sql: "SELECT id, address, size, createdAt FROM mailConfirmation WHERE network = ? ORDER BY id",
            arguments: [network]
        )
        let end = time.unixSeconds - Self.freshness
        var waiting = WaitingMails(
            rows.map {
                WaitingMail(id: $0[0], address: $0[1], size: $0[2], isOld: ($0[3] as Int64) <= end)
            }
        )
        guard waiting.makeSpace(for: mail.content.count, of: address) else { return false }
        for id in waiting.gone { try remove(id) }
        return true
    }

    private func remove(_ id: Int64) throws {
        try db.execute(sql: "DELETE FROM mailConfirmation WHERE id = ?", arguments: [id])
    }

    func redeem(_ code: String, of address: String) throws -> Bool {
        let row = try Row.fetchOne(
            db,
            sql: """
                DELETE FROM mailConfirmation WHERE network = ? AND code = ? AND address = ? AND createdAt > ?
                RETURNING positions, envelopeSender, envelopeRecipient, content
                """,
            arguments: [network, code.prefix(40).uppercased(), address, time.unixSeconds - Self.lifetime]
        )
        guard let row else { return false }
        try MailQueue(db: db, network: network).insert(
            row[3],
            from: row[1],
            to: row[2],
            confirmedCommands: StoredJSON.value([Int].self, from: row[0]) ?? [],
            at: time
        )
        return true
    }
}
