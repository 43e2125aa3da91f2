package import Foundation

/// What an article is ranked by among the top stories: all that must be known of those that are not shown.
package struct HeadlineCandidate: Hashable, Sendable {
    package var id: ArticleID
    package var feed: FeedID
    /// The reader's category of the feed.
    package var category: String?
    package var event: StoryID
    package var publishedAt: Date
    package var firstSeenAt: Date
    /// Further feeds that report the event and that the reader may see.
    package var otherSourceCount: Int
    /// It advertises something.
    package var isPromotion: Bool

    package init(
        id: ArticleID,
        feed: FeedID,
        category: String?,
        event: StoryID,
        publishedAt: Date,
        firstSeenAt: Date,
        otherSourceCount: Int,
        isPromotion: Bool
    ) {
        self.id = id
        self.feed = feed
        self.category = category
        self.event = event
        self.publishedAt = publishedAt
        self.firstSeenAt = firstSeenAt
        self.otherSourceCount = otherSourceCount
        self.isPromotion = isPromotion
    }

    package init(_ listed: ListedArticle) {
        self.init(
            id: listed.article.id,
            feed: listed.article.feedID,
            category: listed.category,
            event: listed.event,
            publishedAt: listed.article.publishedAt,
            firstSeenAt: listed.article.firstSeenAt,
            otherSourceCount: listed.otherSourceCount,
            isPromotion: listed.facts.isPromotion
        )
    }
}
