import Foundation
import GRDB
import NewsModel

/// Queues a notice for people at one of their own accounts.
struct NoticeQueue {
    let payload: String
    let time: Date

    init(_ notice: DeliveryNotice, at time: Date) throws {
        payload = try DeliveryPayload.notice(notice).encoded()
        self.time = time
    }

    /// Tells people that an account has joined theirs: who did not mean it hears of it.
    init(linked joined: Identity, at time: Date) throws { try self.init(.accountLinked(joined.address), at: time) }

    /// At the account where they were seen last of those that messages go to, the place itself only if it is the last.
    func add(for profile: Int64, ratherThanAt place: AddressID, in db: Database) throws {
        try add(
            for: profile,
            "ORDER BY address.id = :place, lastSeenAt DESC LIMIT 1",
            ["place": place.rawValue],
            in: db
        )
    }

    /// At the account where somebody was seen last of those that messages go to.
    func add(for profile: ProfileID, in db: Database) throws {
        try add(for: profile.rawValue, "ORDER BY lastSeenAt DESC LIMIT 1", [:], in: db)
    }

    /// At every account that messages go to, but one.
    func add(for profile: ProfileID, atAllBut account: Identity, in db: Database) throws {
        try add(
            for: profile.rawValue,
            "AND NOT (identity.network = :network AND identity.account = :account)",
            ["network": account.network, "account": account.account],
            in: db
        )
    }

    /// Where any mail goes nothing goes to a mailbox that was not confirmed, or wants nothing.
    private func add(
        for profile: Int64,
        _ choice: String,
        _ arguments: StatementArguments,
        in db: Database
    ) throws {
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
                    \(choice)
                """,
            arguments: ["payload": payload, "time": time.unixSeconds, "profile": profile] + arguments
        )
    }
}
