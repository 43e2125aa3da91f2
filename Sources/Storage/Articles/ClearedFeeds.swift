import GRDB
import NewsModel

/// The feeds that a reader has emptied for themselves: of each only what came later, or is dated later, is listed.
struct ClearedFeeds {
    private struct Mark {
        /// The first article that is listed whenever it came.
        var before: Int64
        /// Unix seconds; what came as news from then on is listed whatever its date.
        var clearedAt: Int64
    }

    private var marks: [Int64: Mark] = [:]

    /// Nobody's: nothing is emptied.
    init() {}

    init(of reader: RecipientID?, in db: Database) throws {
        guard let reader else { return }
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT feedID, clearedBefore, clearedAt FROM subscription
                    WHERE recipientID = ? AND clearedBefore IS NOT NULL AND clearedAt IS NOT NULL
                    """
            ),
            arguments: [reader.rawValue]
        )
        for row in rows { marks[row["feedID"]] = Mark(before: row["clearedBefore"], clearedAt: row["clearedAt"]) }
    }

    /// Whether an article of a feed is left out.
    func hides(_ article: Int64, of feed: Int64, in db: Database) throws -> Bool {
        guard let mark = marks[feed], article < mark.before else { return false }
        let statement = try db.cachedStatement(sql: "SELECT 1 FROM article WHERE id = ? AND arrivedAt >= ?")
        return try Row.fetchOne(statement, arguments: [article, mark.clearedAt]) == nil
    }

    /// The listed articles of a feed from one number to before another; the newest where `limit` allows fewer.
    ///
    /// In any order.
    func places(of feed: Int64, from: Int64, to: Int64, limit: Int? = nil, in db: Database) throws -> [ArticlePlace] {
        let most = limit ?? -1
        let mark = marks[feed]
        let places = try ArticlePlace.fetchAll(
            db.cachedStatement(
                sql: "SELECT id, storyID FROM article WHERE feedID = ? AND id >= ? AND id < ? ORDER BY id DESC LIMIT ?"
            ),
            arguments: [feed, max(from, mark?.before ?? from), to, most]
        )
        guard let mark, from < mark.before else { return places }
        let late = try ArticlePlace.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT id, storyID FROM article INDEXED BY articleByArrival
                    WHERE feedID = ? AND arrivedAt >= ? AND id >= ? AND id < ? ORDER BY id DESC LIMIT ?
                    """
            ),
            arguments: [feed, mark.clearedAt, from, min(to, mark.before), most]
        )
        return places + late
    }
}
