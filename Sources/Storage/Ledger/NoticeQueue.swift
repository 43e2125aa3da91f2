import Foundation
import GRDB
import NewsModel

/// Queues a notice for a profile at one or more of its accounts.
struct NoticeQueue {
    let notice: DeliveryNotice
    let time: Date

    init(_ notice: DeliveryNotice, at time: Date) {
        self.notice = notice
        self.time = time
    }

    /// A notice that an account was linked with the profile, so that an unwanted link is noticed.
    init(linked joined: Identity, at time: Date) { self.init(.accountLinked(joined.address), at: time) }

    /// Chooses the account that was seen last among those that can get messages; `place` only if there is no other.
    func add(for recipient: RecipientID, avoiding place: AddressID, in db: Database) throws {
        try add(
            for: recipient,
            "ORDER BY address.id = :place, lastSeenAt DESC LIMIT 1",
            ["place": place],
            in: db
        )
    }

    /// Chooses the account that was seen last among those that can get messages.
    func add(for profile: ProfileID, in db: Database) throws {
        try add(for: profile.recipient, "ORDER BY lastSeenAt DESC LIMIT 1", [:], in: db)
    }

    /// Chooses every account that can get messages except `account`.
    func add(for profile: ProfileID, atAllExcept account: Identity, in db: Database) throws {
        try add(
            for: profile.recipient,
            "AND NOT (identity.network = :network AND identity.account = :account)",
            ["network": account.network, "account": account.account],
            in: db
        )
    }

    /// Leaves out paused addresses, and mailboxes that are not confirmed or have unsubscribed.
    private func add(
        for recipient: RecipientID,
        _ choice: String,
        _ arguments: StatementArguments,
        in db: Database
    ) throws {
        let places = try Row.fetchAll(
            db,
            sql: """
                SELECT identity.profileID, address.id FROM identity
                JOIN address ON address.network = identity.network AND address.kind = 'person'
                    AND address.target = identity.account
                WHERE identity.profileID = :recipient AND pausedReason IS NULL
                    AND (NOT EXISTS (SELECT 1 FROM mailCorrespondent WHERE network = identity.network)
                        OR EXISTS (SELECT 1 FROM mailCorrespondent
                            WHERE network = identity.network AND address = identity.account
                                AND confirmedAt IS NOT NULL AND unsubscribedAt IS NULL))
                    \(choice)
                """,
            arguments: ["recipient": recipient] + arguments
        )
        let ledger = Ledger(db: db, time: time)
        for place in places { try ledger.queue(notice, to: place[0], at: place[1]) }
    }
}
