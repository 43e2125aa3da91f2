package import Foundation
import GRDB
package import NewsModel

/// The news of one span of time among several.
package struct NewsSpan: Hashable, Sendable {
    /// The newest first, each story by its newest article.
    package var articles: [ListedArticle] = []
    /// All stories of the span, also those beyond `articles`.
    package var storyCount = 0
}

extension Store {
    /// The news since several moments, the latest moment first: each story in one span only, that of its newest article.
    ///
    /// Of a span the newest `limit` stories are looked up and all are counted. What the reader has muted is left out;
    /// where words or stories are muted, only the newest of a span are looked at for that.
    package func newsSpans(
        _ selection: ArticleSelection,
        since beginnings: [Date],
        in sight: Sight,
        limit: Int
    ) async throws -> [NewsSpan] {
        try await readMuting { db, judge in
            let mutes = try sight.reader.flatMap { try MuteFilter(of: $0, in: db, judge) }
            let feeds = try selection.feedIDs(in: sight, db, without: mutes)
            let range = ArticleRange(selection, without: try ClearedFeeds(of: sight.reader, in: db))
            let firsts = beginnings.map { ArticleID.first(atSecond: $0.unixSeconds).rawValue }
            let mostLooked = mutes?.looksAtArticles == true ? limit * 4 : limit
            var spans = Array(repeating: NewsSpan(), count: beginnings.count)
            var looked = Array(repeating: 0, count: beginnings.count)
            var (seen, current): (Set<Int64>, Int) = ([], 0)
            for place in try range.all(of: feeds, in: db) {
                while current < firsts.count, place.id < firsts[current] { current += 1 }
                guard current < firsts.count else { break }
                guard !seen.contains(place.story) else { continue }
                let hasRoom = spans[current].articles.count < limit
                if looked[current] < mostLooked {
                    looked[current] += 1
                    let listed = try ListedArticle.find(ArticleID(rawValue: place.id), in: sight, db)
                    guard let listed, mutes?.hidesContent(of: listed) != true else { continue }
                    if hasRoom { spans[current].articles.append(listed) }
                }
                seen.insert(place.story)
                spans[current].storyCount += 1
            }
            return spans
        }
    }
}
