package import Foundation
package import NewsModel

/// What a notice tells its reader.
package enum DeliveryNotice: Hashable, Sendable, Codable {
    /// A place refuses the bot for good; what went there is paused.
    case addressFailed(address: Address, reason: String)
    /// Nobody will ever know whether a message arrived there; `articles` are what it told, by its own numbers.
    case unconfirmed(address: Address, articles: [Int64])
    /// The first checks of an imported list are done, and some failed; `failed` names at most forty of them.
    case importChecked(total: Int, failedCount: Int, failed: [FailedFeed])
    /// A feed has another address now; whoever follows it follows it there.
    case feedMoved(name: String, from: String, to: String)
    /// Feeds that have not answered for a day, which are asked again and again.
    case feedsFailing([FeedTrouble])
    /// Feeds that are gone for good and are no longer asked.
    case feedsGone([FeedTrouble])
    /// Feeds that answer again after such a notice.
    case feedsRecovered([FeedTrouble])
    /// Another account has become one with the reader's.
    case accountLinked(Address)
    /// The reader is an operator: no new feed is taken in until there is room again.
    case storageShort(StorageShortage)
    /// What the reader asked for elsewhere, as it was worded; `articles` are what its numbers mean.
    case requested(OutgoingMessage, articles: [Int64])

    package struct FailedFeed: Hashable, Sendable, Codable {
        package var name: String
        package var failure: FeedFailure

        package init(name: String, failure: FeedFailure) {
            self.name = name
            self.failure = failure
        }
    }
}

/// What a notice says of one feed.
package struct FeedTrouble: Hashable, Sendable, Codable {
    package var name: String
    /// Nil in what an older version noted.
    package var address: String?
    /// Nil once it is over.
    package var failure: FeedFailure?
    package var since: Date

    package init(name: String, address: String? = nil, failure: FeedFailure?, since: Date) {
        self.name = name
        self.address = address
        self.failure = failure
        self.since = since
    }
}
