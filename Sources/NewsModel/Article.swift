package import Foundation

/// One entry of one feed, as stored.
package struct Article: Hashable, Sendable {
    package var id: ArticleID
    package var feedID: FeedID
    package var storyID: StoryID
    /// Plain text, white space collapsed.
    package var title: String
    package var url: String?
    /// Plain text, at most a few paragraphs.
    package var summary: String
    package var author: String?
    package var publishedAt: Date
    package var firstSeenAt: Date
    package var language: String?
    package var tags: [String]
    package var imageURL: String?
    package var attachment: Attachment?

    /// Audio or video that comes with an article.
    package struct Attachment: Hashable, Sendable, Codable {
        package var url: String
        package var mimeType: String
        package var durationSeconds: Int?
        package var sizeInBytes: Int?

        package init(url: String, mimeType: String, durationSeconds: Int? = nil, sizeInBytes: Int? = nil) {
            self.url = url
            self.mimeType = mimeType
            self.durationSeconds = durationSeconds
            self.sizeInBytes = sizeInBytes
        }
    }

    package init(
        id: ArticleID,
        feedID: FeedID,
        storyID: StoryID,
        title: String,
        url: String? = nil,
        summary: String = "",
        author: String? = nil,
        publishedAt: Date,
        firstSeenAt: Date,
        language: String? = nil,
        tags: [String] = [],
        imageURL: String? = nil,
        attachment: Attachment? = nil
    ) {
        self.id = id
        self.feedID = feedID
        self.storyID = storyID
        self.title = title
        self.url = url
        self.summary = summary
        self.author = author
        self.publishedAt = publishedAt
        self.firstSeenAt = firstSeenAt
        self.language = language
        self.tags = tags
        self.imageURL = imageURL
        self.attachment = attachment
    }
}

/// An article as a list shows it to one reader.
package struct ListedArticle: Hashable, Sendable {
    package var article: Article
    package var feedName: String
    package var category: String?
    /// Other feeds that carry the same story, of those that the reader may see.
    package var otherSourceCount: Int
    /// An alert of this reader matched it.
    package var isAlerted: Bool
    package var isRead: Bool
    /// Its publisher's terms allow no more than title and link.
    package var isTitlesOnly: Bool
    /// Its story's short name, as in `#k7f3bq` (`StoryNaming`).
    package var storyName: String

    package init(
        article: Article,
        feedName: String,
        category: String? = nil,
        otherSourceCount: Int = 0,
        isAlerted: Bool = false,
        isRead: Bool = false,
        isTitlesOnly: Bool = false,
        storyName: String = ""
    ) {
        self.article = article
        self.feedName = feedName
        self.category = category
        self.otherSourceCount = otherSourceCount
        self.isAlerted = isAlerted
        self.isRead = isRead
        self.isTitlesOnly = isTitlesOnly
        self.storyName = storyName
    }
}
