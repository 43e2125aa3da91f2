package import Foundation
import GRDB
package import NewsModel

extension Store {
    /// Adds a filter and withdraws queued deliveries that it takes out; an equal filter is returned instead.
    ///
    /// - Parameter query: in canonical form.
    package func addFilter(
        _ query: String,
        on target: NewsFilter.Target,
        isOnly: Bool,
        of recipient: RecipientID,
        by maker: Maker? = nil,
        limit: QuotaLimit,
        at time: Date
    ) async throws -> AddOutcome<NewsFilter> {
        try await writeMuting { db, judge in
            let own = try NewsFilter.all(of: recipient, in: db)
            let same = own.first { $0.query == query && $0.target.key == target.key && $0.isOnly == isOnly }
            if let same { return .alreadyThere(same) }
            let refusal: AddOutcome<NewsFilter>? = try QuotaKind.filter.refusal(
                limit,
                of: recipient,
                by: maker,
                in: db
            )
            if let refusal { return refusal }
            let number = try Int.fetchOne(
                db,
                sql: """
                    UPDATE recipient SET lastFilterNumber = lastFilterNumber + 1 WHERE id = ?
                    RETURNING lastFilterNumber
                    """,
                arguments: [recipient]
            )
            guard let number else { throw StorageError.noRow(recipient, in: "recipient") }
            try db.execute(
                sql: """
                    INSERT INTO newsFilter (recipientID, number, feedID, category, isOnly, query, createdBy, madeBy,
                        createdAt)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    recipient, number, target.feed, target.category, isOnly, query, maker?.profile,
                    try maker?.mark(in: db), time.unixSeconds,
                ]
            )
            try Ledger(db: db, time: time).withdrawHidden(from: recipient, judge)
            guard let added = try NewsFilter.find(number, of: recipient, in: db) else {
                throw StorageError.noSuchRow(table: "newsFilter", id: Int64(number))
            }
            return .added(added)
        }
    }

    /// A recipient's filters, sorted by number.
    package func filters(of recipient: RecipientID) async throws -> [NewsFilter] {
        try await read { db in try NewsFilter.all(of: recipient, in: db) }
    }

    /// Turns a filter on or off; nil when there is no filter with that number.
    ///
    /// When it is turned on, queued deliveries that it takes out are withdrawn.
    package func setFilter(
        _ number: Int,
        isOn: Bool,
        of recipient: RecipientID,
        at time: Date
    ) async throws -> NewsFilter? {
        try await writeMuting { db, judge in
            guard var filter = try NewsFilter.find(number, of: recipient, in: db) else { return nil }
            guard filter.isOn != isOn else { return filter }
            try db.executeCached(sql: "UPDATE newsFilter SET isOn = ? WHERE id = ?", arguments: [isOn, filter.id])
            filter.isOn = isOn
            if isOn { try Ledger(db: db, time: time).withdrawHidden(from: recipient, judge) }
            return filter
        }
    }

    /// Removes a filter and returns it; nil when there is no filter with that number.
    package func removeFilter(_ number: Int, of recipient: RecipientID, at time: Date) async throws -> NewsFilter? {
        try await write { db in
            guard let filter = try NewsFilter.find(number, of: recipient, in: db) else { return nil }
            try db.executeCached(sql: "DELETE FROM newsFilter WHERE id = ?", arguments: [filter.id])
            return filter
        }
    }

    /// The filters that a user has made for rooms and that are on.
    package func filtersMade(by maker: MakerMark) async throws -> [MadeQuery] {
        try await read { db in try QuotaKind.filter.made(by: maker, where: "isOn = 1", in: db) }
    }
}

extension NewsFilter.Target {
    var feed: FeedID? { if case .feed(let feed) = self { feed } else { nil } }
    var category: String? { if case .category(let name) = self { name } else { nil } }

    /// Equal for the same target, however its category is written.
    var key: String {
        switch self {
        case .everything: "*"
        case .feed(let feed): "feed:\(feed)"
        case .category(let name): "category:\(FeedKey.fold(name))"
        }
    }
}

extension NewsFilter {
    private static let selection =
        "SELECT id, number, feedID, category, isOnly, query, isOn, madeBy FROM newsFilter WHERE recipientID = ?"

    static func all(of recipient: RecipientID, in db: Database) throws -> [NewsFilter] {
        let statement = try db.cachedStatement(sql: "\(selection) ORDER BY number")
        return try Row.fetchAll(statement, arguments: [recipient]).map { NewsFilter(row: $0, of: recipient) }
    }

    static func find(_ number: Int, of recipient: RecipientID, in db: Database) throws -> NewsFilter? {
        let statement = try db.cachedStatement(sql: "\(selection) AND number = ?")
        return try Row.fetchOne(statement, arguments: [recipient, number]).map { NewsFilter(row: $0, of: recipient) }
    }

    private init(row: Row, of recipient: RecipientID) {
        let (feed, category): (FeedID?, String?) = (row[2], row[3])
        self.init(
            id: row[0],
            recipientID: recipient,
            number: row[1],
            target: feed.map(Target.feed) ?? category.map(Target.category) ?? .everything,
            isOnly: row[4],
            query: row[5],
            isOn: row[6],
            madeBy: row[7]
        )
    }
}

/// The filters whose queries a new article matches, as an index of all of them has found before the transaction.
package struct FilterMatches: Hashable, Sendable {
    package var matching: Set<FilterID>
    /// The newest filter that the index knew; nil when there was none.
    package var newest: FilterID?

    package init(matching: Set<FilterID> = [], newest: FilterID? = nil) {
        self.matching = matching
        self.newest = newest
    }

    /// Whether the index knew all of the filters.
    func know(_ filters: some Sequence<NewsFilter>) -> Bool {
        filters.allSatisfy { filter in newest.map { filter.id <= $0 } ?? false }
    }
}
