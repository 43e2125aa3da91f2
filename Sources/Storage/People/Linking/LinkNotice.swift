import Foundation
import GRDB
import NewsModel

/// Tells the other accounts of a profile that one has joined them: who did not mean it hears of it.
struct LinkNotice {
    let db: Database
    /// Who has joined.
    let joined: Identity
    /// Who asked for it, and knows.
    let asker: Identity
    let time: Date

    func queue(for profile: ProfileID) throws {
        let payload = try StoredJSON.text(DeliveryNotice.accountLinked(joined.address))
        try db.execute(
            sql: """
                INSERT INTO delivery (recipientID, addressID, kind, payload, dueAt, createdAt)
                SELECT identity.profileID, address.id, 'notice', :payload, :now, :now FROM identity
                JOIN address ON address.network = identity.network AND address.kind = 'person'
                    AND address.target = identity.account
                WHERE identity.profileID = :profile AND pausedReason IS NULL
                    AND NOT (identity.network = :network AND identity.account = :account)
                """,
            arguments: [
                "payload": payload, "now": time.unixSeconds, "profile": profile.rawValue,
                "network": asker.network, "account": asker.account,
            ]
        )
    }
}
