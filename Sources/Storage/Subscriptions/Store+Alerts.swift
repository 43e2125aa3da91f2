package import Foundation
import GRDB
package import NewsModel

/// What is to change in an alert; nil leaves it as it is.
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
    /// Adds an alert; the same query twice is one alert.
    package func addAlert(
        of recipient: RecipientID,
        query: String,
        isUrgent: Bool = false,
        cooldown: Int = 0,
        at address: Address,
        by maker: Maker? = nil,
        limit: WishLimit,
        time: Date
    ) async throws -> AddOutcome<Alert> {
        try await write { db in
            let own = try Alert.all(of: recipient, in: db)
            if let same = own.first(where: { $0.query == query }) { return .alreadyThere(same) }
            if let refusal: AddOutcome<Alert> = try WishKind.alert.refusal(limit, of: recipient, by: maker, in: db) {
                return refusal
            }
            // Numbers last: that of a removed alert is not given again.
            let number = try Int.fetchOne(
                db,
                sql:
                    "UPDATE recipient SET lastAlertNumber = lastAlertNumber + 1 WHERE id = ? RETURNING lastAlertNumber",
                arguments: [recipient.rawValue]
            )
            guard let number else { throw StorageError.noSuchRow(table: "recipient", id: recipient.rawValue) }
            let mark = try maker?.mark(in: db)
            try db.execute(
                sql: """
                    INSERT INTO alert (recipientID, number, query, isUrgent, cooldown, addressID, createdBy, madeBy,
                        createdAt)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    recipient.rawValue, number, query, isUrgent, max(0, cooldown),
                    try AddressID.choose(address, for: recipient, in: db).rawValue, maker?.profile?.rawValue,
                    mark?.rawValue, time.unixSeconds,
                ]
            )
            let alert = Alert(
                id: AlertID(rawValue: db.lastInsertedRowID),
                recipientID: recipient,
                number: number,
                query: query,
                isUrgent: isUrgent,
                cooldown: max(0, cooldown),
                address: address,
                madeBy: mark
            )
            return .added(alert)
        }
    }

    /// A recipient's alerts by number.
    package func alerts(of recipient: RecipientID) async throws -> [Alert] {
        try await read { db in try Alert.all(of: recipient, in: db) }
    }

    /// Changes an alert; one that is turned off withdraws what was queued only for it.
    ///
    /// Nil: there is none of that number.
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
                    try AddressID.choose(alert.address, for: recipient, in: db).rawValue, alert.id.rawValue,
                ]
            )
            if !alert.isOn { try Withdrawal(time: time).withdraw(.alert, alert.id.rawValue, in: db) }
            return alert
        }
        nudges.nudge(.deliveries)
        return alert
    }

    /// Removes an alert and withdraws what was queued only for it; the alert that was.
    package func removeAlert(of recipient: RecipientID, number: Int, at time: Date) async throws -> Alert? {
        try await write { db in
            guard let alert = try Alert.all(of: recipient, in: db).first(where: { $0.number == number })
            else { return nil }
            try Withdrawal(time: time).withdraw(.alert, alert.id.rawValue, in: db)
            try db.execute(sql: "DELETE FROM alert WHERE id = ?", arguments: [alert.id.rawValue])
            return alert
        }
    }

    /// Every alert that is on, by owner and number, with the version to hand to `commitRefresh`.
    package func activeAlertQueries() async throws -> (
        version: Int, queries: [(id: AlertID, owner: RecipientID, query: String)]
    ) {
        try await read { db in
            let version = try ChangeCounter.alerts.value(in: db)
            let rows = try Row.fetchAll(
                db,
                sql: "SELECT id, recipientID, query FROM alert WHERE isOn = 1 ORDER BY recipientID, number"
            )
            return (version, rows.map { ($0.id("id"), $0.id("recipientID"), $0["query"]) })
        }
    }

    /// The categories of the feeds that an owner's alerts see, the house's and what they follow, each once, by name.
    package func categoriesInSight(of owner: RecipientID) async throws -> [String] {
        try await read { db in
            let names = try String.fetchAll(
                db,
                sql: """
                    SELECT DISTINCT coalesce(subscription.category, feed.category) AS shown FROM feed
                    LEFT JOIN subscription ON subscription.feedID = feed.id AND subscription.recipientID = ?
                    WHERE (feed.isHouse = 1 OR subscription.id IS NOT NULL) AND shown IS NOT NULL ORDER BY shown
                    """,
                arguments: [owner.rawValue]
            )
            var seen: Set<String> = []
            return names.filter { seen.insert(FeedKey.fold($0)).inserted }
        }
    }

    /// What a feed is called by those who call it otherwise than it does itself and have an alert that is on.
    package func ownViews(of feed: FeedID) async throws -> [OwnFeedView] {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT recipientID, name, category FROM subscription
                    WHERE feedID = ? AND (name IS NOT NULL OR category IS NOT NULL)
                        AND EXISTS (SELECT 1 FROM alert WHERE alert.recipientID = subscription.recipientID AND isOn = 1)
                    """
            )
            return try Row.fetchAll(statement, arguments: [feed.rawValue]).map { row in
                OwnFeedView(recipientID: row.id("recipientID"), name: row["name"], category: row["category"])
            }
        }
    }
}

extension Alert {
    static func all(of recipient: RecipientID, in db: Database) throws -> [Alert] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT alert.*, address.network, address.kind, address.target
                FROM alert JOIN address ON address.id = alert.addressID
                WHERE alert.recipientID = ? ORDER BY alert.number
                """,
            arguments: [recipient.rawValue]
        ).map { row in
            Alert(
                id: row.id("id"),
                recipientID: recipient,
                number: row["number"],
                query: row["query"],
                isOn: row["isOn"],
                isUrgent: row["isUrgent"],
                cooldown: row["cooldown"],
                address: Address(row: row),
                madeBy: row.optionalID("madeBy"),
                matchCount: row["matchCount"],
                lastFiredAt: row.optionalDate("lastFiredAt")
            )
        }
    }
}
