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

extension Store {
    /// Feeds to check now, the longest overdue first: each once, however many follow it.
    ///
    /// Only what the house has selected or somebody follows without a pause. At most `perHost` of one host;
    /// `busy` feeds are being checked already and count for their host. Of `slow` ones, and of those that were never
    /// fetched, at most `mostDoubtful`.
    package func dueFeeds(
        at time: Date,
        limit: Int,
        perHost: Int,
        busy: Set<FeedID> = [],
        slow: Set<FeedID> = [],
        mostDoubtful: Int = .max
    ) async throws -> [DueFeed] {
        try await read { db in
            var perHostCount: [String: Int] = [:]
            // Where each host may have all places nobody's host matters.
            if !busy.isEmpty, perHost < limit + busy.count {
                // A list of any length is one argument here, so that the statement is compiled once.
                let statement = try db.cachedStatement(
                    sql: "SELECT host FROM feed WHERE id IN (SELECT value FROM json_each(?))"
                )
                let list = "[\(busy.map { String($0.rawValue) }.joined(separator: ","))]"
                for host in try String.fetchAll(statement, arguments: [list]) { perHostCount[host, default: 0] += 1 }
            }
            var due: [DueFeed] = []
            var doubtful = 0
            let statement = try db.cachedStatement(
                sql: """
                    SELECT \(DueFeed.columns) FROM feed WHERE nextCheckAt <= ? AND (isHouse = 1 OR followerCount > 0)
                    ORDER BY nextCheckAt
                    """
            )
            let rows = try Row.fetchCursor(statement, arguments: [time.unixSeconds])
            while due.count < limit, let row = try rows.next() {
                let host: String = row["host"]
                guard perHostCount[host, default: 0] < perHost, !busy.contains(row.id("id")) else { continue }
                let isDoubtful = (row["firstFetchedAt"] as Int64?) == nil || slow.contains(row.id("id"))
                guard !isDoubtful || doubtful < mostDoubtful else { continue }
                doubtful += isDoubtful ? 1 : 0
                perHostCount[host, default: 0] += 1
                due.append(DueFeed(row: row))
            }
            return due
        }
    }

    /// What a request for one feed needs, due or not.
    package func dueFeed(_ id: FeedID) async throws -> DueFeed? {
        try await read { db in
            try Row.fetchOne(db, sql: "SELECT \(DueFeed.columns) FROM feed WHERE id = ?", arguments: [id.rawValue])
                .map(DueFeed.init(row:))
        }
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
