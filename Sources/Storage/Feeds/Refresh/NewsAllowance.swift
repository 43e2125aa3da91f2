import GRDB
import NewsModel

/// How much of what one document brings is kept: a stranger may have written it to fill the disk.
struct NewsAllowance {
    /// What whoever pays for the feed has left of their share of the disk.
    enum Share {
        case some
        /// Titles are kept, without what stands below them.
        case none
        /// They have taken twice their share: nothing new is kept, nor known, until there is room again.
        case overdrawn
    }

    /// So many times the entries of a day are at least known; what is beyond them comes again another day.
    private static let keysPerEntry = 10

    let share: Share
    /// The feed was never fetched before.
    let isFirst: Bool
    private let payer: FeedPayer?
    private let standing: FeedPayer.Standing
    /// The operator vouches for it: only what is kept of every feed bounds its news.
    private let isHouse: Bool
    private let feed: FeedID
    private let today: Int64
    private let limits: StorageLimits
    /// Articles that came today.
    private let newCount: Int
    private let leftOutCount: Int

    /// - Parameter isShort: whether the house has no room (`Store.shortage`).
    init(_ feed: FeedID, limits: StorageLimits, isShort: Bool, db: Database, seconds: Int64) throws {
        (self.feed, self.limits) = (feed, limits)
        today = seconds / 86_400
        let statement = try db.cachedStatement(
            sql: "SELECT isHouse, firstFetchedAt, newDay, newCount, leftOutDay, leftOutCount FROM feed WHERE id = ?"
        )
        guard let row = try Row.fetchOne(statement, arguments: [feed.rawValue]) else {
            throw StorageError.noSuchRow(table: "feed", id: feed.rawValue)
        }
        isHouse = row["isHouse"]
        isFirst = (row["firstFetchedAt"] as Int64?) == nil
        newCount = row["newDay"] == today ? row["newCount"] : 0
        leftOutCount = row["leftOutDay"] == today ? row["leftOutCount"] : 0
        payer = try FeedPayer(feed, limits: limits, db: db)
        standing = try payer?.standing() ?? .solvent
        share =
            switch standing {
            case .insolvent(let used): used / 2 >= limits.personBytes ? .overdrawn : .none
            case .solvent, .replaceable: isShort && !isHouse ? .none : .some
            }
    }

    /// Lets another follower pay whose turn it is.
    func settlePayer() throws {
        if case .replaceable(let other) = standing { try payer?.handOver(to: other) }
    }

    /// New entries of a document that may be known from now on.
    var mostKnown: Int {
        if isFirst || isHouse { return .max }
        let most = limits.newPerDay.multipliedReportingOverflow(by: Self.keysPerEntry)
        return most.overflow ? .max : max(0, most.partialValue - newCount - leftOutCount)
    }

    /// Articles that may be stored of a document; what comes when the day's are used up is lost.
    var mostKept: Int {
        if isFirst { return limits.firstEntries }
        return isHouse ? .max : max(0, limits.newPerDay - newCount)
    }

    /// Notes what was stored, and what was too much of it; a first document is no news, however long.
    func record(kept: Int, leftOut: Int, in db: Database) throws {
        guard !isFirst, kept + leftOut > 0 else { return }
        try db.executeCached(
            sql: "UPDATE feed SET newDay = ?, newCount = ? WHERE id = ?",
            arguments: [today, newCount + kept, feed.rawValue]
        )
        guard leftOut > 0 else { return }
        try db.executeCached(
            sql: "UPDATE feed SET leftOutDay = ?, leftOutCount = ? WHERE id = ?",
            arguments: [today, leftOutCount + leftOut, feed.rawValue]
        )
    }
}

extension NewArticle {
    /// As it is kept where there is no share of the disk left.
    var withoutWords: NewArticle {
        var article = self
        article.summary = ""
        article.text = nil
        return article
    }
}
