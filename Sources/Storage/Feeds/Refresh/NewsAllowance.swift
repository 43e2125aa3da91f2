import GRDB
import NewsModel
import TimeArithmetic

/// How much of a document is stored: a stranger may have written it to fill the disk.
struct NewsAllowance {
    /// What is left of the payer's share of the disk.
    enum Share {
        case some
        /// Only titles are stored, without summaries and texts.
        case none
        /// They have used twice their share: nothing is stored, not even keys, until space is freed.
        case overdrawn
    }

    /// Keys may be stored for this many times the daily limit.
    ///
    /// Entries beyond that are new again on another day.
    private static let keysPerEntry = 10

    let share: Share
    /// The feed was never fetched before.
    let isFirst: Bool
    private let payer: FeedPayer?
    private let standing: FeedPayer.Standing
    /// The operator trusts the feed: it has no daily limit.
    private let isDefault: Bool
    private let feed: FeedID
    private let today: Int64
    private let limits: StorageLimits
    /// The number of articles that arrived today.
    private let newCount: Int
    private let leftOutCount: Int

    /// - Parameter isShort: whether storage is short of space (`Store.shortage`).
    init(_ feed: FeedID, limits: StorageLimits, isShort: Bool, db: Database, seconds: Int64) throws {
        (self.feed, self.limits) = (feed, limits)
        today = Int64(CivilDate.dayNumber(ofSecond: Int(seconds)))
        let statement = try db.cachedStatement(
            sql: "SELECT isDefault, firstFetchedAt, newDay, newCount, leftOutDay, leftOutCount FROM feed WHERE id = ?"
        )
        guard let row = try Row.fetchOne(statement, arguments: [feed]) else {
            throw StorageError.noRow(feed, in: "feed")
        }
        isDefault = row[0]
        isFirst = (row[1] as Int64?) == nil
        newCount = (row[2] as Int64) == today ? row[3] : 0
        leftOutCount = (row[4] as Int64) == today ? row[5] : 0
        payer = try FeedPayer(feed, limits: limits, db: db)
        standing = try payer?.standing() ?? .solvent
        share =
            switch standing {
            case .insolvent(let used): used / 2 >= limits.personBytes ? .overdrawn : .none
            case .solvent, .replaceable: isShort && !isDefault ? .none : .some
            }
    }

    /// If the payer's share is used up, makes another follower with enough space the payer.
    func replacePayerIfNeeded() throws {
        if case .replaceable(let other) = standing { try payer?.handOver(to: other) }
    }

    /// The most new entries of a document whose keys may be stored.
    var mostKnown: Int {
        if isFirst || isDefault { return .max }
        let most = limits.newPerDay.multipliedReportingOverflow(by: Self.keysPerEntry)
        return most.overflow ? .max : max(0, most.partialValue - newCount - leftOutCount)
    }

    /// The most articles of a document that may be stored; those beyond the daily limit are lost.
    var mostKept: Int {
        if isFirst { return limits.firstEntries }
        return isDefault ? .max : max(0, limits.newPerDay - newCount)
    }

    /// Counts stored and left out articles of the day.
    ///
    /// The first document is not news and does not count.
    func record(kept: Int, leftOut: Int, in db: Database) throws {
        guard !isFirst, kept + leftOut > 0 else { return }
        try db.executeCached(
            sql: "UPDATE feed SET newDay = ?, newCount = ? WHERE id = ?",
            arguments: [today, newCount + kept, feed]
        )
        guard leftOut > 0 else { return }
        try db.executeCached(
            sql: "UPDATE feed SET leftOutDay = ?, leftOutCount = ? WHERE id = ?",
            arguments: [today, leftOutCount + leftOut, feed]
        )
    }
}

extension NewArticle {
    /// The article without summary and text, for a feed whose share of the disk is used up.
    var withoutText: NewArticle {
        var article = self
        article.summary = ""
        article.text = nil
        return article
    }
}
