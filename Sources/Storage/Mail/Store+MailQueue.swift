package import Foundation
import GRDB
package import NewsModel

/// Inbound mail that is not handled yet.
extension Store: MailKeeping {
    /// Throws `StorageError.temporary`, with nothing stored, when too much mail is waiting.
    package func keepMail(_ mails: [NewMail], network: String, position: String?, at time: Date) async throws {
        try await write { db in
            try MailQueue(db: db, network: network).add(mails, at: time)
            guard let position else { return }
            try db.execute(
                sql: "INSERT OR REPLACE INTO networkState (network, key, value) VALUES (?, 'position', ?)",
                arguments: [network, position]
            )
        }
        if !mails.isEmpty { signals.send(.mail) }
    }

    package func keptMail(network: String, dueAt time: Date, limit: Int) async throws -> [KeptMail] {
        try await read { db in
            // Only the ids are sorted, not whole mails.
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT \(KeptMail.columns) FROM keptMail WHERE id IN (SELECT id FROM keptMail
                        WHERE network = ? AND nextAttemptAt <= ? ORDER BY id LIMIT ?) ORDER BY id
                    """,
                arguments: [network, time.unixSeconds, max(0, limit)]
            )
            return try rows.map { try KeptMail(row: $0, in: db) }
        }
    }

    package func nextKeptMail(network: String, after time: Date) async throws -> Date? {
        try await read { db in
            try Int64.fetchOne(
                db,
                sql: "SELECT min(nextAttemptAt) FROM keptMail WHERE network = ? AND nextAttemptAt > ?",
                arguments: [network, time.unixSeconds]
            ).map(Date.init(unixSeconds:))
        }
    }

    /// Does nothing if the mail is no longer stored.
    package func keepAnswer(_ answer: String, to mail: Int64, position: Int) async throws {
        try await write { db in
            try db.execute(
                sql: """
                    INSERT OR REPLACE INTO mailAnswer (mailID, position, answer)
                    SELECT id, ?, ? FROM keptMail WHERE id = ?
                    """,
                arguments: [position, answer, mail]
            )
        }
    }

    package func postponeMail(_ id: Int64, until time: Date) async throws {
        try await write { db in
            try db.execute(
                sql: "UPDATE keptMail SET nextAttemptAt = ?, attempts = attempts + 1 WHERE id = ?",
                arguments: [time.unixSeconds, id]
            )
        }
    }

    package func dropMail(_ id: Int64) async throws {
        try await write { db in
            try db.execute(sql: "DELETE FROM keptMail WHERE id = ?", arguments: [id])
        }
    }

    package func mailArrivals() -> AsyncStream<Void> { signals.stream(.mail) }
}

/// Adds mail to the queue of one network, within limits.
struct MailQueue {
    static let mostMails = 10_000
    static let mostBytes = 512 << 20

    let db: Database
    let network: String

    func add(_ mails: [NewMail], at time: Date) throws {
        let waiting = try Row.fetchOne(
            db,
            sql: "SELECT count(*), coalesce(sum(size), 0) FROM keptMail WHERE network = ?",
            arguments: [network]
        )
        let (count, bytes): (Int, Int) = (waiting?[0] ?? 0, waiting?[1] ?? 0)
        let isFull =
            count + mails.count > Self.mostMails
            || mails.reduce(bytes, { $0 + $1.content.count }) > Self.mostBytes
        if isFull, !mails.isEmpty { throw StorageError.temporary(reason: "too much mail waits to be dealt with") }
        for mail in mails { try insert(mail, at: time) }
    }

    func insert(_ mail: NewMail, at time: Date) throws {
        try insert(
            Data(mail.content),
            from: mail.envelopeSender,
            to: mail.envelopeRecipient,
            confirmedCommands: nil,
            at: time
        )
        let id = db.lastInsertedRowID
        for (position, answer) in mail.answers {
            try db.execute(
                sql: "INSERT INTO mailAnswer (mailID, position, answer) VALUES (?, ?, ?)",
                arguments: [id, position, answer]
            )
        }
    }

    func insert(_ content: Data, from: String?, to: String?, confirmedCommands: [Int]?, at time: Date) throws {
        try db.execute(
            sql: """
                INSERT INTO keptMail (network, size, envelopeSender, envelopeRecipient, receivedAt, nextAttemptAt,
                    confirmedCommands, content)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                network, content.count, from, to, time.unixSeconds, time.unixSeconds,
                try confirmedCommands.map { try StoredJSON.text($0) }, content,
            ]
        )
    }
}

extension KeptMail {
    /// The columns that `init(row:in:)` reads, in its order.
    fileprivate static let columns = """
        id, content, envelopeSender, envelopeRecipient, receivedAt, confirmedCommands, attempts
        """

    fileprivate init(row: Row, in db: Database) throws {
        let id: Int64 = row[0]
        let answers = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT position, answer FROM mailAnswer WHERE mailID = ?"),
            arguments: [id]
        )
        self.init(
            id: id,
            content: [UInt8](row[1] as Data),
            envelopeSender: row[2],
            envelopeRecipient: row[3],
            receivedAt: row.date(4),
            confirmedCommands: StoredJSON.value([Int].self, from: row[5]),
            answers: Dictionary(answers.map { ($0[0], $0[1]) }) { $1 },
            attempts: row[6]
        )
    }
}
