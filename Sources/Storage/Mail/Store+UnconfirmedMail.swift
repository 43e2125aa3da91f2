import GRDB
package import NewsModel

extension Store {
    package func unconfirmedMail(_ eventID: String, network: String) async throws -> UnconfirmedMail? {
        try await read { db in
            try Row.fetchOne(
                db.cachedStatement(
                    sql: "SELECT attempts, heldUntil FROM unconfirmedMail WHERE network = ? AND eventID = ?"
                ),
                arguments: [network, eventID]
            ).map { UnconfirmedMail(attempts: $0[0], heldUntil: $0.date(1)) }
        }
    }

    package func setUnconfirmedMail(_ eventID: String, network: String, to mail: UnconfirmedMail?) async throws {
        try await write { db in
            guard let mail else {
                try db.execute(
                    sql: "DELETE FROM unconfirmedMail WHERE network = ? AND eventID = ?",
                    arguments: [network, eventID]
                )
                return
            }
            try db.execute(
                sql:
                    "INSERT OR REPLACE INTO unconfirmedMail (network, eventID, attempts, heldUntil) VALUES (?, ?, ?, ?)",
                arguments: [network, eventID, mail.attempts, mail.heldUntil.unixSeconds]
            )
        }
    }
}
