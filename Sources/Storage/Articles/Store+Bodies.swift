import GRDB
package import NewsModel

extension Store {
    /// The text of an article, or why there is none; nil when nobody has looked yet.
    ///
    /// Takes the article itself: whoever has it was given it by a sight.
    package func articleBody(of article: Article) async throws -> ArticleBody? {
        try await articleBody(article.id)
    }

    func articleBody(_ id: ArticleID) async throws -> ArticleBody? {
        try await read { db in
            try Row.fetchOne(
                db.cachedStatement(sql: "SELECT * FROM articleBody WHERE articleID = ?"),
                arguments: [id.rawValue]
            ).map(ArticleBody.init(row:))
        }
    }

    /// Keeps what reading an article's page brought, and its picture where the feed gave none.
    ///
    /// An article that is gone meanwhile is passed over; a text is never replaced by a failure.
    package func saveArticleBody(_ body: ArticleBody, of id: ArticleID) async throws {
        try await write { db in
            guard try Bool.fetchOne(db, sql: "SELECT 1 FROM article WHERE id = ?", arguments: [id.rawValue]) != nil
            else { return }
            try body.save(for: id, in: db)
            if let image = body.imageURL {
                try db.execute(
                    sql: "UPDATE article SET imageURL = ? WHERE id = ? AND imageURL IS NULL",
                    arguments: [image, id.rawValue]
                )
            }
        }
    }
}

extension ArticleBody {
    init(row: Row) {
        self.init(
            source: Source(rawValue: row["source"]) ?? .none,
            text: row["text"],
            byline: row["byline"],
            language: row["language"],
            imageURL: row["imageURL"],
            failure: (row["failure"] as String?).flatMap(ReadingFailure.init(rawValue:)),
            fetchedAt: row.date("fetchedAt"),
            retryAt: row.optionalDate("retryAt"),
            etag: row["etag"],
            lastModified: row["lastModified"]
        )
    }

    func save(for id: ArticleID, in db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO articleBody (articleID, source, byline, language, imageURL, failure, fetchedAt, retryAt, etag,
                    lastModified, text)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET source = excluded.source, byline = excluded.byline,
                    language = excluded.language, imageURL = excluded.imageURL, failure = excluded.failure,
                    fetchedAt = excluded.fetchedAt, retryAt = excluded.retryAt, etag = excluded.etag,
                    lastModified = excluded.lastModified, text = excluded.text
                WHERE articleBody.text IS NULL OR excluded.text IS NOT NULL
                """
        )
        let text = text.map(Self.bounded)
        try statement.execute(arguments: [
            id.rawValue, (text == nil ? Source.none : source).rawValue, byline, language, imageURL, failure?.rawValue,
            fetchedAt.unixSeconds, retryAt?.unixSeconds, etag, lastModified, text,
        ])
    }
}
