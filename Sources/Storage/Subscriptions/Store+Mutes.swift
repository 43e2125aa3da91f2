package import Foundation
import GRDB
package import NewsModel

extension Store {
    /// Adds a mute and withdraws queued deliveries that it hides; an equal mute gets the new end instead.
    package func addMute(
        _ subject: Mute.Subject,
        named name: String,
        until end: Date?,
        of recipient: RecipientID,
        by maker: Maker? = nil,
        limit: QuotaLimit,
        at time: Date
    ) async throws -> AddOutcome<Mute> {
        try await endMutes(at: time)
        return try await writeMuting { db, judge in
            let subject = try subject.rooted(in: db)
            let own = try Mute.all(of: recipient, in: db)
            if var same = own.first(where: { $0.subject == subject }) {
                same.endsAt = end?.wholeSeconds
                try db.execute(
                    sql: "UPDATE mute SET endsAt = ? WHERE recipientID = ? AND number = ?",
                    arguments: [end?.unixSeconds, recipient, same.number]
                )
                return .alreadyThere(same)
            }
            if let refusal: AddOutcome<Mute> = try QuotaKind.mute.refusal(limit, of: recipient, by: maker, in: db) {
                return refusal
            }
            let number = try Int.fetchOne(
                db,
                sql: "UPDATE recipient SET lastMuteNumber = lastMuteNumber + 1 WHERE id = ? RETURNING lastMuteNumber",
                arguments: [recipient]
            )
            guard let number else { throw StorageError.noRow(recipient, in: "recipient") }
            let mute = Mute(
                recipientID: recipient,
                number: number,
                subject: subject,
                name: name,
                endsAt: end?.wholeSeconds,
                createdAt: time.wholeSeconds
            )
            try mute.insert(by: maker, in: db)
            try Ledger(db: db, time: time).withdrawHidden(from: recipient, judge)
            return .added(mute)
        }
    }

    /// Removes everybody's expired mutes, which is no change of theirs.
    private func endMutes(at time: Date) async throws {
        let isAny = try await read { db in
            let statement = try db.cachedStatement(sql: "SELECT 1 FROM mute WHERE endsAt <= ? LIMIT 1")
            return try Row.fetchOne(statement, arguments: [time.unixSeconds]) != nil
        }
        if isAny { try await unrecorded.write { try Mute.removeEnded(at: time, in: $0) } }
    }

    /// A recipient's mutes, sorted by number.
    package func mutes(of recipient: RecipientID, at time: Date) async throws -> [Mute] {
        try await read { db in
            try Mute.all(of: recipient, in: db).filter { $0.endsAt.map { $0 > time } ?? true }
        }
    }

    /// Removes a mute and returns it.
    ///
    /// News that arrives from now on is sent again.
    package func removeMute(of recipient: RecipientID, number: Int) async throws -> Mute? {
        try await write { db in
            let mute = try Mute.all(of: recipient, in: db).first { $0.number == number }
            try db.execute(
                sql: "DELETE FROM mute WHERE recipientID = ? AND number = ?",
                arguments: [recipient, number]
            )
            return mute
        }
    }
}

extension Mute.Subject {
    /// A mute of a merged story is stored under its root.
    fileprivate func rooted(in db: Database) throws -> Mute.Subject {
        guard case .story(let story) = self else { return self }
        return .story(try StoryFamily(of: story, in: db).root)
    }
}

extension Mute {
    static func all(of recipient: RecipientID, in db: Database) throws -> [Mute] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT kind, storyID, feedID, query, number, name, endsAt, createdAt FROM mute
                    WHERE recipientID = ? ORDER BY number
                    """
            ),
            arguments: [recipient]
        ).compactMap { Mute(row: $0, of: recipient) }
    }

    /// Removes expired mutes, before any news is queued.
    static func removeEnded(at time: Date, in db: Database) throws {
        try db.executeCached(sql: "DELETE FROM mute WHERE endsAt <= ?", arguments: [time.unixSeconds])
    }

    private init?(row: Row, of recipient: RecipientID) {
        let subject: Subject
        switch row[0] as String {
        case "story": subject = .story(row[1])
        case "feed": subject = .feed(row[2])
        case "words": subject = .words(row[3])
        default: return nil
        }
        self.init(
            recipientID: recipient,
            number: row[4],
            subject: subject,
            name: row[5],
            endsAt: row.optionalDate(6),
            createdAt: row.date(7)
        )
    }

    fileprivate func insert(by maker: Maker?, in db: Database) throws {
        let (kind, story, feed, query): (String, StoryID?, FeedID?, String?) =
            switch subject {
            case .story(let story): ("story", story, nil, nil)
            case .feed(let feed): ("feed", nil, feed, nil)
            case .words(let query): ("words", nil, nil, query)
            }
        try db.execute(
            sql: """
                INSERT INTO mute (recipientID, number, kind, storyID, feedID, query, name, endsAt, createdAt,
                    createdBy, madeBy)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                recipientID, number, kind, story, feed, query, name, endsAt?.unixSeconds,
                createdAt.unixSeconds, maker?.profile, try maker?.mark(in: db),
            ]
        )
    }
}
