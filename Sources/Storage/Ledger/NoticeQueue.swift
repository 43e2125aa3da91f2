import Foundation
import GRDB
import NewsModel

/// Queues a notice for people at one of their own accounts.
struct NoticeQueue {
    let payload: String
    let time: Date

    /// At the account where they were seen last of those that messages go to, the place itself only if it is the last.
    ///
    /// Where any mail goes nothing goes to a mailbox that was not confirmed, or wants nothing.
    func add(for profile: Int64, ratherThanAt place: AddressID, in db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO delivery (recipientID, addressID, kind, payload, dueAt, createdAt)
                SELECT identity.profileID, address.id, 'notice', :payload, :time, :time FROM identity
                JOIN address ON address.network = identity.network AND address.kind = 'person'
                    AND address.target = identity.account
                WHERE identity.profileID = :profile AND pausedReason IS NULL
                    AND (NOT EXISTS (SELECT 1 FROM mailCorrespondent WHERE network = identity.network)
                        OR EXISTS (SELECT 1 FROM mailCorrespondent
                            WHERE network = identity.network AND address = identity.account
                                AND confirmedAt IS NOT NULL AND unsubscribedAt IS NULL))
                ORDER BY address.id = :place, lastSeenAt DESC LIMIT 1
                """,
            arguments: [
                "payload": payload, "time": time.unixSeconds, "profile": profile, "place": place.rawValue,
            ]
        )
    }
}
