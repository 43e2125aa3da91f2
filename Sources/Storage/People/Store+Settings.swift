import GRDB
package import NewsModel

extension Store {
    /// A recipient's own settings; nil when there is no such recipient.
    package func settings(of recipient: RecipientID) async throws -> RecipientSettings? {
        try await read { db in
            try Row.fetchOne(
                db.cachedStatement(sql: "SELECT \(RecipientSettings.columns) FROM recipient WHERE id = ?"),
                arguments: [recipient]
            ).map { RecipientSettings(row: $0) }
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
                        layout = ?, checkInterval = ?, showsIcons = ?
                    WHERE id = ?
                    """,
                arguments: [
                    settings.language, settings.timeZone, quiet?.start, quiet?.end, quiet?.exceptUrgent ?? false,
                    settings.hearsOfFeeds, settings.showsImages, settings.format,
                    settings.allowsRepeats, settings.hearsUpdates, settings.layout,
                    settings.checkInterval, settings.showsIcons, recipient,
                ]
            )
            guard db.changesCount == 1 else {
                throw StorageError.noRow(recipient, in: "recipient")
            }
            try Ledger.releaseHeld(of: recipient, in: db)
        }
        // Deliveries that quiet hours had postponed may be due now.
        signals.send(.deliveries)
    }
}

extension RecipientSettings {
    /// The columns that `init(row:at:)` reads, in its order.
    static let columns = """
        recipient.language, recipient.timeZone, recipient.hearsOfFeeds, recipient.showsImages, recipient.format,
        recipient.allowsRepeats, recipient.hearsUpdates, recipient.quietStart, recipient.quietEnd,
        recipient.quietExceptUrgent, recipient.layout, recipient.checkInterval, recipient.showsIcons
        """

    /// Reads a row that has `columns` from a place on.
    init(row: Row, at start: Int = 0) {
        self.init(
            language: row[start],
            timeZone: row[start + 1],
            hearsOfFeeds: row[start + 2],
            showsImages: row[start + 3],
            showsIcons: row[start + 12],
            // A CHECK of the table allows no other format, and below no other layout.
            format: TextFormat(rawValue: row[start + 4]) ?? .rich,
            allowsRepeats: row[start + 5],
            hearsUpdates: row[start + 6],
            layout: ListLayout(rawValue: row[start + 10]) ?? .list,
            checkInterval: row[start + 11]
        )
        if let from = row[start + 7] as Int?, let end = row[start + 8] as Int? {
            quietHours = QuietHours(start: from, end: end, exceptUrgent: row[start + 9])
        }
    }
}
