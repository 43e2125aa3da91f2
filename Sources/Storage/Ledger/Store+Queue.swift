package import Foundation
import GRDB
package import NewsModel

extension Store {
    /// Every address with due deliveries or open messages, except paused ones.
    package func lanes(at time: Date) async throws -> [Lane] {
        try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    WITH due AS (
                        SELECT addressID, count(*) AS dueCount, min(dueAt) AS oldestDueAt FROM delivery
                        WHERE state = 'queued' AND dueAt <= ? GROUP BY addressID
                    ), open AS (
                        SELECT addressID, count(*) AS openCount, min(id) AS oldest FROM message
                        WHERE state = 'open' GROUP BY addressID
                    )
                    SELECT \(Address.columns), dueCount, oldestDueAt, openCount,
                        (SELECT nextAttemptAt FROM message WHERE id = oldest)
                    FROM (SELECT addressID FROM due UNION SELECT addressID FROM open) AS busy
                    JOIN address ON address.id = busy.addressID
                    LEFT JOIN due ON due.addressID = address.id LEFT JOIN open ON open.addressID = address.id
                    WHERE pausedReason IS NULL ORDER BY address.id
                    """,
                arguments: [time.unixSeconds]
            )
            return rows.map { row in
                Lane(
                    address: Address(row: row),
                    dueCount: row[3] as Int? ?? 0,
                    oldestDueAt: (row[4] as Int64?).map(Date.init(unixSeconds:)),
                    openCount: row[5] as Int? ?? 0,
                    nextAttemptAt: (row[6] as Int64?).map(Date.init(unixSeconds:))
                )
            }
        }
    }

    /// An address's due deliveries with all data needed to word them, in the order they were queued.
    package func queuedDeliveries(to address: Address, at time: Date, limit: Int) async throws -> [QueuedDelivery] {
        try await read { db in
            guard let addressID = try AddressID.find(address, in: db) else { return [] }
            let rows = try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT \(QueuedDelivery.columns) FROM delivery
                        WHERE addressID = ? AND state = 'queued' AND dueAt <= ? ORDER BY id LIMIT ?
                        """
                ),
                arguments: [addressID, time.unixSeconds, limit]
            )
            return try QueuedDelivery.all(rows, address: address, in: db)
        }
    }

    /// Queues a finished message that a user requested from another address; `articles` are what its list numbers refer
    /// to.
    package func queueRequested(
        _ message: OutgoingMessage,
        listing articles: [ArticleID] = [],
        to address: Address,
        of recipient: RecipientID,
        at time: Date
    ) async throws {
        let notice = DeliveryNotice.requested(message, articles: articles.map(\.rawValue))
        try await write { db in
            let place = try AddressID.choose(address, for: recipient, in: db)
            try Ledger(db: db, time: time).queue(notice, to: recipient, at: place)
        }
        signals.send(.deliveries)
    }

    /// Postpones queued deliveries; frozen ones are not changed.
    package func postpone(_ deliveries: [DeliveryID], until time: Date) async throws {
        try await write { db in
            try Ledger.postpone(deliveries, until: time, in: db)
        }
        signals.send(.deliveries)
    }

    /// Queues a schedule's slot, at most once, and records its stories as told.
    ///
    /// False when the slot was queued before, the schedule is gone or off, or its address is paused.
    package func queueSlot(
        _ schedule: ScheduleID,
        localSlot: String,
        kind: QueuedDelivery.Kind,
        dueAt: Date,
        payload: SlotPayload,
        at time: Date
    ) async throws -> Bool {
        let queued = try await write { db in
            let isQueued = try Ledger(db: db, time: time).queueSlot(
                schedule,
                localSlot: localSlot,
                kind: kind,
                dueAt: dueAt,
                payload: payload
            )
            guard isQueued else { return false }
            try db.execute(
                sql: "UPDATE schedule SET lastSlot = ? WHERE id = ?",
                arguments: [localSlot, schedule]
            )
            return true
        }
        if queued { signals.send(.deliveries) }
        return queued
    }

    /// Skips a schedule's slot: it is too late, or there is nothing to send.
    package func skipSlot(_ schedule: ScheduleID, localSlot: String) async throws {
        try await write { db in
            try db.execute(
                sql: "UPDATE schedule SET lastSlot = ? WHERE id = ?",
                arguments: [localSlot, schedule]
            )
        }
    }
}

extension QueuedDelivery {
    /// The columns that `all` reads, in the order of `init(row:address:article:reasons:)`.
    fileprivate static let columns = """
        id, recipientID, articleID, kind, storyID, scheduleID, localSlot, payload, isUrgent, dueAt, createdAt
        """

    /// Reads the articles of each recipient, and the reasons of all, at once.
    fileprivate static func all(_ rows: [Row], address: Address, in db: Database) throws -> [QueuedDelivery] {
        var articles: [RecipientID: [ArticleID: ListedArticle]] = [:]
        for (recipient, rows) in Dictionary(grouping: rows, by: { $0[1] as RecipientID }) {
            var reader = try ListedArticleReader(.shown(to: recipient), db)
            articles[recipient] = try reader.find(rows.compactMap { $0[2] as ArticleID? })
        }
        let reasons = try DeliveryReason.all(of: rows.map { $0[0] as DeliveryID }, in: db)
        return rows.map { row in
            QueuedDelivery(
                row: row,
                address: address,
                article: (row[2] as ArticleID?).flatMap { articles[row[1] as RecipientID]?[$0] },
                reasons: reasons[row[0] as DeliveryID] ?? []
            )
        }
    }

    private init(row: Row, address: Address, article: ListedArticle?, reasons: [DeliveryReason]) {
        let kind = Kind(rawValue: row[3])
        let payload: String? = row[7]
        self.init(
            id: row[0],
            recipientID: row[1],
            address: address,
            // A CHECK of the table allows no other kind. Without a payload, a notice says nothing.
            kind: kind ?? .notice,
            storyID: row[4],
            article: article,
            scheduleID: row[5],
            localSlot: row[6],
            payload: kind.flatMap { kind in payload.flatMap { DeliveryPayload($0, of: kind) } },
            isUrgent: row[8],
            reasons: reasons,
            dueAt: Date(unixSeconds: row[9]),
            createdAt: Date(unixSeconds: row[10])
        )
    }
}

extension DeliveryReason {
    /// The reasons of deliveries; a delivery without any is left out.
    static func all(of deliveries: [DeliveryID], in db: Database) throws -> [DeliveryID: [DeliveryReason]] {
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT deliveryID, deliveryReason.kind, reasonID, alert.number, alert.query, alert.breakingSources,
                        alert.breakingSeconds, smartFeed.name FROM deliveryReason
                    LEFT JOIN alert ON deliveryReason.kind = 'alert' AND alert.id = reasonID
                    LEFT JOIN smartFeed ON smartFeed.id = alert.smartFeedID
                    WHERE deliveryID IN (SELECT value FROM json_each(?))
                    ORDER BY deliveryID, deliveryReason.kind, reasonID
                    """
            ),
            arguments: [deliveries.jsonList]
        )
        var reasons: [DeliveryID: [DeliveryReason]] = [:]
        while let row = try rows.next() {
            guard let reason = DeliveryReason(row: row) else { continue }
            reasons[row[0] as DeliveryID, default: []].append(reason)
        }
        return reasons
    }

    /// Nil for an alert that is gone.
    private init?(row: Row) {
        switch row[1] as String {
        case "subscription": self = .subscription(row[2])
        case "sample": self = .sample(row[2])
        default:
            guard let number = row[3] as Int? else { return nil }
            if let name = row[7] as String? {
                self = .smartFeed(row[2], name: name)
                return
            }
            let query: String = row[4]
            let breaking = BreakingRule.stored(row[5], row[6])
            self = .alert(row[2], number: number, query: breaking?.typed(with: query) ?? query)
        }
    }
}
