import GRDB
import NewsModel
package import TextAnalysis

extension Store {
    /// So many names are looked at: of all that the reader follows, and of other feeds that have the word.
    private static let mostFeedNames = 2_000

    /// Whether some feed in sight may be called so, by its own name or by the reader's name for it.
    ///
    /// True also if there are more names than are looked at.
    package func mayNameFeed(_ phrase: QueryPhrase, in sight: Sight) async throws -> Bool {
        guard let query = try? Query(.term(.phrase(phrase, in: .feed))) else { return true }
        let word = phrase.words.max { $0.utf8.count < $1.utf8.count } ?? ""
        let most = Self.mostFeedNames
        return try await read { db in
            let own = try Row.fetchCursor(
                db.cachedStatement(
                    sql: """
                        SELECT feed.name, subscription.name FROM subscription JOIN feed ON feed.id = feedID
                        WHERE recipientID = :reader LIMIT :most
                        """
                ),
                arguments: ["reader": sight.reader, "most": most]
            )
            if try Self.mayMatch(query, own, most) { return true }
            // Only of those that have the word it is asked whether they are in sight.
            // The statement holds the reader's number, so it is not kept.
            let others = try Row.fetchCursor(
                db,
                sql: """
                    SELECT feed.name, NULL FROM feed
                    WHERE id IN (SELECT id FROM feed WHERE instr(nameKey, :word) > 0)
                        AND \(sight.isOpen("feed"))
                    LIMIT :most
                    """,
                arguments: ["word": word, "most": most]
            )
            return try Self.mayMatch(query, others, most)
        }
    }

    /// Whether one of the names in rows fits, or the rows were cut.
    private static func mayMatch(_ query: Query, _ rows: RowCursor, _ most: Int) throws -> Bool {
        var count = 0
        while let row = try rows.next() {
            count += 1
            let names: [String?] = [row[0], row[1]]
            if names.contains(where: { name in
                name.map { query.matches(QueryDocument(title: "", feed: $0)) } ?? false
            }) {
                return true
            }
        }
        return count >= most
    }
}
