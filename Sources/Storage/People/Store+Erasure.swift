import GRDB
package import NewsModel

extension Store {
    /// Forgets a person: everything that is theirs goes, whatever belongs to others stays.
    package func erase(_ profile: ProfileID) async throws {
        try await write { db in
            // Frozen words to them on somebody else's address (a room) have no row of theirs to cascade from.
            try db.execute(
                sql: """
                    DELETE FROM message WHERE id IN (SELECT messageID FROM delivery WHERE recipientID = :profile)
                        AND NOT EXISTS (SELECT 1 FROM delivery
                            WHERE messageID = message.id AND recipientID <> :profile)
                    """,
                arguments: ["profile": profile.rawValue]
            )
            // Scores won before the profile existed carry the account's name.
            try db.execute(
                sql: """
                    DELETE FROM quizScore WHERE playerKey IN
                        (SELECT network || ':' || account FROM identity WHERE profileID = ?)
                    """,
                arguments: [profile.rawValue]
            )
            try db.execute(
                sql: "DELETE FROM listing WHERE ownerKey = ?",
                arguments: [ListingOwner.recipient(profile.recipient).key]
            )
            try db.execute(
                sql: "DELETE FROM recipient WHERE id = ? AND kind = 'profile'",
                arguments: [profile.rawValue]
            )
        }
    }

    /// Forgets what a person has read.
    package func eraseHistory(of profile: ProfileID) async throws {
        try await write { db in
            try db.execute(sql: "DELETE FROM reading WHERE profileID = ?", arguments: [profile.rawValue])
        }
    }
}
