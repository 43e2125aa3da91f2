import Foundation
import GRDB
package import NewsModel

extension Store {
    /// The text of an article, or why there is none; nil when it was never fetched.
    ///
    /// The parameter is an `Article`, not an id: a caller that has one was allowed to see it.
    package func articleBody(of article: Article) async throws -> ArticleBody? {
        try await articleBody(article.id)
    }

    func articleBody(_ id: ArticleID) async throws -> ArticleBody? {
        try await read { db in
            try Row.fetchOne(
                db.cachedStatement(sql: "SELECT \(ArticleBody.columns) FROM articleBody WHERE articleID = ?"),
                arguments: [id]
            ).map(ArticleBody.init(row:))
        }
    }

    /// Stores the result of fetching an article's page, and its picture if the feed gave none.
    ///
    /// Does nothing if the article is gone. A text is never replaced by a failure.
    package func saveArticleBody(_ body: ArticleBody, of id: ArticleID) async throws {
        try await write { db in
            guard try Bool.fetchOne(db, sql: "SELECT 1 FROM article WHERE id = ?", arguments: [id]) != nil
            else { return }
            try body.save(for: id, with: DirectStatements(db))
            // Its words may tell more of the article.
            if body.source == .page, body.text != nil {
                try AnalysisWriting(db: db).saveAsDue(id)
                try SearchIndexing(db: db).addText(of: id)
            }
            if let image = body.imageURL {
                try db.execute(
                    sql: "UPDATE article SET imageURL = ? WHERE id = ? AND imageURL IS NULL",
                    arguments: [image, id]
                )
            }
        }
        signals.send(.archives)
    }
}

extension ArticleBody {
    /// The columns that `init(row:)` reads, in its order.
    static let columns = """
        source, text, byline, language, imageURL, failure, fetchedAt, retryAt, etag, lastModified
        """

    init(row: Row) {
        self.init(
            // A CHECK of the table allows no other source.
            source: Source(rawValue: row[0]) ?? .none,
            text: row[1],
            byline: row[2],
            language: row[3],
            imageURL: row[4],
            failure: (row[5] as String?).flatMap(ReadingFailure.init(rawValue:)),
            fetchedAt: Date(unixSeconds: row[6]),
            retryAt: (row[7] as Int64?).map(Date.init(unixSeconds:)),
            etag: row[8],
            lastModified: row[9]
        )
    }

    /// The text, shortened to the stored length.
    var boundedText: String? { text.map(Self.bounded) }

    func save(for id: ArticleID, with statements: DirectStatements) throws {
        let statement = try statements.statement(
            """
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
        let text = boundedText
        try statement.execute { values in
            values.bind(id)
            values.bind((text == nil ? Source.none : source).rawValue)
            for text in [byline, language, imageURL, failure?.rawValue] { values.bind(text) }
            for number in [fetchedAt.unixSeconds, retryAt?.unixSeconds] { values.bind(number) }
            for text in [etag, lastModified, text] { values.bind(text) }
        }
    }
}
