package import Foundation
package import NewsModel

/// One address with something to send.
package struct Lane: Hashable, Sendable {
    package var address: Address
    /// Queued work that is due.
    package var dueCount: Int
    package var oldestDueAt: Date?
    /// Frozen messages that are not confirmed yet, whenever their next attempt is.
    package var openCount: Int
    /// The next attempt of the oldest open message.
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

/// Why something is told.
package enum DeliveryReason: Hashable, Sendable {
    case subscription(SubscriptionID)
    /// The one article that a new subscription begins with.
    case sample(SubscriptionID)
    case alert(AlertID, number: Int, query: String)
}

/// One piece of queued work.
package struct QueuedDelivery: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case news
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
    /// News and updates: what to tell.
    package var article: ListedArticle?
    package var scheduleID: ScheduleID?
    package var localSlot: String?
    /// Nil for news, and for what this version cannot read.
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

    /// What a notice says; nil for all else.
    package var notice: DeliveryNotice? {
        if case .notice(let notice)? = payload { notice } else { nil }
    }

    /// The reader has just asked for it: it is an answer and no push.
    package var isRequested: Bool {
        if case .requested? = notice { true } else { false }
    }

    /// The post that this changes; nil for what is told anew.
    package var editedEvent: String? {
        if case .edit(let eventID)? = payload { eventID } else { nil }
    }
}

/// A message as it goes over the wire, fixed before its first part leaves.
package struct FrozenMessage: Hashable, Sendable {
    package var id: MessageID
    package var address: Address
    package var parts: [MessagePart]
    /// The next part to send is the one with this index.
    package var partsConfirmed: Int
    /// An attempt was made and nothing says that it failed before the wire: no other address may be used.
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
