import GRDB
package import NewsModel

extension Store {
    /// A recipient's own settings; nil when there is no such recipient.
    package func settings(of recipient: RecipientID) async throws -> RecipientSettings? {
        try await read { db in
            try Row.fetchOne(
                db.cachedStatement(sql: "SELECT * FROM recipient WHERE id = ?"),
                arguments: [recipient]
            ).map(RecipientSettings.init(row:))
        }
    }

    package func saveSettings(_ settings: RecipientSettings, of recipient: RecipientID) async throws {
        try await write { db in
            let quiet = settings.quietHours
            try db.execute(
                sql: """
                    UPDATE recipient
                    SET language = ?, timeZone = ?, quietStart = ?, quietEnd = ?, quietExceptUrgent = ?,
                        hearsOfFeeds = ?, showsImages = ?, format = ?, allowsRepeats = ?, hearsUpdates = ?,
                        layout = ?
                    WHERE id = ?
                    """,
                arguments: [
                    settings.language, settings.timeZone, quiet?.start, quiet?.end, quiet?.exceptUrgent ?? false,
                    settings.hearsOfFeeds, settings.showsImages, settings.format.rawValue,
                    settings.allowsRepeats, settings.hearsUpdates, settings.layout.rawValue, recipient,
                ]
            )
            guard db.changesCount == 1 else {
                throw StorageError.noSuchRow(table: "recipient", id: recipient.rawValue)
            }
            try Ledger.releaseHeld(of: recipient, in: db)
        }
        // Deliveries that quiet hours had postponed may be due now.
        nudges.nudge(.deliveries)
    }
}

extension RecipientSettings {
    init(row: Row) {
        self.init(
            language: row["language"],
            timeZone: row["timeZone"],
            hearsOfFeeds: row["hearsOfFeeds"],
            showsImages: row["showsImages"],
            format: TextFormat(rawValue: row["format"]) ?? .rich,
            allowsRepeats: row["allowsRepeats"],
            hearsUpdates: row["hearsUpdates"],
            layout: ListLayout(rawValue: row["layout"]) ?? .list
        )
        if let start = row["quietStart"] as Int?, let end = row["quietEnd"] as Int? {
            quietHours = QuietHours(start: start, end: end, exceptUrgent: row["quietExceptUrgent"])
        }
    }
}
