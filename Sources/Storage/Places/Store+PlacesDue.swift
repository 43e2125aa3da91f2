import GRDB
package import NewsModel

extension Store {
    /// Marks all articles, if their places were found by rules of another version.
    package func demandPlaces(byVersion version: Int) async throws {
        try await write { db in
            let known = try Int.fetchOne(db, sql: "SELECT value FROM changeCounter WHERE name = 'places'")
            guard known != version else { return }
            try db.execute(sql: "INSERT OR IGNORE INTO placesDue (articleID) SELECT id FROM article")
            try db.execute(sql: "UPDATE changeCounter SET value = ? WHERE name = 'places'", arguments: [version])
        }
    }

    /// How many articles are still to be looked at for places; reads all of them.
    package func countArticlesWithoutPlaces() async throws -> Int {
        try await read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM placesDue") ?? 0 }
    }

    /// The newest articles whose places are still to be looked for.
    package func articlesWithoutPlaces(limit: Int) async throws -> [Article] {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT \(Article.columns) FROM placesDue CROSS JOIN article ON article.id = placesDue.articleID
                    ORDER BY placesDue.articleID DESC LIMIT ?
                    """
            )
            return try Row.fetchAll(statement, arguments: [limit]).map { Article(row: $0) }
        }
    }

    /// Replaces the places of articles; articles that are gone are skipped.
    package func savePlaces(_ found: [ArticleID: [NamedPlace]]) async throws {
        try await write { db in
            let writing = PlaceWriting(db: db)
            for (article, places) in found.sorted(by: { $0.key < $1.key }) {
                try db.executeCached(sql: "DELETE FROM placesDue WHERE articleID = ?", arguments: [article])
                try db.executeCached(sql: "DELETE FROM articlePlace WHERE articleID = ?", arguments: [article])
                let statement = try db.cachedStatement(sql: "SELECT 1 FROM article WHERE id = ?")
                guard try Row.fetchOne(statement, arguments: [article]) != nil else { continue }
                try writing.save(places, of: article)
            }
        }
    }
}
