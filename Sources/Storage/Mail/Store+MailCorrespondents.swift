package import Foundation
import GRDB
package import NewsModel

/// Who writes mail and is written to.
extension Store {
    package func correspondent(_ address: String, network: String, at time: Date) async throws -> MailCorrespondent {
        let known = try await read { db in
            try MailCorrespondent.row(of: address, network: network, in: db).map { row in
                (MailCorrespondent(row: row), row["lastSeenAt"] as Int64)
            }
        }
        // Asked often: when they were seen is kept by the day.
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
                sql: "SELECT * FROM mailCorrespondent WHERE network = ? AND \(column) = ?",
                arguments: [network, token]
            ).map(MailCorrespondent.init(row:))
        }
    }

    /// A second confirmation changes nothing.
    package func confirm(_ address: String, network: String, at time: Date) async throws {
        try await change(address, network, at: time, "confirmedAt = coalesce(confirmedAt, :value)", time.unixSeconds)
        nudges.nudge(.deliveries)
    }

    package func noteAsked(_ address: String, network: String, at time: Date) async throws {
        try await change(address, network, at: time, "askedAt = :value", time.unixSeconds)
    }

    /// The first of the failures counts; nil ends them.
    package func noteFailing(_ address: String, network: String, since time: Date?) async throws {
        try await change(
            address,
            network,
            at: time,
            "failingSince = iif(:value IS NULL, NULL, coalesce(failingSince, :value))",
            time?.unixSeconds
        )
    }

    package func countBounce(of address: String, network: String) async throws -> Int {
        try await change(address, network, at: nil, "bounces = bounces + 1, takenSinceBounce = 0", nil)?.bounces ?? 0
    }

    /// Mails taken without a bounce after which earlier bounces are forgotten.
    ///
    /// A server takes a mail first and sends it back later: each single one says nothing.
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

    /// All or none, so that whoever is over a limit of their own takes nothing from what all share.
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

    /// Sets columns of an address; one that is new is made where there is a time.
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
                    RETURNING *
                    """,
                arguments: ["value": value, "network": network, "address": address]
            ).map(MailCorrespondent.init(row:))
        }
    }
}

extension MailCorrespondent {
    static func row(of address: String, network: String, in db: Database) throws -> Row? {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM mailCorrespondent WHERE network = ? AND address = ?"),
            arguments: [network, address]
        )
    }

    /// The address as seen now, with tokens of its own if it is new.
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
            address: row["address"],
            token: row["token"],
            unsubscribeToken: row["unsubscribeToken"] ?? "",
            confirmedAt: row.optionalDate("confirmedAt"),
            unsubscribedAt: row.optionalDate("unsubscribedAt"),
            failingSince: row.optionalDate("failingSince"),
            askedAt: row.optionalDate("askedAt"),
            bounces: row["bounces"]
        )
    }
}
