import GRDB
import NewsModel

/// The payer of a feed: the account whose storage share its bytes count against.
///
/// At first it is the user who added the feed. When their share is used up, another follower with enough space for the
/// whole feed becomes the payer. So no two accounts together use more than two shares.
struct FeedPayer {
    let feed: FeedID
    let limits: StorageLimits
    let db: Database
    private let mark: MakerMark?
    private let bytes: Int64

    /// Nil when the feed has no payer: for feeds of the default selection, and when there is no limit.
    init?(_ feed: FeedID, limits: StorageLimits, db: Database) throws {
        let statement = try db.cachedStatement(sql: "SELECT paidBy, bytes FROM feed WHERE id = ? AND isDefault = 0")
        guard limits.personBytes < .max, let row = try Row.fetchOne(statement, arguments: [feed]) else {
            return nil
        }
        (self.feed, self.limits, self.db) = (feed, limits, db)
        (mark, bytes) = (row[0], row[1])
    }

    enum Standing: Equatable {
        /// The payer's share is not used up, or nobody can be the payer.
        case solvent
        /// The payer's share is used up, but another follower has enough space.
        case replaceable(MakerMark)
        /// Nobody has enough space; `used` is the number of bytes that the payer uses.
        case insolvent(used: Int64)
    }

    func standing() throws -> Standing {
        let used = try mark.map { try limits.burden(of: $0, in: db) }
        if let used, used < limits.personBytes { return .solvent }
        let others = try followers()
        for other in others {
            // The sum must fit: else a payer could pass on feed after feed and add new ones.
            let (sum, overflows) = try limits.burden(of: other, in: db).addingReportingOverflow(bytes)
            if !overflows, sum < limits.personBytes { return .replaceable(other) }
        }
        return used == nil && others.isEmpty ? .solvent : .insolvent(used: used ?? 0)
    }

    func handOver(to other: MakerMark) throws {
        try db.executeCached(
            sql: "UPDATE feed SET paidBy = ? WHERE id = ?",
            arguments: [other, feed]
        )
    }

    /// The makers of the feed's subscriptions, except its payer; the earliest first.
    private func followers() throws -> [MakerMark] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT madeBy FROM subscription WHERE feedID = ? AND madeBy IS NOT NULL AND madeBy IS NOT ?
                GROUP BY madeBy ORDER BY min(id)
                """
        )
        return try MakerMark.fetchAll(statement, arguments: [feed, mark])
    }
}
