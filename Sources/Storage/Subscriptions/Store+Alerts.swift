package import Foundation
import GRDB
package import NewsModel

/// A change of an alert; nil values are left as they are.
package struct AlertChange: Hashable, Sendable {
    package var isOn: Bool?
    package var isUrgent: Bool?
    package var cooldown: Int?
    package var address: Address?

    package init(isOn: Bool? = nil, isUrgent: Bool? = nil, cooldown: Int? = nil, address: Address? = nil) {
        self.isOn = isOn
        self.isUrgent = isUrgent
        self.cooldown = cooldown
        self.address = address
    }
}

extension Store {
    /// Adds an alert; an alert with the same query is returned instead.
    package func addAlert(
        of recipient: RecipientID,
        query: String,
        breaking: BreakingRule? = nil,
        isUrgent: Bool = false,
        cooldown: Int = 0,
        at address: Address,
        by maker: Maker? = nil,
        limit: QuotaLimit,
        time: Date
    ) async throws -> AddOutcome<Alert> {
        try await write { db in
            let own = try Alert.all(of: recipient, in: db)
            let same = own.first { $0.query == query && $0.breaking == breaking }
            if let same { return .alreadyThere(same) }
            if let refusal: AddOutcome<Alert> = try QuotaKind.alert.refusal(limit, of: recipient, by: maker, in: db) {
                return refusal
            }
            // The number of a removed alert is not used again.
            let number = try Int.fetchOne(
                db,
                sql:
                    "UPDATE recipient SET lastAlertNumber = lastAlertNumber + 1 WHERE id = ? RETURNING lastAlertNumber",
                arguments: [recipient]
            )
            guard let number else { throw StorageError.noRow(recipient, in: "recipient") }
            let mark = try maker?.mark(in: db)
            try db.execute(
                sql: """
                    INSERT INTO alert (recipientID, number, query, isUrgent, cooldown, addressID, createdBy, madeBy,
                        createdAt, breakingSources, breakingSeconds)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    recipient, number, query, isUrgent, max(0, cooldown),
                    try AddressID.choose(address, for: recipient, in: db), maker?.profile,
                    mark, time.unixSeconds, breaking?.sources, breaking?.seconds,
                ]
            )
            let alert = Alert(
                id: AlertID(rawValue: db.lastInsertedRowID),
                recipientID: recipient,
                number: number,
                query: query,
                breaking: breaking,
                isUrgent: isUrgent,
                cooldown: max(0, cooldown),
                address: address,
                madeBy: mark
            )
            return .added(alert)
        }
    }

    /// A recipient's alerts, sorted by number; those of followed smart feeds are not among them.
    package func alerts(of recipient: RecipientID) async throws -> [Alert] {
        try await read { db in try Alert.all(of: recipient, in: db) }
    }

    /// Changes an alert.
    ///
    /// If it is turned off, deliveries that were queued only for it are withdrawn.
    ///
    /// Nil when there is no alert with that number.
    package func changeAlert(
        of recipient: RecipientID,
        number: Int,
        _ change: AlertChange,
        at time: Date
    ) async throws -> Alert? {
        let alert = try await write { db -> Alert? in
            guard var alert = try Alert.all(of: recipient, in: db).first(where: { $0.number == number })
            else { return nil }
            alert.isOn = change.isOn ?? alert.isOn
            alert.isUrgent = change.isUrgent ?? alert.isUrgent
            alert.cooldown = max(0, change.cooldown ?? alert.cooldown)
            alert.address = change.address ?? alert.address
            try db.execute(
                sql: "UPDATE alert SET isOn = ?, isUrgent = ?, cooldown = ?, addressID = ? WHERE id = ?",
                arguments: [
                    alert.isOn, alert.isUrgent, alert.cooldown,
                    try AddressID.choose(alert.address, for: recipient, in: db), alert.id,
                ]
            )
            if !alert.isOn { try Ledger(db: db, time: time).withdraw(.alert(alert.id)) }
            return alert
        }
        signals.send(.deliveries)
        return alert
    }

    /// Removes an alert and withdraws deliveries that were queued only for it; returns the removed alert.
    package func removeAlert(of recipient: RecipientID, number: Int, at time: Date) async throws -> Alert? {
        try await write { db in
            guard let alert = try Alert.all(of: recipient, in: db).first(where: { $0.number == number })
            else { return nil }
            try Ledger(db: db, time: time).withdraw(.alert(alert.id))
            try db.execute(sql: "DELETE FROM alert WHERE id = ?", arguments: [alert.id])
            return alert
        }
    }

    /// The categories of the feeds that an owner's alerts search: the default selection and what they follow.
    ///
    /// Without duplicates, sorted by name.
    package func categoriesInSight(of owner: RecipientID) async throws -> [String] {
        try await read { db in
            let names = try String.fetchAll(
                db,
                sql: """
                    SELECT DISTINCT nullif(coalesce(subscription.category, feed.category), '') AS shown FROM feed
                    LEFT JOIN subscription ON subscription.feedID = feed.id AND subscription.recipientID = ?
                    WHERE (feed.isDefault = 1 OR subscription.id IS NOT NULL) AND shown IS NOT NULL ORDER BY shown
                    """,
                arguments: [owner]
            )
            var seen: Set<String> = []
            return names.filter { seen.insert(FeedKey.fold($0)).inserted }
        }
    }

    /// The own names and categories of a feed, of followers who have a filter or an alert that is on.
    package func ownViews(of feed: FeedID) async throws -> [OwnFeedView] {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT recipientID, name, category FROM subscription
                    WHERE feedID = ? AND (name IS NOT NULL OR category IS NOT NULL)
                        AND (EXISTS (SELECT 1 FROM alert
                                WHERE alert.recipientID = subscription.recipientID AND isOn = 1)
                            OR EXISTS (SELECT 1 FROM newsFilter
                                WHERE newsFilter.recipientID = subscription.recipientID))
                    """
            )
            return try Row.fetchAll(statement, arguments: [feed]).map { row in
                OwnFeedView(recipientID: row[0], name: row[1], category: row[2])
            }
        }
    }
}

extension Alert {
    static func all(of recipient: RecipientID, in db: Database) throws -> [Alert] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT alert.id, alert.number, alert.query, alert.isOn, alert.isUrgent, alert.cooldown, alert.madeBy,
                    alert.matchCount, alert.lastFiredAt, alert.breakingSources, alert.breakingSeconds, \(Address.columns)
                FROM alert JOIN address ON address.id = alert.addressID
                WHERE alert.recipientID = ? AND alert.smartFeedID IS NULL ORDER BY alert.number
                """,
            arguments: [recipient]
        ).map { row in
            Alert(
                id: row[0],
                recipientID: recipient,
                number: row[1],
                query: row[2],
                breaking: .stored(row[9], row[10]),
                isOn: row[3],
                isUrgent: row[4],
                cooldown: row[5],
                address: Address(row: row, at: 11),
                madeBy: row[6],
                matchCount: row[7],
                lastFiredAt: row.optionalDate(8)
            )
        }
    }
}

extension BreakingRule {
    /// The rule of a row; nil unless both columns have values.
    static func stored(_ sources: Int?, _ seconds: Int?) -> BreakingRule? {
        guard let sources, let seconds else { return nil }
        return BreakingRule(sources: sources, seconds: seconds)
    }
}
