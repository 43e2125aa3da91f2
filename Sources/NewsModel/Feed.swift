package import Foundation

/// One feed.
///
/// It is fetched once for all its followers.
package struct Feed: Hashable, Sendable {
    package var id: FeedID
    package var url: String
    /// The name shown to people: the operator's name, otherwise the feed's title.
    package var name: String
    package var homePageURL: String?
    package var category: String?
    package var language: String?
    package var iconURL: String?
    /// Whether it is in the default selection: the operator's `[[feed]]` entries, or the catalogue's if there are none.
    package var isDefault: Bool
    package var health: FeedHealth

    package init(
        id: FeedID,
        url: String,
        name: String,
        homePageURL: String? = nil,
        category: String? = nil,
        language: String? = nil,
        iconURL: String? = nil,
        isDefault: Bool = false,
        health: FeedHealth = FeedHealth()
    ) {
        self.id = id
        self.url = url
        self.name = name
        self.homePageURL = homePageURL
        self.category = category
        self.language = language
        self.iconURL = iconURL
        self.isDefault = isDefault
        self.health = health
    }
}

/// The state of a feed's fetching.
package struct FeedHealth: Hashable, Sendable {
    package var lastCheckedAt: Date?
    /// When it last answered with a feed or "not modified".
    package var lastSucceededAt: Date?
    package var nextCheckAt: Date?
    /// The last HTTP status; nil when there was none.
    package var lastStatus: Int?
    package var failure: FeedFailure?
    package var failureCount: Int
    package var failingSince: Date?
    /// When fetching stopped because the feed is gone permanently.
    ///
    /// A person's request starts it again.
    package var stoppedAt: Date?
    /// The server asked not to be contacted before this time.
    package var restsUntil: Date?

    package init(
        lastCheckedAt: Date? = nil,
        lastSucceededAt: Date? = nil,
        nextCheckAt: Date? = nil,
        lastStatus: Int? = nil,
        failure: FeedFailure? = nil,
        failureCount: Int = 0,
        failingSince: Date? = nil,
        stoppedAt: Date? = nil,
        restsUntil: Date? = nil
    ) {
        self.lastCheckedAt = lastCheckedAt
        self.lastSucceededAt = lastSucceededAt
        self.nextCheckAt = nextCheckAt
        self.lastStatus = lastStatus
        self.failure = failure
        self.failureCount = failureCount
        self.failingSince = failingSince
        self.stoppedAt = stoppedAt
        self.restsUntil = restsUntil
    }
}

/// Why a feed could not be read; a locale translates it.
package enum FeedFailure: String, Hashable, Sendable, Codable, CaseIterable {
    case couldNotResolve
    case couldNotConnect
    /// The operator's proxy failed, not the feed's host.
    case proxyFailed
    case timedOut
    case tlsFailed
    case addressRefused
    case tooLarge
    case tooManyRedirects
    case notFound
    case gone
    case forbidden
    case rateLimited
    case blockedBySite
    case serverError
    case unexpectedStatus
    case notAFeed
    case unreadable
    /// Parsing exceeded the time limit for one document.
    case tooMuchWork
}

/// A follower's own name and category for a feed; nil means the feed's own.
package struct OwnFeedView: Sendable, Hashable {
    package var recipientID: RecipientID
    package var name: String?
    package var category: String?

    package init(recipientID: RecipientID, name: String?, category: String?) {
        self.recipientID = recipientID
        self.name = name
        self.category = category
    }
}
