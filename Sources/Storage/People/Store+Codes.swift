package import Foundation
import GRDB
package import NewsModel

extension Store {
    /// A code that confirms one dangerous action of one person; a new one replaces the last.
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
                arguments: [profile.rawValue, action, code, time.unixSeconds + Int64(lifetime)]
            )
        }
        return code
    }

    /// The newest code of a person that confirms one of the actions and still holds.
    package func heldCode(for profile: ProfileID, actions: [String], at time: Date) async throws -> String? {
        try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT code, action FROM confirmationCode
                    WHERE profileID = ? AND expiresAt > ? ORDER BY expiresAt DESC
                    """,
                arguments: [profile.rawValue, time.unixSeconds]
            )
            return rows.first { actions.contains($0["action"]) }?["code"]
        }
    }

    /// The action a code confirms, once; nil when it is wrong, old or used.
    ///
    /// Five wrong tries void a person's codes.
    package func redeemCode(_ code: String, for profile: ProfileID, at time: Date) async throws -> String? {
        try await write { db in
            let action = try String.fetchOne(
                db,
                sql: """
                    SELECT action FROM confirmationCode
                    WHERE profileID = ? AND code = ? AND expiresAt > ? AND action <> ?
                    """,
                arguments: [profile.rawValue, code.uppercased(), time.unixSeconds, Self.linkAction]
            )
            guard let action else {
                try db.execute(
                    sql: "UPDATE confirmationCode SET wrongTries = wrongTries + 1 WHERE profileID = ? AND action <> ?",
                    arguments: [profile.rawValue, Self.linkAction]
                )
                try db.execute(
                    sql: "DELETE FROM confirmationCode WHERE profileID = ? AND (wrongTries >= 5 OR expiresAt <= ?)",
                    arguments: [profile.rawValue, time.unixSeconds]
                )
                return nil
            }
            try db.execute(
                sql: "DELETE FROM confirmationCode WHERE profileID = ? AND action = ?",
                arguments: [profile.rawValue, action]
            )
            return action
        }
    }
}
