package import Foundation
import GRDB
package import NewsModel

/// A feed whose check is due, with what the request needs.
package struct DueFeed: Hashable, Sendable {
    package var feed: Feed
    package var host: String
    package var validators: FeedValidators
    /// Seconds between checks as the feed itself asked; nil when it did not.
    package var timeToLive: Int?
    /// It was never fetched: what it brings is stored, not told.
    package var isFirst: Bool
    /// Somebody asked for it out of turn.
    package var isRequested: Bool
    /// When it last sent a document, not merely "not modified".
    package var lastDocumentAt: Date?
    package var askedInterval: AskedInterval?
    /// The WebSub hub the feed names.
    package var hubURL: String?
    /// Where permanent redirects have led lately; not believed yet.
    package var movingTo: String?
    package var distrusted: ValidatorDistrust = []
    /// Hours of the UTC day (0–23), and days of the week (0 is Sunday), in which nothing appears.
    package var skipHours: Set<Int> = []
    package var skipDays: Set<Int> = []
    /// Its last document was larger than what is taken: the end was cut off.
    package var isOversized = false
}

/// Feeds that may take long, and how much of the places they may have, so that the others' news do not wait for them.
package struct DoubtfulFeeds: Sendable {
    /// What is known not to take long; all others may.
    package var quick: Set<FeedID>
    /// Those of the others that are being checked.
    package var inWork: Set<FeedID>
    /// Places for them together.
    package var most: Int

    package init(quick: Set<FeedID>, inWork: Set<FeedID>, most: Int) {
        self.quick = quick
        self.inWork = inWork
        self.most = most
    }

    /// Places for those that one person has brought in: the rest is for other people's.
    var mostOfOne: Int { max(1, most / 2) }
}

extension Store {
    /// Feeds to check now, the longest overdue first: each once, however many follow it.
    ///
    /// Only what the house has selected or somebody follows without a pause. At most `perHost` of one host;
    /// `busy` feeds are being checked already and count for their host. Nil `doubtful` is no limit.
    package func dueFeeds(
        at time: Date,
        limit: Int,
        perHost: Int,
        busy: Set<FeedID> = [],
        doubtful: DoubtfulFeeds? = nil
    ) async throws -> [DueFeed] {
        try await read { db in
            var perHostCount: [String: Int] = [:]
            // Where each host may have all places nobody's host matters.
            if perHost < limit + busy.count {
                for row in try Self.rows(of: busy, in: db) { perHostCount[row["host"], default: 0] += 1 }
            }
            var doubtfulCount = doubtful?.inWork.count ?? 0
            var doubtfulOf: [Int64: Int] = [:]
            for row in try Self.rows(of: doubtful?.inWork ?? [], in: db) {
                if let payer = Self.payer(row) { doubtfulOf[payer, default: 0] += 1 }
            }
            // All that are due may be passed over, so little is read of each.
            let statement = try db.cachedStatement(
                sql: """
                    SELECT id, host, paidBy, isHouse FROM feed
                    WHERE nextCheckAt <= ? AND (isHouse = 1 OR followerCount > 0) ORDER BY nextCheckAt
                    """
            )
            let rows = try Row.fetchCursor(statement, arguments: [time.unixSeconds])
            var chosen: [FeedID] = []
            while chosen.count < limit, let row = try rows.next() {
                let id: FeedID = row.id("id")
                let isDoubtful = doubtful.map { !$0.quick.contains(id) } ?? false
                let payer = isDoubtful ? Self.payer(row) : nil
                if let doubtful, isDoubtful {
                    guard doubtfulCount < doubtful.most,
                        payer.map({ doubtfulOf[$0, default: 0] < doubtful.mostOfOne }) ?? true
                    else { continue }
                }
                let host: String = row["host"]
                guard perHostCount[host, default: 0] < perHost, !busy.contains(id) else { continue }
                perHostCount[host, default: 0] += 1
                doubtfulCount += isDoubtful ? 1 : 0
                if let payer { doubtfulOf[payer, default: 0] += 1 }
                chosen.append(id)
            }
            return try chosen.compactMap { try Self.dueFeed($0, in: db) }
        }
    }

    private static func rows(of feeds: Set<FeedID>, in db: Database) throws -> [Row] {
        guard !feeds.isEmpty else { return [] }
        // A list of any length is one argument here, so that the statement is compiled once.
        let statement = try db.cachedStatement(
            sql: "SELECT host, paidBy, isHouse FROM feed WHERE id IN (SELECT value FROM json_each(?))"
        )
        let list = "[\(feeds.map { String($0.rawValue) }.joined(separator: ","))]"
        return try Row.fetchAll(statement, arguments: [list])
    }

    /// Who pays for a feed that everybody does not have anyway.
    private static func payer(_ row: Row) -> Int64? { row["isHouse"] ? nil : row["paidBy"] }

    /// What a request for one feed needs, due or not.
    package func dueFeed(_ id: FeedID) async throws -> DueFeed? {
        try await read { db in try Self.dueFeed(id, in: db) }
    }

    private static func dueFeed(_ id: FeedID, in db: Database) throws -> DueFeed? {
        let statement = try db.cachedStatement(sql: "SELECT \(DueFeed.columns) FROM feed WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id.rawValue]).map(DueFeed.init(row:))
    }

    /// When the next check is due; nil when there is nothing to check.
    ///
    /// With `after`, checks that are due already do not count.
    package func nextDueTime(after time: Date? = nil) async throws -> Date? {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT min(nextCheckAt) FROM feed WHERE nextCheckAt > ? AND (isHouse = 1 OR followerCount > 0)"
            )
            return try Int64.fetchOne(statement, arguments: [time?.unixSeconds ?? .min]).map(Date.init(unixSeconds:))
        }
    }

    /// Makes feeds due at a time somebody asked for, if that is earlier than their turn.
    ///
    /// A server that said "too many requests", or when to come back, keeps its rest.
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
                        "time": time.unixSeconds, "limited": FeedFailure.rateLimited.rawValue, "id": feed.rawValue,
                    ]
                )
            }
        }
        nudges.nudge(.feeds)
    }

    /// Moves a feed's next check, for a host that asked to be left alone.
    package func postponeCheck(of feed: FeedID, until time: Date) async throws {
        try await write { db in
            try db.execute(
                sql: "UPDATE feed SET nextCheckAt = max(nextCheckAt, ?) WHERE id = ?",
                arguments: [time.unixSeconds, feed.rawValue]
            )
        }
    }
}

extension DueFeed {
    fileprivate static let columns = """
        feed.*, (SELECT min(checkInterval) FROM subscription WHERE feedID = feed.id AND pause IS NULL) AS wished,
        isHouse OR EXISTS (
            SELECT 1 FROM subscription WHERE feedID = feed.id AND pause IS NULL AND checkInterval IS NULL
        ) AS allowsSooner
        """

    init(row: Row) {
        let operators: Int64? = row["checkInterval"]
        let wished: Int64? = operators ?? row["wished"]
        self.init(
            feed: Feed(row: row),
            host: row["host"],
            validators: FeedValidators(
                etag: row["etag"],
                lastModified: row["lastModified"],
                bodyHash: row["bodyHash"]
            ),
            timeToLive: row["timeToLive"],
            isFirst: (row["firstFetchedAt"] as Int64?) == nil,
            isRequested: (row["requestedAt"] as Int64?) != nil,
            lastDocumentAt: row.optionalDate("lastDocumentAt"),
            askedInterval: wished.map {
                AskedInterval(
                    seconds: Double($0),
                    isOperators: operators != nil,
                    allowsSooner: operators == nil && row["allowsSooner"]
                )
            },
            hubURL: row["hubURL"],
            movingTo: row["movedTo"],
            distrusted: ValidatorDistrust(rawValue: row["distrusted"]),
            skipHours: NumberBits.numbers(row["skipHours"]),
            skipDays: NumberBits.numbers(row["skipDays"]),
            isOversized: row["isOversized"]
        )
    }
}
