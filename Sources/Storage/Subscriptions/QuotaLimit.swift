import GRDB
package import NewsModel

/// The quota of subscriptions, alerts, schedules, mutes or filters.
package struct QuotaLimit: Hashable, Sendable, ExpressibleByIntegerLiteral {
    /// The most of one person or room.
    package var own: Int
    /// The most that one user may make for rooms, in all rooms together; guests of one origin share it.
    package var created: Int

    package init(own: Int, created: Int = .max) {
        self.own = own
        self.created = created
    }

    package init(integerLiteral own: Int) { self.init(own: own) }
}

/// A kind of row with a quota; the raw value is the name of its table.
package enum QuotaKind: String, Hashable, Sendable, CaseIterable {
    case subscription
    case alert
    case schedule
    case mute
    case filter = "newsFilter"
}

extension Store {
    /// How many rows of each kind a user has made for rooms; for guests, all that were made from the same origin.
    package func createdCounts(by maker: Maker) async throws -> [QuotaKind: Int] {
        try await read { db in
            let mark = try maker.mark(in: db)
            return try Dictionary(
                uniqueKeysWithValues: QuotaKind.allCases.map { ($0, try $0.created(by: mark, in: db)) }
            )
        }
    }
}

extension QuotaKind {
    func created(by mark: MakerMark, in db: Database) throws -> Int {
        try Int.fetchOne(
            db,
            sql: """
                SELECT count(*) FROM \(rawValue) JOIN recipient ON recipient.id = recipientID
                WHERE \(MakerMark.isCounted)
                """,
            arguments: ["mark": mark]
        ) ?? 0
    }

    /// Followed smart feeds are no alerts: their own quota is that of smart feeds.
    func own(of recipient: RecipientID, in db: Database) throws -> Int {
        try Int.fetchOne(
            db,
            sql: "SELECT count(*) FROM \(rawValue) WHERE recipientID = ?"
                + (self == .alert ? " AND smartFeedID IS NULL" : ""),
            arguments: [recipient]
        ) ?? 0
    }

    /// How many more rows the user may make for a recipient, and whether the limit for rooms is the nearer one.
    func left(
        of limit: QuotaLimit,
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

    /// The refusal of a further row; nil when the quota allows it.
    func refusal<Value>(
        _ limit: QuotaLimit,
        of recipient: RecipientID,
        by maker: Maker?,
        in db: Database
    ) throws -> AddOutcome<Value>? {
        let (count, isCreators) = try left(of: limit, for: recipient, by: maker, in: db)
        guard count <= 0 else { return nil }
        return isCreators ? .createdTooMany(limit: limit.created) : .quotaReached(limit: limit.own)
    }
}
