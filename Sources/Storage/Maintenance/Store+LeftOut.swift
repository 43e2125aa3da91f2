import GRDB
package import NewsModel

/// What of a feed's news was too much to keep.
package struct LeftOutNews: Hashable, Sendable {
    /// The day (UTC) as days since 1970, and how many entries.
    package var day: Int
    package var count: Int
    /// Whoever pays for it has no share of the disk left: its articles are kept without their words, if at all.
    package var isWithoutShare: Bool
    /// The house has no room: its articles are kept without their words.
    package var isWithoutRoom = false
}

extension Store {
    /// What a feed brought more than is kept; nil when that was nothing so far.
    ///
    /// Takes the feed itself: whoever has it was given it by a sight.
    package func leftOutNews(of feed: Feed) async throws -> LeftOutNews? {
        let limits = limits
        let isShort = try await shortage() != nil
        return try await read { db in
            let row = try Row.fetchOne(
                db,
                sql: "SELECT isHouse, leftOutDay, leftOutCount FROM feed WHERE id = ?",
                arguments: [feed.id.rawValue]
            )
            guard let row else { return nil }
            var news = LeftOutNews(day: row["leftOutDay"], count: row["leftOutCount"], isWithoutShare: false)
            let standing = try FeedPayer(feed.id, limits: limits, db: db)?.standing()
            if case .insolvent = standing { news.isWithoutShare = true }
            news.isWithoutRoom = isShort && !row["isHouse"]
            return news.count > 0 || news.isWithoutShare || news.isWithoutRoom ? news : nil
        }
    }
}
