import GRDB
package import NewsModel

/// News of a feed that was not stored because of a limit.
package struct LeftOutNews: Hashable, Sendable {
    /// The day (UTC) as days since 1970, and the number of entries left out on it.
    package var day: Int
    package var count: Int
    /// The payer's share of the disk is used up: articles are stored without text, if at all.
    package var isWithoutShare: Bool
    /// Storage is short of space: the feed's articles are stored without text.
    package var isShortOfSpace = false
}

extension Store {
    /// The news of a feed that was left out; nil when there was none.
    ///
    /// The parameter is a `Feed`, not an id: a caller that has one was allowed to see it.
    package func leftOutNews(of feed: Feed) async throws -> LeftOutNews? {
        let limits = limits
        let isShort = try await shortage() != nil
        return try await read { db in
            let row = try Row.fetchOne(
                db,
                sql: "SELECT isDefault, leftOutDay, leftOutCount FROM feed WHERE id = ?",
                arguments: [feed.id]
            )
            guard let row else { return nil }
            var news = LeftOutNews(day: row[1], count: row[2], isWithoutShare: false)
            let standing = try FeedPayer(feed.id, limits: limits, db: db)?.standing()
            if case .insolvent = standing { news.isWithoutShare = true }
            news.isShortOfSpace = isShort && !row[0]
            return news.count > 0 || news.isWithoutShare || news.isShortOfSpace ? news : nil
        }
    }
}
