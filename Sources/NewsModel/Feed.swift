package import Foundation

/// One feed: fetched once, whoever follows it.
package struct Feed: Hashable, Sendable {
    package var id: FeedID
    package var url: String
    /// What people call it: the operator's name, else the feed's title.
    package var name: String
    package var homePageURL: String?
    package var category: String?
    package var language: String?
    package var iconURL: String?
    /// One of the operator's own `[[feed]]` entries, or of the catalogue's pick where there are none.
    package var isHouse: Bool
    package var health: FeedHealth

    package init(
        id: FeedID,
        url: String,
        name: String,
        homePageURL: String? = nil,
        category: String? = nil,
        language: String? = nil,
        iconURL: String? = nil,
        isHouse: Bool = false,
        health: FeedHealth = FeedHealth()
    ) {
        self.id = id
        self.url = url
        self.name = name
        self.homePageURL = homePageURL
        self.category = category
        self.language = language
        self.iconURL = iconURL
        self.isHouse = isHouse
        self.health = health
    }
}

/// How a feed's fetching goes.
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
    /// When checking ended because the feed was gone for good; somebody's asking begins it again.
    package var stoppedAt: Date?
    /// Before then its server does not want to be asked, by whomever.
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

/// Why a feed could not be read, in words that a locale can translate.
package enum FeedFailure: String, Hashable, Sendable, Codable, CaseIterable {
    case couldNotResolve
    case couldNotConnect
    /// The operator's own proxy, not the feed's host.
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
    /// Reading it would have taken longer than one document may.
    case tooMuchWork
}
