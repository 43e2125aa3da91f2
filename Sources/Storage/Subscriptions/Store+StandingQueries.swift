import GRDB
package import NewsModel

/// The stored queries that each new article is compared with; each list is sorted by owner and number.
package struct StoredQueries: Sendable {
    /// For `commitRefresh`.
    package var version: Int
    /// Those that are on.
    package var alerts: [(id: AlertID, owner: RecipientID, query: String)]
    /// All, so that switching one needs no new index.
    package var filters: [(id: FilterID, owner: RecipientID, query: String, isOnly: Bool)]

    package init(
        version: Int,
        alerts: [(id: AlertID, owner: RecipientID, query: String)] = [],
        filters: [(id: FilterID, owner: RecipientID, query: String, isOnly: Bool)] = []
    ) {
        self.version = version
        self.alerts = alerts
        self.filters = filters
    }
}

extension Store {
    package func standingQueries() async throws -> StoredQueries {
        try await read { db in
            let alerts = try Row.fetchAll(
                db,
                sql: """
                    SELECT id, recipientID, query FROM alert WHERE isOn = 1 AND query <> ''
                    ORDER BY recipientID, number < 0, number
                    """
            )
            let filters = try Row.fetchAll(
                db,
                sql: "SELECT id, recipientID, query, isOnly FROM newsFilter ORDER BY recipientID, number"
            )
            return StoredQueries(
                version: try ChangeCounter.alerts.value(in: db),
                alerts: alerts.map { ($0[0], $0[1], $0[2]) },
                filters: filters.map { ($0[0], $0[1], $0[2], $0[3]) }
            )
        }
    }
}
