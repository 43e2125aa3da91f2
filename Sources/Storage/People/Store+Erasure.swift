import GRDB
package import NewsModel

extension Store {
    /// Forgets a person: everything that is theirs goes, whatever belongs to others stays.
    ///
    /// What they made for rooms stays under their mark, which names nobody, and counts for their account if it comes back.
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
            try Self.forgetMailboxes(of: profile, in: db)
            try db.execute(
                sql: "DELETE FROM listing WHERE ownerKey = ?",
                arguments: [ListingOwner.recipient(profile.recipient).key]
            )
            // What only they followed goes at the next tidying, and not a day later: its address may tell of them.
            try db.execute(
                sql: """
                    UPDATE feed SET unfollowedAt = 0 WHERE paidBy IN (SELECT mark FROM identity WHERE profileID = :profile)
                        AND NOT EXISTS (SELECT 1 FROM subscription WHERE feedID = feed.id AND recipientID <> :profile)
                    """,
                arguments: ["profile": profile.rawValue]
            )
            try db.execute(
                sql: "DELETE FROM recipient WHERE id = ? AND kind = 'profile'",
                arguments: [profile.rawValue]
            )
        }
    }

    /// What is known of their mailboxes, counts of their mails by kind included: nothing is pushed there again unless they confirm again.
    ///
    /// Mail of theirs that waits in the queue is still dealt with: the answer to the wish to be forgotten is among it.
    private static func forgetMailboxes(of profile: ProfileID, in db: Database) throws {
        for table in ["mailCorrespondent", "mailConfirmation", "mailAnswerCount"] {
            try db.execute(
                sql: """
                    WITH own AS (
                        SELECT network, account AS name FROM identity WHERE profileID = :profile
                        UNION SELECT network, target FROM address WHERE recipientID = :profile AND kind = 'person')
                    DELETE FROM \(table) WHERE (network, address) IN (
                        SELECT network, name FROM own UNION SELECT network, 'guest ' || name FROM own
                        UNION SELECT network, 'token ' || name FROM own UNION SELECT network, 'end ' || name FROM own)
                    """,
                arguments: ["profile": profile.rawValue]
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
