import GRDB
import NewsModel

/// Who pays for the bytes of a feed: one account, and all of them.
///
/// First it is whoever brought the feed in. When they have no share of the disk left, another of those who follow it
/// takes it over who has room for all of it. So no two accounts together hold more than the shares of two.
struct FeedPayer {
    let feed: FeedID
    let limits: StorageLimits
    let db: Database
    private let mark: MakerMark?
    private let bytes: Int64

    /// Nil where nobody has to pay: for the house's feeds, and where there is no limit.
    init?(_ feed: FeedID, limits: StorageLimits, db: Database) throws {
        let statement = try db.cachedStatement(sql: "SELECT paidBy, bytes FROM feed WHERE id = ? AND isHouse = 0")
        guard limits.personBytes < .max, let row = try Row.fetchOne(statement, arguments: [feed.rawValue]) else {
            return nil
        }
        (self.feed, self.limits, self.db) = (feed, limits, db)
        (mark, bytes) = (row.optionalID("paidBy"), row["bytes"])
    }

    enum Standing: Equatable {
        /// There is room, or nobody can be asked.
        case solvent
        /// The payer has no room left, and another has.
        case replaceable(MakerMark)
        /// Nobody has room; whoever pays takes so many bytes.
        case insolvent(used: Int64)
    }

    func standing() throws -> Standing {
        let used = try mark.map { try limits.burden(of: $0, in: db) }
        if let used, used < limits.personBytes { return .solvent }
        let others = try followers()
        for other in others {
            // It is the sum that must fit: else a feed could be handed on and on, each time for its payer to take another.
            let (sum, overflows) = try limits.burden(of: other, in: db).addingReportingOverflow(bytes)
            if !overflows, sum < limits.personBytes { return .replaceable(other) }
        }
        return used == nil && others.isEmpty ? .solvent : .insolvent(used: used ?? 0)
    }

    func handOver(to other: MakerMark) throws {
        try db.executeCached(
            sql: "UPDATE feed SET paidBy = ? WHERE id = ?",
            arguments: [other.rawValue, feed.rawValue]
        )
    }

    /// Those who follow it, or made rooms follow it, beside its payer; the first come first.
    private func followers() throws -> [MakerMark] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT madeBy FROM subscription WHERE feedID = ? AND madeBy IS NOT NULL AND madeBy IS NOT ?
                GROUP BY madeBy ORDER BY min(id)
                """
        )
        return try Int64.fetchAll(statement, arguments: [feed.rawValue, mark?.rawValue]).map(MakerMark.init(rawValue:))
    }
}
