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
    /// Headlines, digests and notices: what their maker left; an update: the post to be changed.
    package var payload: String?
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
        payload: String? = nil,
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

    /// The reader has just asked for it: it is an answer and no push.
    package var isRequested: Bool {
        guard kind == .notice, let payload, case .requested = DeliveryNotice(payload: payload) else { return false }
        return true
    }

    /// The post that this changes; nil for what is told anew.
    package var editedEvent: String? { kind == .update ? payload : nil }
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

/// What a notice tells its reader; the payload of a delivery of that kind.
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

extension DeliveryNotice {
    /// Nil when the text is none of this version's notices.
    package init?(payload: String) {
        guard let notice = StoredJSON.value(DeliveryNotice.self, from: payload) else { return nil }
        self = notice
    }
}
