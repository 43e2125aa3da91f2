package import Foundation
import GRDB
package import NewsModel

/// An article as the story index, and what is known of names, need it after a start.
package struct PlacedArticle: Hashable, Sendable {
    package var story: StoryID
    package var event: StoryID
    package var feed: FeedID
    /// Whether everybody may see the feed.
    package var isOpen: Bool
    package var title: String
    /// As the article or its feed states.
    package var language: String?
    package var publishedAt: Date
    /// The things with names that it shows beyond doubt.
    package var things: [ArticleFacts.Thing]
}

extension Store {
    /// The newest articles since a time, the oldest first: at most `limit` of feeds that everybody may see, and as many
    /// of others, of which no feed has more than a fortieth of that.
    ///
    /// They are for the story index alone; no reader sees them.
    package func placedArticles(since time: Date, limit: Int) async throws -> [PlacedArticle] {
        try await read { db in
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT article.id, article.storyID, coalesce(story.eventID, story.id), article.feedID,
                        \(Sight.isPublic("feed")), article.title,
                        coalesce(articleAnalysis.language, article.language, feed.language),
                        articleAnalysis.things
                    FROM article LEFT JOIN articleAnalysis ON articleAnalysis.articleID = article.id
                    JOIN story ON story.id = article.storyID JOIN feed ON feed.id = article.feedID
                    WHERE article.id >= ? ORDER BY article.id DESC
                    """,
                arguments: [ArticleID.first(atSecond: time.unixSeconds)]
            )
            var found: [PlacedArticle] = []
            var room = [true: limit, false: limit]
            var ofFeed: [FeedID: Int] = [:]
            while let row = try rows.next(), room.values.contains(where: { $0 > 0 }) {
                let isOpen: Bool = row[4]
                guard let left = room[isOpen], left > 0 else { continue }
                let feed: FeedID = row[3]
                if !isOpen {
                    guard ofFeed[feed, default: 0] < max(limit / 40, 1) else { continue }
                    ofFeed[feed, default: 0] += 1
                }
                room[isOpen] = left - 1
                found.append(
                    PlacedArticle(
                        story: row[1],
                        event: row[2],
                        feed: feed,
                        isOpen: isOpen,
                        title: row[5],
                        language: row[6],
                        publishedAt: (row[0] as ArticleID).publishedAt,
                        things: ArticleFacts.Thing.shown(in: row[7])
                    )
                )
            }
            return found.reversed()
        }
    }
}
