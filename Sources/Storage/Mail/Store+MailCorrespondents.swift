package import Foundation
import GRDB
package import NewsModel

/// The mail addresses that write to the bot or get mail from it.
extension Store {
    package func correspondent(_ address: String, network: String, at time: Date) async throws -> MailCorrespondent {
        let known = try await read { db in
            try MailCorrespondent.row(of: address, network: network, in: db).map { row in
                (MailCorrespondent(row: row), row[8] as Int64)
            }
        }
        // This is called often, so the time of the last sighting is updated once a day.
        if let (correspondent, seen) = known, time.unixSeconds - seen < 86_400 { return correspondent }
        return try await write { db in
            try MailCorrespondent.ensure(address, network: network, at: time, in: db)
        }
    }

    package func correspondent(token: String, network: String) async throws -> MailCorrespondent? {
        try await correspondent(network, where: "token", is: token)
    }

    package func correspondent(unsubscribeToken: String, network: String) async throws -> MailCorrespondent? {
        try await correspondent(network, where: "unsubscribeToken", is: unsubscribeToken)
    }

    private func correspondent(
        _ network: String,
        where column: String,
        is token: String
    ) async throws -> MailCorrespondent? {
        try await read { db in
            try Row.fetchOne(
                db,
                sql: "SELECT \(MailCorrespondent.columns) FROM mailCorrespondent WHERE network = ? AND \(column) = ?",
                arguments: [network, token]
            ).map(MailCorrespondent.init(row:))
        }
    }

    /// A second confirmation changes nothing.
    package func confirm(_ address: String, network: String, at time: Date) async throws {
        try await change(address, network, at: time, "confirmedAt = coalesce(confirmedAt, :value)", time.unixSeconds)
        signals.send(.deliveries)
    }

    package func noteAsked(_ address: String, network: String, at time: Date) async throws {
        try await change(address, network, at: time, "askedAt = :value", time.unixSeconds)
    }

    /// Stores the time of the first failure; nil ends the failures.
    package func noteFailing(_ address: String, network: String, since time: Date?) async throws {
        try await change(
            address,
            network,
            at: time,
            time == nil ? "failingSince = :value" : "failingSince = coalesce(failingSince, :value)",
            time?.unixSeconds
        )
    }

    package func countBounce(of address: String, network: String) async throws -> Int {
        try await change(address, network, at: nil, "bounces = bounces + 1, takenSinceBounce = 0", nil)?.bounces ?? 0
    }

    /// Accepted mails without a bounce after which earlier bounces are forgotten.
    ///
    /// A server may accept a mail and bounce it later, so one accepted mail proves nothing.
    private static let takenMails = 10

    package func noteDelivered(to address: String, network: String) async throws {
        try await change(
            address,
            network,
            at: nil,
            """
            failingSince = NULL, bounces = iif(takenSinceBounce + 1 >= :value, 0, bounces),
                takenSinceBounce = min(takenSinceBounce + 1, :value)
            """,
            Int64(Self.takenMails)
        )
    }

    /// Counts for all limits or none: a sender over their own limit must not use up a shared one.
    package func countAnswer(_ limits: [MailAnswerLimit], network: String, at time: Date) async throws -> Bool {
        try await write { db in
            let seconds = time.unixSeconds
            for limit in limits {
                try db.execute(
                    sql: "DELETE FROM mailAnswerCount WHERE network = ? AND address = ? AND answeredAt <= ?",
                    arguments: [network, limit.name, seconds - Self.answerHour]
                )
                let count = try Int.fetchOne(
                    db,
                    sql: "SELECT coalesce(sum(count), 0) FROM mailAnswerCount WHERE network = ? AND address = ?",
                    arguments: [network, limit.name]
                )
                guard count ?? 0 < limit.most else { return false }
            }
            for limit in limits {
                try db.execute(
                    sql: """
                        INSERT INTO mailAnswerCount (network, address, answeredAt, count) VALUES (?, ?, ?, 1)
                        ON CONFLICT DO UPDATE SET count = count + 1
                        """,
                    arguments: [network, limit.name, seconds]
                )
            }
            return true
        }
    }

    static let answerHour: Int64 = 3_600

    /// Sets columns of an address; with a time an unknown address is added.
    @discardableResult
    private func change(
        _ address: String,
        _ network: String,
        at time: Date?,
        _ assignments: String,
        _ value: Int64?
    ) async throws -> MailCorrespondent? {
        try await write { db in
            if let time { _ = try MailCorrespondent.ensure(address, network: network, at: time, in: db) }
            return try Row.fetchOne(
                db,
                sql: """
                    UPDATE mailCorrespondent SET \(assignments) WHERE network = :network AND address = :address
                    RETURNING \(MailCorrespondent.columns)
                    """,
                arguments: ["value": value, "network": network, "address": address]
            ).map(MailCorrespondent.init(row:))
        }
    }
}

extension MailCorrespondent {
    /// The columns that `init(row:)` reads, in its order, and the time it was last seen.
    fileprivate static let columns = """
        address, token, unsubscribeToken, confirmedAt, unsubscribedAt, failingSince, askedAt, bounces, lastSeenAt
        """

    static func row(of address: String, network: String, in db: Database) throws -> Row? {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT \(columns) FROM mailCorrespondent WHERE network = ? AND address = ?"),
            arguments: [network, address]
        )
    }

    /// Records the address as seen now; a new one gets its own tokens.
    static func ensure(_ address: String, network: String, at time: Date, in db: Database) throws -> MailCorrespondent {
        try db.execute(
            sql: """
                INSERT INTO mailCorrespondent (network, address, token, unsubscribeToken, lastSeenAt)
                VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (network, address) DO UPDATE SET lastSeenAt = max(lastSeenAt, excluded.lastSeenAt)
                """,
            arguments: [network, address, Secret.token(), Secret.token(), time.unixSeconds]
        )
        guard let row = try row(of: address, network: network, in: db) else {
            throw StorageError.refused(reason: "a correspondent was not stored")
        }
        return MailCorrespondent(row: row)
    }

    init(row: Row) {
        self.init(
            address: row[0],
            token: row[1],
            unsubscribeToken: row[2] ?? "",
            confirmedAt: row.optionalDate(3),
            unsubscribedAt: row.optionalDate(4),
            failingSince: row.optionalDate(5),
            askedAt: row.optionalDate(6),
            bounces: row[7]
        )
    }
}
