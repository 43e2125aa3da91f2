import GRDB
package import NewsModel

/// What a schedule's slot has to tell.
package struct SlotNews: Hashable, Sendable {
    /// What came late first, then the newest first.
    package var articles: [ListedArticle]
    /// Stories that found no room among them.
    package var leftOut: Int
    /// Some of those may be muted: not all were looked at.
    package var isLeftOutAtMost: Bool
}

extension Store {
    /// All that was published within a selection's span, and what came within it too late for an earlier one
    /// (`LateArrivals`), without the stories that were told; what the reader has muted is left out.
    package func slotNews(
        _ selection: ArticleSelection,
        in sight: Sight,
        besides told: Set<StoryID>,
        limit: Int
    ) async throws -> SlotNews {
        try await readMuting { db, judge in
            let mutes = try sight.reader.flatMap { try MuteFilter(of: $0, in: db, judge) }
            let feeds = try selection.feedIDs(in: sight, db, without: mutes)
            let late = try LateArrivals(selection: selection, reader: sight.reader).find(in: feeds, db)
            let range = ArticleRange(selection, without: try ClearedFeeds(of: sight.reader, in: db))
            let places = try (late + range.all(of: feeds, in: db))
                .filter { !told.contains(StoryID(rawValue: $0.story)) }
            let hasMutes = mutes?.looksAtArticles == true
            var articles: [ListedArticle] = []
            var (rest, unseen): (Set<Int64>, Set<Int64>) = ([], [])
            for (looked, place) in places.enumerated() {
                let hasRoom = articles.count < limit
                // Whether it is muted is seen only by looking at it, which is dear when it serves the count alone.
                guard hasRoom || (hasMutes && looked < limit * 2) else {
                    unseen.insert(place.story)
                    continue
                }
                let listed = try ListedArticle.find(ArticleID(rawValue: place.id), in: sight, db)
                guard let listed, mutes?.hidesContent(of: listed) != true else { continue }
                if hasRoom { articles.append(listed) } else { rest.insert(place.story) }
            }
            let told = Set(articles.map(\.article.storyID.rawValue))
            rest.subtract(told)
            unseen.subtract(told.union(rest))
            return SlotNews(
                articles: articles,
                leftOut: rest.count + unseen.count,
                isLeftOutAtMost: hasMutes && !unseen.isEmpty
            )
        }
    }

    /// What came within a selection's span too late for an earlier one, the newest first; what the reader has muted is
    /// left out.
    package func lateArticles(
        _ selection: ArticleSelection,
        in sight: Sight,
        limit: Int
    ) async throws -> [ListedArticle] {
        try await readMuting { db, judge in
            let mutes = try sight.reader.flatMap { try MuteFilter(of: $0, in: db, judge) }
            let feeds = try selection.feedIDs(in: sight, db, without: mutes)
            let late = try LateArrivals(selection: selection, reader: sight.reader).find(in: feeds, db)
            var articles: [ListedArticle] = []
            for place in late {
                guard articles.count < limit else { break }
                let listed = try ListedArticle.find(ArticleID(rawValue: place.id), in: sight, db)
                if let listed, mutes?.hidesContent(of: listed) != true { articles.append(listed) }
            }
            return articles
        }
    }
}
