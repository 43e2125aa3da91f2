import GRDB
import NewsModel

/// Makes new articles found by their words, in the transaction that stores them.
struct SearchIndexing {
    let db: Database

    /// All articles of a transaction together and in order: FTS5 gathers words in memory only while numbers ascend.
    func add(_ articles: [Article]) throws {
        let statement = try db.cachedStatement(sql: "INSERT INTO articleText (rowid, title, summary) VALUES (?, ?, ?)")
        for article in articles.sorted(by: { $0.id < $1.id }) {
            try statement.execute(arguments: [article.id.rawValue, article.title, article.summary])
        }
    }
}
