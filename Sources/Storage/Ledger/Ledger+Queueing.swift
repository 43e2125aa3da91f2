import Foundation
import GRDB
import NewsModel

/// A subscription or alert for which an article is queued, and the address it is sent to.
struct QueueReason {
    enum Source {
        case subscription(SubscriptionID)
        /// A new subscription begins with one article as a sample.
        case sample(SubscriptionID)
        case alert(AlertID)

        /// As `deliveryReason` has it.
        var columns: (kind: String, id: any DatabaseValueConvertible) {
            switch self {
            case .subscription(let id): ("subscription", id)
            case .sample(let id): ("sample", id)
            case .alert(let id): ("alert", id)
            }
        }
    }

    var source: Source
    var recipient: RecipientID
    var address: AddressID
    var isUrgent = false
    /// The alert is that of a followed smart feed, which counts as a subscription.
    var isOfSmartFeed = false
    var dueAt: Int64

    /// The alert, if it is one that people list: what it finds passes filters.
    var alert: AlertID? {
        guard case .alert(let id) = source, !isOfSmartFeed else { return nil }
        return id
    }

    /// The reason with the highest rank determines the address.
    var rank: Int { isUrgent ? 2 : alert != nil ? 1 : 0 }
}

/// The result of queueing an article for a recipient.
enum QueueOutcome {
    case queued
    /// A delivery of the story was already queued; it has one more reason now.
    case joined
    /// The recipient was told the same news by another story; the delivery is kept back.
    case keptBack
    /// The story was told before, and no delivery of it is queued.
    case known
}

extension Ledger {
    /// SQL: whether an alert that people list asks for the row of `delivery`; followed smart feeds do not count.
    static let isOfAlert = """
        EXISTS (SELECT 1 FROM deliveryReason JOIN alert ON alert.id = deliveryReason.reasonID
            WHERE deliveryID = delivery.id AND deliveryReason.kind = 'alert' AND alert.smartFeedID IS NULL)
        """

    /// Queues an article unless its story is told.
    ///
    /// If a delivery of the story is still queued, the reason is added to it. If the recipient was told the same news
    /// by other stories, `repeated`, the delivery is kept back until one of them is released.
    func queue(
        _ article: ArticleID,
        of family: StoryFamily,
        for reason: QueueReason,
        repeating repeated: [StoryID] = []
    ) throws -> QueueOutcome {
        if try markTold(family, to: reason.recipient) {
            let insert = try db.cachedStatement(
                sql: """
                    INSERT INTO delivery (recipientID, addressID, kind, storyID, articleID, isUrgent, dueAt, createdAt)
                    VALUES (?, ?, 'news', ?, ?, ?, ?, ?)
                    """
            )
            try insert.execute(arguments: [
                reason.recipient, reason.address, family.root, article, reason.isUrgent, reason.dueAt, seconds,
            ])
            let delivery = DeliveryID(rawValue: db.lastInsertedRowID)
            try add(family.root, to: delivery)
            try add(reason, to: delivery)
            guard !repeated.isEmpty else { return .queued }
            try keepBack(delivery, for: repeated)
            return .keptBack
        }
        if let kept = try keptBack(family, from: reason.recipient) {
            try add(reason, to: kept)
            guard repeated.isEmpty else { return .keptBack }
            // What is no repetition for this reason is sent.
            if try release(kept) {
                try join(reason, to: StoryFamily.Waiting(delivery: kept, rank: 0))
                return .queued
            }
            try releaseTold(of: [kept])
        }
        guard let waiting = try family.waitingDelivery(of: reason.recipient, in: db) else { return .known }
        try join(reason, to: waiting)
        return .joined
    }

    /// Adds a reason to a queued delivery.
    ///
    /// A reason of higher rank determines the address and may make it due earlier.
    func join(_ reason: QueueReason, to waiting: StoryFamily.Waiting) throws {
        try add(reason, to: waiting.delivery)
        guard reason.rank > waiting.rank else { return }
        try db.execute(
            sql: "UPDATE delivery SET isUrgent = ?, addressID = ?, dueAt = min(dueAt, ?) WHERE id = ?",
            arguments: [reason.isUrgent, reason.address, reason.dueAt, waiting.delivery]
        )
    }

    /// Queues an update of a story that was sent.
    ///
    /// It tells no story, so that nothing becomes told.
    func queue(_ update: StoryUpdate, to recipient: RecipientID, at address: AddressID) throws {
        try db.execute(
            sql: """
                INSERT INTO delivery (recipientID, addressID, kind, payload, dueAt, createdAt)
                VALUES (?, ?, 'update', ?, ?, ?)
                """,
            arguments: [recipient, address, try DeliveryPayload.update(update).encoded(), seconds, seconds]
        )
    }

    /// Queues a notice.
    func queue(
        _ notice: DeliveryNotice,
        to recipient: RecipientID,
        at address: AddressID,
        after delay: Int64 = 0
    ) throws {
        try db.execute(
            sql: """
                INSERT INTO delivery (recipientID, addressID, kind, payload, dueAt, createdAt)
                VALUES (?, ?, 'notice', ?, ?, ?)
                """,
            arguments: [recipient, address, try DeliveryPayload.notice(notice).encoded(), seconds + delay, seconds]
        )
    }

    /// Replaces the content of a notice that is still queued.
    func rewrite(_ delivery: DeliveryID, as notice: DeliveryNotice) throws {
        try db.execute(
            sql: "UPDATE delivery SET payload = ? WHERE id = ? AND kind = 'notice' AND state = 'queued'",
            arguments: [try DeliveryPayload.notice(notice).encoded(), delivery]
        )
    }

    /// Queues a schedule's slot.
    ///
    /// Its stories become told, if they are not yet.
    ///
    /// False, with nothing changed, when the slot was queued before, the schedule is off or has a later slot, or its
    /// address is paused.
    func queueSlot(
        _ schedule: ScheduleID,
        localSlot: String,
        kind: QueuedDelivery.Kind,
        dueAt: Date,
        payload: SlotPayload
    ) throws -> Bool {
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO delivery (recipientID, addressID, kind, scheduleID, localSlot, payload, dueAt,
                    createdAt)
                SELECT schedule.recipientID, addressID, ?, schedule.id, ?, ?, ?, ? FROM schedule
                JOIN address ON address.id = addressID
                WHERE schedule.id = ? AND isOn = 1 AND (lastSlot IS NULL OR lastSlot < ?) AND pausedReason IS NULL
                """,
            arguments: [
                kind, localSlot, try DeliveryPayload.slot(payload).encoded(), dueAt.unixSeconds, seconds,
                schedule, localSlot,
            ]
        )
        guard db.changesCount == 1 else { return false }
        let delivery = DeliveryID(rawValue: db.lastInsertedRowID)
        guard let recipient = try recipient(of: delivery) else { return false }
        for story in payload.stories {
            let family = try StoryFamily(of: story, in: db)
            if try markTold(family, to: recipient) { try add(family.root, to: delivery) }
        }
        return true
    }

    /// Adds the told row of a story; false when the recipient already has one for it or for a story merged with it.
    func markTold(_ family: StoryFamily, to recipient: RecipientID) throws -> Bool {
        let isTold = try db.cachedStatement(sql: "SELECT 1 FROM told WHERE recipientID = ? AND storyID = ?")
        for other in family.stories.dropFirst()
        where try Row.fetchOne(isTold, arguments: [recipient, other]) != nil { return false }
        try db.cachedStatement(sql: "INSERT OR IGNORE INTO told (recipientID, storyID) VALUES (?, ?)")
            .execute(arguments: [recipient, family.root])
        return db.changesCount > 0
    }

    /// Postpones queued deliveries; frozen ones are not changed.
    static func postpone(_ deliveries: [DeliveryID], until due: Date, in db: Database) throws {
        for delivery in deliveries {
            try db.execute(
                sql: "UPDATE delivery SET dueAt = ? WHERE id = ? AND state = 'queued'",
                arguments: [due.unixSeconds, delivery]
            )
        }
    }

    /// Makes deliveries due that quiet hours have postponed, as when the hours or the time zone have changed.
    ///
    /// Those that wait for an alert's cool-down are not changed.
    static func releaseHeld(of recipient: RecipientID, in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE delivery SET dueAt = createdAt
                WHERE recipientID = ? AND state = 'queued' AND dueAt > createdAt AND localSlot IS NULL
                    AND NOT EXISTS (SELECT 1 FROM deliveryReason JOIN alert ON alert.id = reasonID
                        WHERE deliveryID = delivery.id AND deliveryReason.kind = 'alert'
                            AND alert.firesAt = delivery.dueAt)
                """,
            arguments: [recipient]
        )
    }

    private func add(_ reason: QueueReason, to delivery: DeliveryID) throws {
        let source = reason.source.columns
        try db.cachedStatement(
            sql: "INSERT OR IGNORE INTO deliveryReason (deliveryID, kind, reasonID) VALUES (?, ?, ?)"
        ).execute(arguments: [delivery, source.kind, source.id])
    }

    private func add(_ story: StoryID, to delivery: DeliveryID) throws {
        try db.cachedStatement(sql: "INSERT INTO deliveryStory (deliveryID, storyID) VALUES (?, ?)")
            .execute(arguments: [delivery, story])
    }
}
