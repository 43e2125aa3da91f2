import GRDB
package import NewsModel

/// What of a feed's news was too much to keep.
package struct LeftOutNews: Hashable, Sendable {
    /// The day (UTC) as days since 1970, and how many entries.
    package var day: Int
    package var count: Int
    /// Whoever brought it in has no share of the disk left: its articles are kept without their words, if at all.
    package var isWithoutShare: Bool
}

extension Store {
    /// What a feed brought more than is kept; nil when that was nothing so far.
    ///
    /// Takes the feed itself: whoever has it was given it by a sight.
    package func leftOutNews(of feed: Feed) async throws -> LeftOutNews? {
        let limits = limits
        return try await read { db in
            let row = try Row.fetchOne(
                db,
                sql: "SELECT broughtBy, isHouse, leftOutDay, leftOutCount FROM feed WHERE id = ?",
                arguments: [feed.id.rawValue]
            )
            guard let row else { return nil }
            let bringer: Int64? = row["isHouse"] ? nil : row["broughtBy"]
            let used = try bringer.map { try limits.burden(of: ProfileID(rawValue: $0), in: db) } ?? 0
            let news = LeftOutNews(
                day: row["leftOutDay"],
                count: row["leftOutCount"],
                isWithoutShare: used >= limits.personBytes
            )
            return news.count > 0 || news.isWithoutShare ? news : nil
        }
    }
}
