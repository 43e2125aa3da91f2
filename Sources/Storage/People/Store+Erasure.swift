import GRDB
package import NewsModel

extension Store {
    /// Erases a person: everything that belongs to them is deleted, other people's data is not.
    ///
    /// What they made for rooms is kept under their mark, which names nobody. It counts against their account if it
    /// returns.
    package func erase(_ profile: ProfileID) async throws {
        try await unrecorded.write { db in
            try Ledger.erase(profile.recipient, in: db)
            // Scores from before the profile existed are stored under the account's name.
            try db.execute(
                sql: """
                    DELETE FROM quizScore WHERE playerKey IN
                        (SELECT network || ':' || account FROM identity WHERE profileID = ?)
                    """,
                arguments: [profile]
            )
            try Self.forgetMailboxes(of: profile, in: db)
            try db.execute(
                sql: "DELETE FROM listing WHERE ownerKey = ?",
                arguments: [ListingOwner.recipient(profile.recipient).key]
            )
            // Feeds that only they followed are deleted at the next pruning, without the usual delay: a URL may
            // identify them.
            try db.execute(
                sql: """
                    UPDATE feed SET unfollowedAt = 0 WHERE paidBy IN (SELECT mark FROM identity WHERE profileID = :profile)
                        AND NOT EXISTS (SELECT 1 FROM subscription WHERE feedID = feed.id AND recipientID <> :profile)
                    """,
                arguments: ["profile": profile]
            )
            try db.execute(
                sql: "DELETE FROM recipient WHERE id = ? AND kind = 'profile'",
                arguments: [profile]
            )
        }
    }

    /// Deletes the data of their mailboxes, including the counts of mails.
    ///
    /// They get no mail until they confirm again.
    ///
    /// Their queued mail is still sent, because it contains the answer to the request for erasure.
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
                arguments: ["profile": profile]
            )
        }
    }

    /// Deletes a person's reading history and read marks, and with them what `undo` remembers of marks.
    package func eraseHistory(of profile: ProfileID) async throws {
        try await unrecorded.write { db in
            try db.execute(sql: "DELETE FROM ownChange WHERE recipientID = ?", arguments: [profile])
            for table in ["reading", "readMark"] {
                try db.execute(sql: "DELETE FROM \(table) WHERE profileID = ?", arguments: [profile])
            }
        }
    }
}
