import Foundation
import GRDB
import NewsModel

/// The newest unread articles that a smart feed's query is asked about, and their events.
private struct SmartCandidates: Sendable {
    var articles: [FoundArticle] = []
    var events: [StoryID: StoryID] = [:]

    func event(of story: StoryID) -> StoryID { events[story] ?? story }
}

extension Store {
    /// How many articles are read in one transaction, which keeps the write-ahead log from beginning anew.
    private static let mostReadTogether = 250

    /// The unread stories of a smart feed, newest first, one of each event.
    ///
    /// Only the newest articles are looked at (`ReaderRules.mostLooked`), some at a time: what nobody has compared with
    /// the query is no part of the smart feed.
    func unreadArticles(
        in sight: Sight,
        ofSmartFeed query: String,
        _ selection: ArticleSelection,
        at time: Date,
        limit: Int
    ) async throws -> NewsSpan {
        guard let recipient = sight.reader else { return NewsSpan() }
        var answers = noAnswers
        let candidates = try await readMuting(&answers) { db, judge in
            let rules = try ReaderRules(of: recipient, in: db, judge, matching: query)
            let unread = try UnreadStories(of: recipient, at: time, in: db, judge)
            let all = try unread.articles(of: selection, db, without: rules)
            let newest = Array(all.prefix(rules?.mostLooked(for: limit) ?? limit))
            return SmartCandidates(
                articles: newest,
                events: try StoryEvents(db: db).events(of: newest.map(\.story))
            )
        }
        var seen: Set<StoryID> = []
        var span = NewsSpan()
        for start in stride(from: 0, to: candidates.articles.count, by: Self.mostReadTogether) {
            let end = min(start + Self.mostReadTogether, candidates.articles.count)
            let batch = candidates.articles[start..<end].filter { !seen.contains(candidates.event(of: $0.story)) }
                .map(\.id)
            let listed = try await readMuting(&answers) { db, judge in
                let rules = try ReaderRules(of: recipient, in: db, judge, matching: query)
                var reader = try ListedArticleReader(.of(recipient), db)
                return try reader.read(batch).filter { rules?.hidesContent(of: $0) != true }
            }
            for article in listed where seen.insert(candidates.event(of: article.article.storyID)).inserted {
                span.storyCount += 1
                if span.articles.count < limit { span.articles.append(article) }
            }
        }
        return span
    }
}
