package import Foundation
import GRDB
package import NewsModel

extension Store {
    /// Makes a code that confirms one dangerous action of a person; it replaces the last one.
    ///
    /// `lifetime` is in seconds.
    package func makeCode(
        for profile: ProfileID,
        action: String,
        length: Int = 6,
        lifetime: TimeInterval = 600,
        at time: Date
    ) async throws -> String {
        let code = Secret.code(length: length)
        try await write { db in
            try db.execute(
                sql: """
                    INSERT OR REPLACE INTO confirmationCode (profileID, action, code, expiresAt) VALUES (?, ?, ?, ?)
                    """,
                arguments: [profile, action, code, time.unixSeconds + Int64(lifetime)]
            )
        }
        return code
    }

    /// A person's valid codes with their actions, the one that holds longest first.
    package func openCodes(
        of profile: ProfileID,
        at time: Date
    ) async throws -> [(code: String, action: String)] {
        try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT code, action FROM confirmationCode
                    WHERE profileID = ? AND expiresAt > ? ORDER BY expiresAt DESC
                    """,
                arguments: [profile, time.unixSeconds]
            )
            return rows.map { ($0[0], $0[1]) }
        }
    }

    /// Makes a person's codes invalid.
    package func voidCodes(_ codes: [String], of profile: ProfileID) async throws {
        try await write { db in
            for code in codes {
                try db.execute(
                    sql: "DELETE FROM confirmationCode WHERE profileID = ? AND code = ? AND action <> ?",
                    arguments: [profile, code, Self.linkAction]
                )
            }
        }
    }

    /// The action that a code confirms, once; nil when the code is wrong, expired or used.
    ///
    /// Five wrong codes invalidate a person's codes.
    package func redeemCode(_ code: String, for profile: ProfileID, at time: Date) async throws -> String? {
        try await write { db in
            let action = try String.fetchOne(
                db,
                sql: """
                    SELECT action FROM confirmationCode
                    WHERE profileID = ? AND code = ? AND expiresAt > ? AND action <> ?
                    """,
                arguments: [profile, code.uppercased(), time.unixSeconds, Self.linkAction]
            )
            guard let action else {
                try db.execute(
                    sql: "UPDATE confirmationCode SET wrongTries = wrongTries + 1 WHERE profileID = ? AND action <> ?",
                    arguments: [profile, Self.linkAction]
                )
                try db.execute(
                    sql: "DELETE FROM confirmationCode WHERE profileID = ? AND (wrongTries >= 5 OR expiresAt <= ?)",
                    arguments: [profile, time.unixSeconds]
                )
                return nil
            }
            try db.execute(
                sql: "DELETE FROM confirmationCode WHERE profileID = ? AND action = ?",
                arguments: [profile, action]
            )
            return action
        }
    }
}
