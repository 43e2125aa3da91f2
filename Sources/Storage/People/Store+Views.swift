import GRDB
package import NewsModel

extension Store {
    /// How a recipient wants lists shown.
    package func listView(of recipient: RecipientID) async throws -> ListView {
        try await read { db in
            var view = ListView()
            let row = try Row.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT sorting, isReversed, onlyPictures, hidesRead, period FROM listView WHERE recipientID = ?
                        """
                ),
                arguments: [recipient]
            )
            if let row {
                view.order = (row[0] as String?).flatMap(ListView.Order.init)
                (view.isReversed, view.onlyPictures, view.hidesRead, view.period) = (row[1], row[2], row[3], row[4])
            }
            view.without = try FeedID.fetchAll(
                db.cachedStatement(sql: "SELECT feedID FROM listViewSource WHERE recipientID = ? ORDER BY feedID"),
                arguments: [recipient]
            )
            return view
        }
    }

    package func saveListView(_ view: ListView, of recipient: RecipientID) async throws {
        try await write { db in
            for table in ["listView", "listViewSource"] {
                try db.execute(sql: "DELETE FROM \(table) WHERE recipientID = ?", arguments: [recipient])
            }
            guard !view.isUsual else { return }
            try db.execute(
                sql: """
                    INSERT INTO listView (recipientID, sorting, isReversed, onlyPictures, hidesRead, period)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    recipient, view.order, view.isReversed, view.onlyPictures, view.hidesRead, view.period,
                ]
            )
            for feed in view.without {
                try db.execute(
                    sql: "INSERT OR IGNORE INTO listViewSource (recipientID, feedID) VALUES (?, ?)",
                    arguments: [recipient, feed]
                )
            }
        }
    }
}
