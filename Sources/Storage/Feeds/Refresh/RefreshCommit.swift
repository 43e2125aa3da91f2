package import Foundation
package import NewsModel

/// The result of one check of a feed, ready to be stored.
package struct RefreshCommit: Hashable, Sendable {
    package enum Outcome: Hashable, Sendable {
        case document(FetchedDocument)
        /// 304, or the same bytes as before. Non-nil validators replace the stored ones.
        case notModified(FeedValidators)
        case failed(FeedFailure)
    }

    package var feedID: FeedID
    /// The HTTP status; nil when there was none.
    package var status: Int?
    package var nextCheckAt: Date
    package var outcome: Outcome
    /// The final address, when every redirect on the way was permanent.
    package var movedTo: String?
    /// The validators that are no longer sent; nil changes nothing.
    package var distrusted: ValidatorDistrust?
    /// The server has asked not to be requested before this time.
    package var restsUntil: Date?

    package init(
        feedID: FeedID,
        status: Int?,
        nextCheckAt: Date,
        outcome: Outcome,
        movedTo: String? = nil
    ) {
        self.feedID = feedID
        self.status = status
        self.nextCheckAt = nextCheckAt
        self.outcome = outcome
        self.movedTo = movedTo
    }
}

/// Values by which a server or a hash shows that a document has not changed.
package struct FeedValidators: Hashable, Sendable {
    package var etag: String?
    package var lastModified: String?
    package var bodyHash: String?

    package init(etag: String? = nil, lastModified: String? = nil, bodyHash: String? = nil) {
        self.etag = etag
        self.lastModified = lastModified
        self.bodyHash = bodyHash
    }
}

/// A parsed feed document: its metadata and all its entries.
package struct FetchedDocument: Hashable, Sendable {
    package var validators: FeedValidators
    /// The feed's requested interval in seconds.
    package var timeToLive: Int?
    package var title: String?
    package var homePageURL: String?
    package var language: String?
    package var iconURL: String?
    /// The WebSub hub that pushes changes, and the feed's own URL there.
    package var hubURL: String?
    package var selfURL: String?
    /// Hours of the UTC day (0–23) and days of the week (0 is Sunday) without new entries.
    package var skipHours: Set<Int> = []
    package var skipDays: Set<Int> = []
    /// The document exceeded the size limit: entries at its end are missing.
    package var isOversized = false
    /// All entries in the document's order, including known ones: shared keys are found only in all of them.
    package var articles: [NewArticle]

    package init(
        validators: FeedValidators = FeedValidators(),
        timeToLive: Int? = nil,
        title: String? = nil,
        homePageURL: String? = nil,
        language: String? = nil,
        iconURL: String? = nil,
        articles: [NewArticle]
    ) {
        self.validators = validators
        self.timeToLive = timeToLive
        self.title = title
        self.homePageURL = homePageURL
        self.language = language
        self.iconURL = iconURL
        self.articles = articles
    }
}

/// One entry of a feed.
package struct NewArticle: Hashable, Sendable {
    package var title: String
    package var url: String?
    /// Equal values in several feeds are the same story.
    package var canonicalURL: String?
    /// Equal values in several feeds are the same story; nil when the title is not distinctive.
    package var titleKey: String?
    /// Keys that identify the entry in its feed (guid, canonical link, title and day): one known key is enough.
    package var keys: [String]
    package var summary: String
    package var author: String?
    package var publishedAt: Date?
    package var language: String?
    package var tags: [String]
    package var imageURL: String?
    package var attachment: Article.Attachment?
    /// The feed's full HTML content, from which `text` is made; it is not stored.
    package var contentHTML: String?
    /// The full text, if the feed contains it.
    package var text: String?
    /// The matching alerts, by the index version given to the commit; nil when it was not matched.
    package var alertIDs: [AlertID]?
    /// The matching filters, by the same index; nil when nobody has looked.
    package var filterMatches: FilterMatches?
    /// Where it belongs beside other stories; nil when the story index was not asked.
    package var grouping: StoryGrouping?
    /// What its words tell, and the places it names; nil when that is found out after it is stored, or not at all.
    package var facts: ArticleFacts?
    package var places: [NamedPlace]?
    /// The version of the rules by which these were found.
    package var analysisVersion = 0
    package var isAnalysedLater = false

    package init(
        title: String,
        url: String? = nil,
        canonicalURL: String? = nil,
        titleKey: String? = nil,
        keys: [String],
        summary: String = "",
        author: String? = nil,
        publishedAt: Date? = nil,
        language: String? = nil,
        tags: [String] = [],
        imageURL: String? = nil,
        attachment: Article.Attachment? = nil,
        contentHTML: String? = nil,
        text: String? = nil,
        alertIDs: [AlertID]? = []
    ) {
        self.title = title
        self.url = url
        self.canonicalURL = canonicalURL
        self.titleKey = titleKey
        self.keys = keys
        self.summary = summary
        self.author = author
        self.publishedAt = publishedAt
        self.language = language
        self.tags = tags
        self.imageURL = imageURL
        self.attachment = attachment
        self.contentHTML = contentHTML
        self.text = text
        self.alertIDs = alertIDs
    }
}

package enum RefreshCommitResult: Hashable, Sendable {
    /// The new articles, in the order they were stored, and the stories of those that had a number of the story index.
    case committed(newArticles: [Article], stories: [Int64: StoryID] = [:])
    /// Nothing was stored: alerts have changed since the index was built, or an entry to be kept was not matched. Match
    /// again and commit again.
    case stale
}
