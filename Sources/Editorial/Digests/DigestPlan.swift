package import Foundation
package import NewsModel

/// The stories of a period before their texts are read: all are counted, and those that the digest may list are chosen.
///
/// So a digest of thousands of stories costs the texts of those that are shown. Each story belongs to the feed that
/// published it first, and of each event the newest story stands for all but those that were kept back from the reader.
package struct DigestPlan: Hashable, Sendable {
    /// How many times as many stories that several feeds carry are chosen as are listed: outlines do not show how many
    /// feeds outside the selection carry them too.
    private static let spare = 2

    /// The stories of each feed.
    package let storyCounts: [FeedID: Int]
    /// Publication times of all stories, in no order.
    package let dates: [Date]
    /// The articles to read, without order.
    package let wanted: [ArticleID]

    /// - Parameters:
    ///   - limit: about how many stories the digest lists.
    ///   - perFeed: the most stories of one feed that it lists.
    ///   - keptBack: stories that the reader was not sent, as others had brought their news; they are listed all the
    ///     same.
    package init(_ articles: [ArticleOutline], limit: Int, perFeed: Int, keptBack: Set<StoryID> = []) {
        var first: [StoryID: ArticleOutline] = [:]
        var carriers: [StoryID: Set<FeedID>] = [:]
        first.reserveCapacity(articles.count)
        for article in articles {
            guard let known = first[article.story] else {
                first[article.story] = article
                continue
            }
            if article.id < known.id { first[article.story] = article }
        }
        for article in articles { carriers[article.event, default: []].insert(article.feed) }
        let shown = DigestBuilder.newestOfEvents(first.values.filter { !keptBack.contains($0.story) }, event: \.event) {
            $0.id < $1.id
        }
        let stories = shown.values + first.values.filter { keptBack.contains($0.story) }
        let byFeed = Dictionary(grouping: stories, by: \.feed)
        storyCounts = byFeed.mapValues(\.count)
        dates = stories.map(\.publishedAt)
        let most = DigestLayout.mostOfOneFeed(Array(storyCounts.values), limit: limit, perFeed: perFeed)
        var wanted = Set<ArticleID>()
        for stories in byFeed.values {
            wanted.formUnion(stories.map(\.id).sorted(by: >).prefix(most))
        }
        let carried = carriers.filter { $1.count > 1 }
            .compactMap { event, feeds in shown[event].map { (feeds: feeds.count, article: $0.id) } }
            .sorted { ($0.feeds, $0.article) > ($1.feeds, $1.article) }
        wanted.formUnion(carried.prefix(DigestLayout.mostCarriedCount * Self.spare).map(\.article))
        self.wanted = Array(wanted)
    }
}
