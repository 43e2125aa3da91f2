package import Foundation
package import NewsModel

/// The content of a notice: a message to a reader that is not news.
package enum DeliveryNotice: Hashable, Sendable, Codable {
    /// The address refuses the bot permanently; deliveries to it are paused.
    case addressFailed(address: Address, reason: String)
    /// It cannot be found out whether a message arrived at the address; `articles` are the row ids of its articles.
    case unconfirmed(address: Address, articles: [Int64])
    /// Every feed of an imported list was checked, and some failed; `failed` names at most forty of them.
    case importChecked(total: Int, failedCount: Int, failed: [FailedFeed])
    /// A feed has a new address; its subscriptions have moved to it.
    case feedMoved(name: String, from: String, to: String)
    /// Feeds that have failed for a day; they are still fetched.
    case feedsFailing([FeedTrouble])
    /// Feeds that are permanently gone; they are no longer fetched.
    case feedsGone([FeedTrouble])
    /// Feeds that work again after a notice of failure.
    case feedsRecovered([FeedTrouble])
    /// Another account was linked with the reader's.
    case accountLinked(Address)
    /// For operators: new feeds are refused until there is enough space again.
    case storageShort(StorageShortage)
    /// A finished message that the reader requested from another address; `articles` are what its list numbers refer
    /// to.
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

/// One feed in a notice of failure or recovery.
package struct FeedTrouble: Hashable, Sendable, Codable {
    package var name: String
    /// Nil in payloads written by an older version.
    package var address: String?
    /// Nil when the feed works again.
    package var failure: FeedFailure?
    package var since: Date

    package init(name: String, address: String? = nil, failure: FeedFailure?, since: Date) {
        self.name = name
        self.address = address
        self.failure = failure
        self.since = since
    }
}
