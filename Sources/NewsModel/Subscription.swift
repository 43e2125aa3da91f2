package import Foundation

/// A recipient follows a feed, and its articles are pushed to an address.
package struct Subscription: Hashable, Sendable {
    package var id: SubscriptionID
    package var recipientID: RecipientID
    package var feedID: FeedID
    package var address: Address
    /// The recipient's own name for the feed; nil means the feed's name.
    package var name: String?
    /// The recipient's own category; nil means the feed's category.
    package var category: String?
    package var pause: Pause?
    /// When a pause by the owner ends; nil if only `resume` ends it.
    package var pausedUntil: Date?

    /// Why nothing is pushed for a subscription at the moment.
    package enum Pause: String, Hashable, Sendable, Codable {
        case byOwner
        /// The address rejects the bot permanently. The owner was informed once.
        case addressFailed
    }

    package init(
        id: SubscriptionID,
        recipientID: RecipientID,
        feedID: FeedID,
        address: Address,
        name: String? = nil,
        category: String? = nil,
        pause: Pause? = nil,
        pausedUntil: Date? = nil
    ) {
        self.id = id
        self.recipientID = recipientID
        self.feedID = feedID
        self.address = address
        self.name = name
        self.category = category
        self.pause = pause
        self.pausedUntil = pausedUntil
    }
}
