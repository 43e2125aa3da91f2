import Foundation
import GRDB
import NewsModel

/// Tells a profile's other accounts that one has joined them: who did not mean it hears of it.
struct LinkNotice {
    let db: Database
    let identity: Identity
    let time: Date

    /// Before the account is moved: goes to the account of the profile that was seen last.
    func queue(for profile: ProfileID) throws {
        let payload = try StoredJSON.text(DeliveryNotice.accountLinked(identity.address))
        try db.execute(
            sql: """
                INSERT INTO delivery (recipientID, addressID, kind, payload, dueAt, createdAt)
                SELECT identity.profileID, address.id, 'notice', :payload, :now, :now FROM identity
                JOIN address ON address.network = identity.network AND address.kind = 'person'
                    AND address.target = identity.account
                WHERE identity.profileID = :profile AND pausedReason IS NULL
                    AND NOT (identity.network = :network AND identity.account = :account)
                ORDER BY lastSeenAt DESC LIMIT 1
                """,
            arguments: [
                "payload": payload, "now": time.unixSeconds, "profile": profile.rawValue,
                "network": identity.network, "account": identity.account,
            ]
        )
    }
}
