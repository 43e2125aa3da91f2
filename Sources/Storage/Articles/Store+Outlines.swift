package import NewsModel

/// The articles of a period, without their texts.
package struct PeriodOutline: Hashable, Sendable {
    /// Newest first; those that arrived late at the end.
    package var articles: [ArticleOutline]
    /// There were more articles than the limit.
    package var isCut: Bool
}

extension Store {
    /// The newest of these articles are read to find those with muted words or stories.
    private static let mostReadForMutes = 1_000

    /// Articles published within a selection's time range, and those that arrived within it too late for an earlier one
    /// (`LateArrivals`), without muted ones.
    ///
    /// If words or stories are muted, older articles than the newest thousand are not checked for that.
    package func outline(of selection: ArticleSelection, in sight: Sight, limit: Int) async throws -> PeriodOutline {
        try await readMuting { db, judge in
            let mutes = try sight.reader.flatMap { try MuteFilter(of: $0, in: db, judge) }
            let filter = try ArticleFilter(selection, in: sight, without: mutes, db)
            var places = try filter.newest(limit, in: db)
            let isCut = places.count == limit
            let late = try LateArrivals(selection: selection, reader: sight.reader).find(in: filter.feeds, db)
            places += late.prefix(limit - places.count)
            if let mutes, mutes.looksAtArticles {
                let head = places.prefix(Self.mostReadForMutes).map(\.id)
                var reader = try ListedArticleReader(sight, db)
                let muted = try reader.find(head).filter { mutes.hidesContent(of: $0.value) }
                places.removeAll { muted[$0.id] != nil }
            }
            return PeriodOutline(articles: places.map(\.outline), isCut: isCut)
        }
    }
}

extension ArticlePlace {
    fileprivate var outline: ArticleOutline {
        ArticleOutline(id: id, story: story, feed: feed, publishedAt: id.publishedAt)
    }
}
