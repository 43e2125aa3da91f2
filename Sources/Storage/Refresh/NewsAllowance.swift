import GRDB
import NewsModel

/// How much of what one document brings is kept: a stranger may have written it to fill the disk.
struct NewsAllowance {
    /// What whoever brought the feed in has left of their share of the disk.
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
    private let isFirst: Bool
    /// The operator vouches for it: only what is kept of every feed bounds its news.
    private let isHouse: Bool
    private let feed: FeedID
    private let today: Int64
    private let limits: StorageLimits
    /// Articles that came today.
    private let newCount: Int
    private let leftOutCount: Int

    init(_ feed: FeedID, isFirst: Bool, limits: StorageLimits, db: Database, seconds: Int64) throws {
        (self.feed, self.isFirst, self.limits) = (feed, isFirst, limits)
        today = seconds / 86_400
        let statement = try db.cachedStatement(
            sql: "SELECT broughtBy, isHouse, newDay, newCount, leftOutDay, leftOutCount FROM feed WHERE id = ?"
        )
        guard let row = try Row.fetchOne(statement, arguments: [feed.rawValue]) else {
            throw StorageError.noSuchRow(table: "feed", id: feed.rawValue)
        }
        isHouse = row["isHouse"]
        newCount = row["newDay"] == today ? row["newCount"] : 0
        leftOutCount = row["leftOutDay"] == today ? row["leftOutCount"] : 0
        share = try Self.share(of: row["broughtBy"], in: feed, isHouse: isHouse, limits, db)
    }

    /// What others follow, too, is no burden of one person's: they would miss its news.
    private static func share(
        of bringer: Int64?,
        in feed: FeedID,
        isHouse: Bool,
        _ limits: StorageLimits,
        _ db: Database
    ) throws -> Share {
        guard let bringer, !isHouse, limits.personBytes < .max else { return .some }
        let used = try limits.burden(of: ProfileID(rawValue: bringer), in: db)
        guard used >= limits.personBytes else { return .some }
        let statement = try db.cachedStatement(
            sql: "SELECT 1 FROM subscription WHERE feedID = ? AND createdBy IS NOT ? LIMIT 1"
        )
        if try Row.fetchOne(statement, arguments: [feed.rawValue, bringer]) != nil { return .some }
        return used / 2 >= limits.personBytes ? .overdrawn : .none
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
    /// As it is kept of who has no share of the disk left.
    var withoutWords: NewArticle {
        var article = self
        article.summary = ""
        article.text = nil
        return article
    }
}
