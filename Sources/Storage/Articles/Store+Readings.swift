package import Foundation
import GRDB
package import NewsModel

/// One time somebody read an article.
package struct Reading: Hashable, Sendable {
    package var listed: ListedArticle
    package var readAt: Date
    /// The story was read before.
    package var isReread: Bool
}

/// Raw counts of what somebody read; readings of one story on one day count once.
package struct ReadingStatistics: Hashable, Sendable {
    package struct Feed: Hashable, Sendable {
        package var id: FeedID
        package var name: String
        package var count: Int
    }

    package struct Day: Hashable, Sendable {
        /// Local days since 1970-01-01.
        package var number: Int
        package var count: Int
    }

    package var total: Int
    package var storyCount: Int
    /// The most read first.
    package var feeds: [Feed]
    /// In order; days without reading are left out.
    package var days: [Day]
}

extension Store {
    package func recordReading(of article: ArticleID, by profile: ProfileID, at time: Date) async throws {
        try await write { db in
            try db.execute(
                sql: """
                    INSERT INTO reading (profileID, articleID, storyID, feedID, readAt)
                    SELECT ?, id, storyID, feedID, ? FROM article WHERE id = ?
                    """,
                arguments: [profile.rawValue, time.unixSeconds, article.rawValue]
            )
        }
    }

    /// What somebody read, the newest first; articles that are gone are left out.
    package func readings(
        of profile: ProfileID,
        from: Date,
        to: Date,
        category: String? = nil,
        limit: Int
    ) async throws -> [Reading] {
        try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT articleID, storyID, readAt, EXISTS (SELECT 1 FROM reading AS earlier
                        WHERE earlier.profileID = reading.profileID AND earlier.storyID = reading.storyID
                            AND (earlier.readAt, earlier.id) < (reading.readAt, reading.id)) AS isReread
                    FROM reading WHERE profileID = ? AND readAt >= ? AND readAt < ?
                    ORDER BY readAt DESC, id DESC LIMIT ?
                    """,
                arguments: [profile.rawValue, from.unixSeconds, to.unixSeconds, limit]
            )
            let key = category.map(FeedKey.fold)
            return try rows.compactMap { row in
                // A number that has come to mean another article is no reading of it.
                guard let listed = try ListedArticle.find(row.id("articleID"), in: .shown(to: profile.recipient), db),
                    listed.article.storyID == row.id("storyID"),
                    key == nil || listed.category.map(FeedKey.fold) == key
                else { return nil }
                return Reading(listed: listed, readAt: row.date("readAt"), isReread: row["isReread"])
            }
        }
    }

    /// Counts by feed and by local day; `secondsFromGMT` is the reader's offset in that period.
    package func readingStatistics(
        of profile: ProfileID,
        from: Date,
        to: Date,
        secondsFromGMT: Int
    ) async throws -> ReadingStatistics {
        try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT DISTINCT storyID, feedID, (readAt + ?) / 86400 AS day FROM reading
                    WHERE profileID = ? AND readAt >= ? AND readAt < ?
                    """,
                arguments: [secondsFromGMT, profile.rawValue, from.unixSeconds, to.unixSeconds]
            )
            var feeds: [FeedID: Int] = [:]
            var days: [Int: Int] = [:]
            for row in rows {
                feeds[row.id("feedID"), default: 0] += 1
                days[row["day"], default: 0] += 1
            }
            let byFeed = try feeds.map { id, count in
                let name = try String.fetchOne(db, sql: "SELECT name FROM feed WHERE id = ?", arguments: [id.rawValue])
                return ReadingStatistics.Feed(id: id, name: name ?? "", count: count)
            }
            return ReadingStatistics(
                total: rows.count,
                storyCount: Set(rows.map { $0["storyID"] as Int64 }).count,
                feeds: byFeed.sorted { ($1.count, $0.name) < ($0.count, $1.name) },
                days: days.map { ReadingStatistics.Day(number: $0.key, count: $0.value) }
                    .sorted { $0.number < $1.number }
            )
        }
    }
}
