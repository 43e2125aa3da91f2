import GRDB
import NewsModel

/// The feeds that a reader has emptied for themselves, each with the first article that they are still listed.
struct ClearedFeeds {
    private var firsts: [Int64: Int64] = [:]

    /// Nobody's: nothing is emptied.
    init() {}

    init(of reader: RecipientID?, in db: Database) throws {
        guard let reader else { return }
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT feedID, clearedBefore FROM subscription
                    WHERE recipientID = ? AND clearedBefore IS NOT NULL
                    """
            ),
            arguments: [reader.rawValue]
        )
        for row in rows { firsts[row["feedID"]] = row["clearedBefore"] }
    }

    func first(of feed: Int64) -> Int64 { firsts[feed] ?? 0 }
}
