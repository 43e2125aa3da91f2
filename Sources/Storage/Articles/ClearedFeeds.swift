import GRDB
import NewsModel

/// The feeds that a reader has cleared.
///
/// Only articles that arrived later or have a later date are listed.
struct ClearedFeeds {
    struct Mark {
        /// The first article that is listed regardless of its arrival.
        var before: ArticleID
        /// Unix seconds; articles that arrived as news since then are listed regardless of their date.
        var clearedAt: Int64
    }

    private var marks: [FeedID: Mark] = [:]

    init(of reader: RecipientID?, in db: Database) throws {
        guard let reader else { return }
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT feedID, clearedBefore, clearedAt FROM subscription
                    WHERE recipientID = ? AND clearedBefore IS NOT NULL AND clearedAt IS NOT NULL
                    """
            ),
            arguments: [reader]
        )
        while let row = try rows.next() { marks[row[0]] = Mark(before: row[1], clearedAt: row[2]) }
    }

    func mark(_ feed: FeedID) -> Mark? { marks[feed] }

    /// Whether an article is hidden because its feed was cleared.
    func hides(_ article: ArticleID, of feed: FeedID, in db: Database) throws -> Bool {
        guard let mark = marks[feed], article < mark.before else { return false }
        let statement = try db.cachedStatement(sql: "SELECT 1 FROM article WHERE id = ? AND arrivedAt >= ?")
        return try Row.fetchOne(statement, arguments: [article, mark.clearedAt]) == nil
    }
}
