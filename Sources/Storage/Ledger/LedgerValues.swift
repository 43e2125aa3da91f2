package import Foundation
package import NewsModel

/// The queue of one address that has something to send.
package struct Lane: Hashable, Sendable {
    package var address: Address
    /// The number of queued deliveries that are due.
    package var dueCount: Int
    package var oldestDueAt: Date?
    /// The number of frozen messages that are not confirmed, whether or not their next attempt is due.
    package var openCount: Int
    /// The time of the next attempt of the oldest open message.
    package var nextAttemptAt: Date?

    package init(
        address: Address,
        dueCount: Int,
        oldestDueAt: Date? = nil,
        openCount: Int,
        nextAttemptAt: Date? = nil
    ) {
        self.address = address
        self.dueCount = dueCount
        self.oldestDueAt = oldestDueAt
        self.openCount = openCount
        self.nextAttemptAt = nextAttemptAt
    }
}

/// Why a delivery is sent.
package enum DeliveryReason: Hashable, Sendable {
    case subscription(SubscriptionID)
    /// A new subscription begins with one article as a sample.
    case sample(SubscriptionID)
    case alert(AlertID, number: Int, query: String)
    /// A followed smart feed, with its name.
    case smartFeed(AlertID, name: String)
}

/// One queued delivery.
package struct QueuedDelivery: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case news
        /// An edit of a post whose article has a new headline.
        case edit
        /// A story that was sent has grown.
        case update
        case headlines
        case digest
        case notice
    }

    package var id: DeliveryID
    package var recipientID: RecipientID
    package var address: Address
    package var kind: Kind
    package var storyID: StoryID?
    /// The article of news and edits.
    package var article: ListedArticle?
    package var scheduleID: ScheduleID?
    package var localSlot: String?
    /// Nil for news, and for payloads that this version cannot read.
    package var payload: DeliveryPayload?
    package var isUrgent: Bool
    package var reasons: [DeliveryReason]
    package var dueAt: Date
    package var createdAt: Date

    package init(
        id: DeliveryID,
        recipientID: RecipientID,
        address: Address,
        kind: Kind,
        storyID: StoryID? = nil,
        article: ListedArticle? = nil,
        scheduleID: ScheduleID? = nil,
        localSlot: String? = nil,
        payload: DeliveryPayload? = nil,
        isUrgent: Bool,
        reasons: [DeliveryReason],
        dueAt: Date,
        createdAt: Date
    ) {
        self.id = id
        self.recipientID = recipientID
        self.address = address
        self.kind = kind
        self.storyID = storyID
        self.article = article
        self.scheduleID = scheduleID
        self.localSlot = localSlot
        self.payload = payload
        self.isUrgent = isUrgent
        self.reasons = reasons
        self.dueAt = dueAt
        self.createdAt = createdAt
    }

    /// Nil unless this is a notice.
    package var notice: DeliveryNotice? {
        if case .notice(let notice)? = payload { notice } else { nil }
    }

    /// The reader has just requested it, so quiet hours do not apply.
    package var isRequested: Bool {
        if case .requested? = notice { true } else { false }
    }

    /// The event id of the post that this edits; nil for a new message.
    package var editedEvent: String? {
        if case .edit(let eventID)? = payload { eventID } else { nil }
    }
}

/// A message with its final words, stored before its first part is sent.
package struct FrozenMessage: Hashable, Sendable {
    package var id: MessageID
    package var address: Address
    package var parts: [MessagePart]
    /// The index of the next part to send.
    package var partsConfirmed: Int
    /// An attempt was made and may have reached the network: the message must not go to another address.
    package var mayHaveArrived: Bool
    package var attempts: Int
    package var nextAttemptAt: Date
    package var createdAt: Date

    package init(
        id: MessageID,
        address: Address,
        parts: [MessagePart],
        partsConfirmed: Int,
        mayHaveArrived: Bool,
        attempts: Int,
        nextAttemptAt: Date,
        createdAt: Date
    ) {
        self.id = id
        self.address = address
        self.parts = parts
        self.partsConfirmed = partsConfirmed
        self.mayHaveArrived = mayHaveArrived
        self.attempts = attempts
        self.nextAttemptAt = nextAttemptAt
        self.createdAt = createdAt
    }
}
