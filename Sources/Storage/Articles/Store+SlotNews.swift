import GRDB
package import NewsModel

/// The news of a schedule's slot.
package struct SlotNews: Hashable, Sendable {
    /// Late arrivals first, then newest first.
    package var articles: [ListedArticle]
    /// The number of stories beyond the limit.
    package var leftOut: Int
    /// `leftOut` is an upper bound: some of those stories may be muted, as not all were checked.
    package var isLeftOutAtMost: Bool
}

extension Store {
    /// Articles published within a selection's time range, and those that arrived within it too late for an earlier one
    /// (`LateArrivals`).
    ///
    /// The stories in `told` (`withRoots`) and muted articles are left out.
    package func slotNews(
        _ selection: ArticleSelection,
        in sight: Sight,
        besides told: Set<StoryID>,
        limit: Int
    ) async throws -> SlotNews {
        try await readMuting { db, judge in
            let mutes = try ReaderRules(in: sight, selection, db, judge)
            let filter = try ArticleFilter(selection, in: sight, without: mutes, db)
            let late = try LateArrivals(selection: selection, reader: sight.reader).find(in: filter.feeds, db)
            let places = try (late + filter.all(in: db)).filter { !told.contains($0.story) }
            var reader = try ListedArticleReader(sight, db)
            let hasMutes = mutes?.looksAtArticles == true
            var articles: [ListedArticle] = []
            var (rest, unseen): (Set<StoryID>, Set<StoryID>) = ([], [])
            let mostLooked = mutes?.hasFilters == true ? mutes?.mostLooked(for: limit) ?? 0 : limit * 2
            for (looked, place) in places.enumerated() {
                let hasCapacity = articles.count < limit
                // Only reading an article shows whether it is muted, which is expensive if it is only counted.
                guard hasCapacity || (hasMutes && looked < mostLooked) else {
                    unseen.insert(place.story)
                    continue
                }
                guard let listed = try reader.read(looked, of: places), mutes?.hidesContent(of: listed) != true
                else { continue }
                if hasCapacity { articles.append(listed) } else { rest.insert(place.story) }
            }
            let told = Set(articles.map(\.article.storyID))
            rest.subtract(told)
            unseen.subtract(told.union(rest))
            return SlotNews(
                articles: articles,
                leftOut: rest.count + unseen.count,
                isLeftOutAtMost: hasMutes && !unseen.isEmpty
            )
        }
    }

    /// Articles that arrived within a selection's time range too late for an earlier one, newest first, without muted
    /// ones.
    package func lateArticles(
        _ selection: ArticleSelection,
        in sight: Sight,
        limit: Int
    ) async throws -> [ListedArticle] {
        guard limit > 0 else { return [] }
        return try await readMuting { db, judge in
            let mutes = try ReaderRules(in: sight, selection, db, judge)
            let feeds = try selection.feedIDs(in: sight, db, without: mutes)
            let late = try LateArrivals(selection: selection, reader: sight.reader).find(in: feeds, db)
            var articles: [ListedArticle] = []
            var reader = try ListedArticleReader(sight, db)
            for index in late.indices where articles.count < limit {
                let listed = try reader.read(index, of: late)
                if let listed, mutes?.hidesContent(of: listed) != true { articles.append(listed) }
            }
            return articles
        }
    }
}
