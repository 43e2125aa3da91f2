import GRDB
package import NewsModel

/// How many wishes of a kind there may be.
package struct WishLimit: Hashable, Sendable, ExpressibleByIntegerLiteral {
    /// Of one person or room.
    package var own: Int
    /// That one person has made for rooms, in all of them together; of a place that guests come from all they made.
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
    /// How many wishes of each kind somebody has made for rooms; all that were made from a place that guests come from.
    package func createdWishes(by maker: Maker) async throws -> [WishKind: Int] {
        try await read { db in
            let mark = try maker.mark(in: db)
            return try Dictionary(
                uniqueKeysWithValues: WishKind.allCases.map { ($0, try $0.created(by: mark, in: db)) }
            )
        }
    }
}

extension WishKind {
    func created(by mark: MakerMark, in db: Database) throws -> Int {
        try Int.fetchOne(
            db,
            sql: """
                SELECT count(*) FROM \(rawValue) JOIN recipient ON recipient.id = recipientID
                WHERE \(MakerMark.isCounted)
                """,
            arguments: ["mark": mark.rawValue]
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
        by maker: Maker?,
        in db: Database
    ) throws -> (count: Int, isCreators: Bool) {
        let own = limit.own - (try own(of: recipient, in: db))
        guard let maker, maker.isPlace || maker.profile?.recipient != recipient, limit.created < .max else {
            return (own, false)
        }
        let created = limit.created - (try self.created(by: maker.mark(in: db), in: db))
        return created < own ? (created, true) : (own, false)
    }

    /// The refusal of one more wish; nil when there is room.
    func refusal<Value>(
        _ limit: WishLimit,
        of recipient: RecipientID,
        by maker: Maker?,
        in db: Database
    ) throws -> AddOutcome<Value>? {
        let (count, isCreators) = try left(of: limit, for: recipient, by: maker, in: db)
        guard count <= 0 else { return nil }
        return isCreators ? .createdTooMany(limit: limit.created) : .quotaReached(limit: limit.own)
    }
}
