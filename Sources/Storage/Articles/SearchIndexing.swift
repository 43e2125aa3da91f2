import GRDB
package import NewsModel

/// Adds articles to the full-text index.
///
/// News is added in the transaction that stores it. The archive of a new feed is only noted there (`unindexedArticle`)
/// and added later, so that no news waits for it. So are new articles of a feed that may be moving. The triggers of
/// `article` know of noted articles.
struct SearchIndexing {
    let db: Database

    /// Adds articles that were not postponed.
    ///
    /// Pass all articles of a transaction at once: FTS5 collects words in memory only while ids ascend.
    func add(_ articles: [Article]) throws {
        let statement = try db.cachedStatement(sql: "INSERT INTO articleText (rowid, title, summary) VALUES (?, ?, ?)")
        for article in articles.sorted(by: { $0.id < $1.id }) {
            try statement.execute(arguments: [article.id, article.title, article.summary])
        }
    }

    /// Notes that articles are to be added later.
    func postpone(_ articles: [Article]) throws {
        let statement = try DirectStatement(
            "INSERT OR IGNORE INTO unindexedArticle (feedID, articleID) VALUES (?, ?)",
            in: db
        )
        for article in articles {
            try statement.execute {
                $0.bind(article.feedID)
                $0.bind(article.id)
            }
        }
    }

    /// Adds the text of an article, unless it is there or the article has none.
    func addText(of article: ArticleID) throws {
        let add = try db.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO indexedText (articleID)
                SELECT articleID FROM articleBody WHERE articleID = ? AND text IS NOT NULL
                """
        )
        try add.execute(arguments: [article])
        guard db.changesCount > 0 else { return }
        try db.executeCached(
            sql: "INSERT INTO readText (rowid, text) SELECT articleID, text FROM articleBody WHERE articleID = ?",
            arguments: [article]
        )
    }

    /// Adds some of the noted articles, feed by feed; returns how many.
    func addPostponed(limit: Int) throws -> Int {
        let some = "FROM unindexedArticle ORDER BY feedID, articleID LIMIT \(limit)"
        try db.executeCached(
            sql: """
                INSERT INTO articleText (rowid, title, summary)
                SELECT id, title, summary FROM article WHERE id IN (SELECT articleID \(some)) ORDER BY id
                """,
            arguments: []
        )
        try db.executeCached(
            sql: "DELETE FROM unindexedArticle WHERE (feedID, articleID) IN (SELECT feedID, articleID \(some))",
            arguments: []
        )
        return db.changesCount
    }
}

extension Store {
    /// Adds some of the archives that wait for the full-text index; returns how many articles that were.
    package func indexSomeArticles(limit: Int = 500) async throws -> Int {
        let isAny = try await read { db in try Row.fetchOne(db, sql: "SELECT 1 FROM unindexedArticle LIMIT 1") != nil }
        return isAny ? try await write { db in try SearchIndexing(db: db).addPostponed(limit: limit) } : 0
    }

    /// Adds the text of an article to the full-text index, because somebody reads it.
    package func indexText(of article: Article) async throws {
        let isNeeded = try await read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT 1 FROM articleBody WHERE articleID = ?1 AND text IS NOT NULL
                        AND NOT EXISTS (SELECT 1 FROM indexedText WHERE articleID = ?1)
                    """
            )
            return try Row.fetchOne(statement, arguments: [article.id]) != nil
        }
        guard isNeeded else { return }
        try await write { db in try SearchIndexing(db: db).addText(of: article.id) }
    }
}
