package import Foundation
import GRDB
package import NewsModel

/// The news of one of several time spans.
package struct NewsSpan: Hashable, Sendable {
    /// Newest first; each event is represented by its newest article.
    package var articles: [ListedArticle] = []
    /// The number of all stories of the span, including those beyond `articles`; related stories that were read count once.
    package var storyCount = 0
}

extension Store {
    /// The news since several times, the latest time first.
    ///
    /// Each story is in one span only, that of its newest article.
    ///
    /// The newest `limit` stories of a span are read and all are counted. Muted articles are left out; if words or
    /// stories are muted, only the newest of a span are checked for that.
    package func newsSpans(
        _ selection: ArticleSelection,
        since beginnings: [Date],
        in sight: Sight,
        limit: Int
    ) async throws -> [NewsSpan] {
        try await readMuting { db, judge in
            let mutes = try MuteFilter(in: sight, selection, db, judge)
            let filter = try ArticleFilter(selection, in: sight, without: mutes, db)
            let places = try (selection.onlyPictures ? filter.pictured() : filter).all(in: db)
            var reader = try ListedArticleReader(sight, db)
            let firsts = beginnings.map { ArticleID.first(atSecond: $0.unixSeconds) }
            let mostLooked = mutes?.mostLooked(for: limit) ?? limit
            var spans = Array(repeating: NewsSpan(), count: beginnings.count)
            var looked = Array(repeating: 0, count: beginnings.count)
            var (seen, current): (Set<StoryID>, Int) = ([], 0)
            var events: Set<StoryID> = []
            for (index, place) in places.enumerated() {
                while current < firsts.count, place.id < firsts[current] { current += 1 }
                guard current < firsts.count else { break }
                guard !seen.contains(place.story) else { continue }
                let hasCapacity = spans[current].articles.count < limit
                if looked[current] < mostLooked {
                    guard try !events.contains(StoryEvents(db: db).event(of: place.story)) else {
                        seen.insert(place.story)
                        continue
                    }
                    looked[current] += 1
                    guard let listed = try reader.read(index, of: places), mutes?.hidesContent(of: listed) != true
                    else { continue }
                    seen.insert(place.story)
                    guard events.insert(listed.event).inserted else { continue }
                    if hasCapacity { spans[current].articles.append(listed) }
                }
                seen.insert(place.story)
                spans[current].storyCount += 1
            }
            return spans
        }
    }
}
