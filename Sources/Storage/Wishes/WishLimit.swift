import GRDB
package import NewsModel

/// How many wishes of a kind there may be.
package struct WishLimit: Hashable, Sendable, ExpressibleByIntegerLiteral {
    /// Of one person or room.
    package var own: Int
    /// That one person has made for rooms, in all of them together.
    package var created: Int

    package init(own: Int, created: Int = .max) {
        self.own = own
        self.created = created
    }

    package init(integerLiteral own: Int) { self.init(own: own) }
}

/// A kind of wish that is counted; the name of its table.
package enum WishKind: String, Hashable, Sendable, CaseIterable {
    case subscription
    case alert
    case schedule
    case mute
}

extension Store {
    /// How many wishes of each kind somebody has made for rooms.
    package func createdWishes(by person: ProfileID) async throws -> [WishKind: Int] {
        try await read { db in
            try Dictionary(uniqueKeysWithValues: WishKind.allCases.map { ($0, try $0.created(by: person, in: db)) })
        }
    }
}

extension WishKind {
    func created(by person: ProfileID, in db: Database) throws -> Int {
        try Int.fetchOne(
            db,
            sql: """
                SELECT count(*) FROM \(rawValue) JOIN recipient ON recipient.id = recipientID
                WHERE createdBy = ? AND recipient.kind = 'room'
                """,
            arguments: [person.rawValue]
        ) ?? 0
    }

    func own(of recipient: RecipientID, in db: Database) throws -> Int {
        try Int.fetchOne(
            db,
            sql: "SELECT count(*) FROM \(rawValue) WHERE recipientID = ?",
            arguments: [recipient.rawValue]
        ) ?? 0
    }

    /// What is left of a limit for one more wish of a recipient's by somebody: how many, and which limit is nearest.
    func left(
        of limit: WishLimit,
        for recipient: RecipientID,
        by creator: ProfileID?,
        in db: Database
    ) throws -> (count: Int, isCreators: Bool) {
        let own = limit.own - (try own(of: recipient, in: db))
        guard let creator, creator.recipient != recipient, limit.created < .max else { return (own, false) }
        let created = limit.created - (try self.created(by: creator, in: db))
        return created < own ? (created, true) : (own, false)
    }

    /// The refusal of one more wish; nil when there is room.
    func refusal<Value>(
        _ limit: WishLimit,
        of recipient: RecipientID,
        by creator: ProfileID?,
        in db: Database
    ) throws -> AddOutcome<Value>? {
        let (count, isCreators) = try left(of: limit, for: recipient, by: creator, in: db)
        guard count <= 0 else { return nil }
        return isCreators ? .createdTooMany(limit: limit.created) : .quotaReached(limit: limit.own)
    }
}
