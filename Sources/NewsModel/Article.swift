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

/// An article without its texts, for counting many.
package struct ArticleOutline: Hashable, Sendable {
    package var id: ArticleID
    /// The root of its story.
    package var story: StoryID
    /// The oldest story of those about the same event.
    package var event: StoryID
    package var feed: FeedID
    package var publishedAt: Date

    package init(id: ArticleID, story: StoryID, event: StoryID? = nil, feed: FeedID, publishedAt: Date) {
        self.id = id
        self.story = story
        self.event = event ?? story
        self.feed = feed
        self.publishedAt = publishedAt
    }
}

/// An article as a list shows it to one reader.
package struct ListedArticle: Hashable, Sendable {
    package var article: Article
    package var feedName: String
    package var category: String?
    /// The oldest story of those about the same event; lists show an event once.
    package var event: StoryID
    /// How many other feeds that the reader may see report the same event.
    package var otherSourceCount: Int
    /// Whether an alert of this reader matched it.
    package var isAlerted: Bool
    package var isRead: Bool
    /// The publisher's terms allow only title and link.
    package var isTitlesOnly: Bool
    /// The places it names, the surest first.
    package var places: [ListedPlace]
    package var facts: ArticleFacts
    /// The short name of its story, such as `#k7f3bq` (`StoryNaming`).
    package var storyName: String

    package init(
        article: Article,
        feedName: String,
        category: String? = nil,
        event: StoryID? = nil,
        otherSourceCount: Int = 0,
        isAlerted: Bool = false,
        isRead: Bool = false,
        isTitlesOnly: Bool = false,
        places: [ListedPlace] = [],
        facts: ArticleFacts = ArticleFacts(),
        storyName: String = ""
    ) {
        self.article = article
        self.feedName = feedName
        self.category = category
        self.event = event ?? article.storyID
        self.otherSourceCount = otherSourceCount
        self.isAlerted = isAlerted
        self.isRead = isRead
        self.isTitlesOnly = isTitlesOnly
        self.places = places
        self.facts = facts
        self.storyName = storyName
    }
}

/// An article that a person has saved.
package struct SavedArticle: Hashable, Sendable {
    package var listed: ListedArticle
    package var note: String?
    /// In lower case, without `#`.
    package var tags: [String]
    package var savedAt: Date

    package init(listed: ListedArticle, note: String? = nil, tags: [String] = [], savedAt: Date) {
        self.listed = listed
        self.note = note
        self.tags = tags
        self.savedAt = savedAt
    }
}
