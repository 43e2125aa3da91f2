import Editorial
import Foundation
import NewsModel
import Storage

/// The alerts in memory, and which of them new articles match.
struct AlertMatching: Sendable {
    let index: AlertIndex

    /// Adds the matching alerts to every article that is new; what is known already is not asked about.
    ///
    /// `views` say how its followers call the feed. Others get their turn between two articles.
    func matched(
        _ document: FetchedDocument,
        of feed: Feed,
        views: [OwnFeedView],
        known: Set<String>
    ) async -> FetchedDocument {
        guard index.count > 0 else { return document }
        var result = document
        for place in result.articles.indices where known.isDisjoint(with: result.articles[place].keys) {
            let article = result.articles[place]
            var candidate = AlertCandidate(title: article.title)
            candidate.body = article.summary
            candidate.feed = feed.name
            candidate.site = article.url ?? feed.url
            candidate.author = article.author ?? ""
            candidate.tags = article.tags
            candidate.language = article.language
            candidate.categories = feed.category.map { [$0] } ?? []
            candidate.date = article.publishedAt
            candidate.hasImage = article.imageURL != nil
            result.articles[place].alertIDs = index.matches(for: candidate, views: views)
            await Task.yield()
        }
        return result
    }
}
