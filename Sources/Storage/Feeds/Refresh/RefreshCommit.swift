package import Foundation
package import NewsModel

/// What one check of a feed brought, ready to be stored.
package struct RefreshCommit: Hashable, Sendable {
    package enum Outcome: Hashable, Sendable {
        case document(FetchedDocument)
        /// 304, or the same bytes again.
        /// The validators given replace the stored ones; nil leaves what there is.
        case notModified(FeedValidators)
        case failed(FeedFailure)
    }

    package var feedID: FeedID
    /// The HTTP status; nil when there was none.
    package var status: Int?
    package var nextCheckAt: Date
    package var outcome: Outcome
    /// Where the answer was found, when every redirect on the way was a permanent one.
    package var movedTo: String?
    /// The validators not to be sent any more; nil leaves it as it was.
    package var distrusted: ValidatorDistrust?
    /// Before then the server does not want to be asked.
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

/// By what a server knows that nothing has changed.
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

/// A feed's document: about itself, and all its entries.
package struct FetchedDocument: Hashable, Sendable {
    package var validators: FeedValidators
    /// Seconds, as the feed asks for.
    package var timeToLive: Int?
    package var title: String?
    package var homePageURL: String?
    package var language: String?
    package var iconURL: String?
    /// The WebSub hub that would push changes, and the address the feed gives for itself there.
    package var hubURL: String?
    package var selfURL: String?
    /// Hours of the UTC day (0–23), and days of the week (0 is Sunday), in which nothing appears.
    package var skipHours: Set<Int> = []
    package var skipDays: Set<Int> = []
    /// It was larger than what is taken: entries at its end are missing.
    package var isOversized = false
    /// Every entry in the document's order, known ones too: keys that two entries share are seen only so.
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

/// One entry as it comes from a feed.
package struct NewArticle: Hashable, Sendable {
    package var title: String
    package var url: String?
    /// Joins the same page from several feeds into one story.
    package var canonicalURL: String?
    /// Joins the same headline from several feeds into one story; nil when the title says too little.
    package var titleKey: String?
    /// By what the entry is known again in its feed (guid, canonical link, title and day): one known key is enough.
    package var keys: [String]
    package var summary: String
    package var author: String?
    package var publishedAt: Date?
    package var language: String?
    package var tags: [String]
    package var imageURL: String?
    package var attachment: Article.Attachment?
    /// The whole content as the feed wrote it, for whoever makes `text` of it; it is not stored.
    package var contentHTML: String?
    /// The whole text, where the feed brings it along.
    package var text: String?
    /// The alerts it matched, by an index of the version handed to the commit; nil where none was asked.
    package var alertIDs: [AlertID]?

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
    /// The articles that were new, in the order they were stored.
    case committed(newArticles: [Article])
    /// Alerts have changed since the index was built, or something is to be kept that they were not asked about:
    /// nothing was stored; match again and commit again.
    case stale
}
