package import Foundation
import GRDB
package import NewsModel

/// A feed that is due for a check, with the data for the request.
package struct DueFeed: Hashable, Sendable {
    package var feed: Feed
    package var host: String
    package var validators: FeedValidators
    /// The feed's requested interval in seconds; nil when it has none.
    package var timeToLive: Int?
    /// It was never fetched: its entries are stored but not sent.
    package var isFirst: Bool
    /// A user has requested the check.
    package var isRequested: Bool
    /// When it last sent a document, not merely "not modified".
    package var lastDocumentAt: Date?
    package var askedInterval: AskedInterval?
    /// The WebSub hub that the feed names.
    package var hubURL: String?
    /// The target of recent permanent redirects, not applied yet.
    package var movingTo: String?
    package var distrusted: ValidatorDistrust = []
    /// Hours of the UTC day (0–23) and days of the week (0 is Sunday) without new entries.
    package var skipHours: Set<Int> = []
    package var skipDays: Set<Int> = []
    /// Its last document exceeded the size limit and was cut off.
    package var isOversized = false
}

/// Limits the concurrent checks of feeds that may be slow, so that they do not delay the others.
package struct SlowFeedLimit: Sendable {
    /// Feeds that are known to be fast; all others may be slow.
    package var fast: Set<FeedID>
    /// Possibly slow feeds that are being checked now.
    package var inWork: Set<FeedID>
    /// The most possibly slow feeds that are checked at the same time.
    package var most: Int

    package init(fast: Set<FeedID>, inWork: Set<FeedID>, most: Int) {
        self.fast = fast
        self.inWork = inWork
        self.most = most
    }

    /// The most of them that were added by one user.
    var mostOfOne: Int { max(1, most / 2) }
}

extension Store {
    /// Feeds to check now, longest overdue first.
    ///
    /// Only feeds of the default selection and feeds with a subscription that is not paused. At most `perHost` feeds of
    /// a host; `busy` feeds are being checked already and count for their host. Without `slowLimit` slow feeds are not
    /// limited.
    package func dueFeeds(
        at time: Date,
        limit: Int,
        perHost: Int,
        busy: Set<FeedID> = [],
        slowLimit: SlowFeedLimit? = nil
    ) async throws -> [DueFeed] {
        try await read { db in
            var perHostCount: [String: Int] = [:]
            // Hosts are counted only if `perHost` can be reached.
            if perHost - busy.count < limit {
                for row in try Self.rows(of: busy, in: db) { perHostCount[row[1], default: 0] += 1 }
            }
            var slowCount = slowLimit?.inWork.count ?? 0
            var slowOf: [MakerMark: Int] = [:]
            for row in try Self.rows(of: slowLimit?.inWork ?? [], in: db) {
                if let payer = Self.payer(row) { slowOf[payer, default: 0] += 1 }
            }
            // Every due feed may be skipped, so only few columns are read.
            let statement = try db.cachedStatement(
                sql: """
                    SELECT \(Self.checkColumns) FROM feed
                    WHERE nextCheckAt <= ? AND (isDefault = 1 OR followerCount > 0) ORDER BY nextCheckAt
                    """
            )
            let rows = try Row.fetchCursor(statement, arguments: [time.unixSeconds])
            var chosen: [FeedID] = []
            while chosen.count < limit, let row = try rows.next() {
                let id: FeedID = row[0]
                let isMaybeSlow = slowLimit.map { !$0.fast.contains(id) } ?? false
                let payer = isMaybeSlow ? Self.payer(row) : nil
                if let slowLimit, isMaybeSlow {
                    guard slowCount < slowLimit.most,
                        payer.map({ slowOf[$0, default: 0] < slowLimit.mostOfOne }) ?? true
                    else { continue }
                }
                let host: String = row[1]
                guard perHostCount[host, default: 0] < perHost, !busy.contains(id) else { continue }
                perHostCount[host, default: 0] += 1
                slowCount += isMaybeSlow ? 1 : 0
                if let payer { slowOf[payer, default: 0] += 1 }
                chosen.append(id)
            }
            return try chosen.compactMap { try Self.dueFeed($0, in: db) }
        }
    }

    private static func rows(of feeds: Set<FeedID>, in db: Database) throws -> [Row] {
        guard !feeds.isEmpty else { return [] }
        // The list is one argument, so that the statement is compiled once.
        let statement = try db.cachedStatement(
            sql: "SELECT \(checkColumns) FROM feed WHERE id IN (SELECT value FROM json_each(?))"
        )
        return try Row.fetchAll(statement, arguments: [feeds.jsonList])
    }

    /// What decides whether a due feed is checked now; `dueFeeds` and `payer` read it by position.
    private static let checkColumns = "id, host, paidBy, isDefault"

    /// The user whose storage share the feed counts against; nil for default feeds.
    private static func payer(_ row: Row) -> MakerMark? { row[3] ? nil : row[2] }

    /// The data for a request of one feed, due or not.
    package func dueFeed(_ id: FeedID) async throws -> DueFeed? {
        try await read { db in try Self.dueFeed(id, in: db) }
    }

    private static func dueFeed(_ id: FeedID, in db: Database) throws -> DueFeed? {
        let statement = try db.cachedStatement(sql: "SELECT \(DueFeed.columns) FROM feed WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id]).map(DueFeed.init(row:))
    }

    /// When the next check is due; nil when there is no feed to check.
    ///
    /// With `after`, checks due by then do not count.
    package func nextDueTime(after time: Date? = nil) async throws -> Date? {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT min(nextCheckAt) FROM feed WHERE nextCheckAt > ? AND (isDefault = 1 OR followerCount > 0)"
            )
            return try Int64.fetchOne(statement, arguments: [time?.unixSeconds ?? .min]).map(Date.init(unixSeconds:))
        }
    }

    /// Makes feeds due at a requested time, if they are not due earlier.
    ///
    /// A pause that a server has asked for, or a "too many requests" answer, is respected.
    package func requestCheck(of feeds: [FeedID], at time: Date) async throws {
        try await write { db in
            for feed in feeds {
                try db.execute(
                    sql: """
                        UPDATE feed SET requestedAt = :time, nextCheckAt = CASE
                            WHEN failure = :limited THEN nextCheckAt
                            ELSE min(nextCheckAt, max(:time, coalesce(restsUntil, 0))) END
                        WHERE id = :id
                        """,
                    arguments: [
                        "time": time.unixSeconds, "limited": FeedFailure.rateLimited, "id": feed,
                    ]
                )
            }
        }
        signals.send(.feeds)
    }

    /// Postpones a feed's next check, for a host that asked for a pause.
    package func postponeCheck(of feed: FeedID, until time: Date) async throws {
        try await write { db in
            try db.execute(
                sql: "UPDATE feed SET nextCheckAt = max(nextCheckAt, ?) WHERE id = ?",
                arguments: [time.unixSeconds, feed]
            )
        }
    }
}

extension DueFeed {
    /// The columns that `init(row:)` reads, in its order.
    fileprivate static let columns = """
        \(Feed.columns), feed.host, feed.etag, feed.lastModified, feed.bodyHash, feed.timeToLive, feed.firstFetchedAt,
        feed.requestedAt, feed.lastDocumentAt, feed.hubURL, feed.movedTo, feed.distrusted, feed.skipHours, feed.skipDays,
        feed.isOversized, feed.checkInterval,
        (SELECT min(coalesce(subscription.checkInterval, recipient.checkInterval)) \(followers)),
        isDefault OR EXISTS (SELECT 1 \(followers) AND coalesce(subscription.checkInterval, recipient.checkInterval) IS NULL)
        """

    private static let followers = """
        FROM subscription JOIN recipient ON recipient.id = subscription.recipientID
        WHERE subscription.feedID = feed.id AND subscription.pause IS NULL
        """

    fileprivate init(row: Row) {
        let start = Feed.columnCount
        let operators: Int64? = row[start + 14]
        let asked: Int64? = operators ?? row[start + 15]
        let allowsSooner: Bool = row[start + 16]
        self.init(
            feed: Feed(row: row),
            host: row[start],
            validators: FeedValidators(etag: row[start + 1], lastModified: row[start + 2], bodyHash: row[start + 3]),
            timeToLive: row[start + 4],
            isFirst: (row[start + 5] as Int64?) == nil,
            isRequested: (row[start + 6] as Int64?) != nil,
            lastDocumentAt: row.optionalDate(start + 7),
            askedInterval: asked.map {
                AskedInterval(
                    seconds: Double($0),
                    isOperators: operators != nil,
                    allowsSooner: operators == nil && allowsSooner
                )
            },
            hubURL: row[start + 8],
            movingTo: row[start + 9],
            distrusted: row[start + 10],
            skipHours: NumberBits.numbers(row[start + 11]),
            skipDays: NumberBits.numbers(row[start + 12]),
            isOversized: row[start + 13]
        )
    }
}
