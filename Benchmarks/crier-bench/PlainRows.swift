import Foundation
import GRDBSQLite
import NewsModel

/// Writes the rows of stored articles with plain SQLite statements: the lowest possible cost of storing them.
///
/// Tables, indices, transactions and durability are those of the store's file. There are no triggers and no foreign
/// keys, nothing is looked up, and FTS5 uses its own tokenizer.
final class PlainRows {
    /// An article as the store has stored it, with the keys that identify it.
    struct Row {
        var article: Article
        var keys: [String]
        var link: String
        var facts: ArticleFacts
        var place: Int64?
    }

    struct Failed: Error { let message: String }

    private let connection: OpaquePointer?
    private var statements: [String: OpaquePointer] = [:]
    /// SQLite copies the bound text.
    private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    /// Creates a file with the tables of another one; without that it opens one that is there.
    init(at path: String, like original: String?) throws {
        var opened: OpaquePointer?
        guard sqlite3_open(path, &opened) == SQLITE_OK else { throw Failed(message: "cannot open \(path)") }
        connection = opened
        try run("PRAGMA journal_mode = WAL")
        try run("PRAGMA synchronous = FULL; PRAGMA cache_size = -6144; PRAGMA wal_autocheckpoint = 4000")
        guard let original else { return }
        try run("ATTACH '\(original)' AS original")
        let tables = "'story', 'article', 'articleKey', 'storyKey', 'articleAnalysis', 'articlePlace'"
        let sql =
            "SELECT sql FROM original.sqlite_schema WHERE tbl_name IN (\(tables)) AND type <> 'trigger' AND sql <> ''"
        for statement in try strings(sql) { try run(statement) }
        try run("DETACH original")
        try run("CREATE VIRTUAL TABLE articleText USING fts5(title, summary, content='article', content_rowid='id')")
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close(connection)
    }

    /// Writes the articles of one feed in one transaction.
    func store(_ rows: [Row], at seconds: Int64) throws {
        try run("BEGIN IMMEDIATE")
        for row in rows {
            let article = row.article
            for key in row.keys {
                try step("INSERT INTO articleKey (feedID, key, lastSeenAt) VALUES (?, ?, ?)") {
                    bind($0, [article.feedID.rawValue, Int64(key.hashValue), seconds])
                }
            }
            try step("INSERT INTO story (id, firstSeenAt) VALUES (?, ?)") {
                bind($0, [article.storyID.rawValue, seconds])
            }
            try step("INSERT INTO storyKey (key, storyID, feedID, isTitle, publishedAt) VALUES (?, ?, ?, 0, ?)") {
                bind(
                    $0,
                    [
                        Int64(row.link.hashValue), article.storyID.rawValue, article.feedID.rawValue,
                        Self.second(article.publishedAt),
                    ]
                )
            }
            try step(
                """
                INSERT INTO article (id, feedID, storyID, publishedAt, firstSeenAt, title, summary, url)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """
            ) {
                bind(
                    $0,
                    [
                        article.id.rawValue, article.feedID.rawValue, article.storyID.rawValue,
                        Self.second(article.publishedAt), seconds,
                    ]
                )
                bind($0, 6, article.title)
                bind($0, 7, article.summary)
                bind($0, 8, article.url ?? "")
            }
            try step(
                "INSERT INTO articleAnalysis (articleID, language, keyphrases, things, isPromotion) VALUES (?, ?, ?, ?, 0)"
            ) {
                bind($0, [article.id.rawValue])
                bind($0, 2, row.facts.language ?? "")
                bind($0, 3, row.facts.keyphrases.joined(separator: "\n"))
                bind($0, 4, row.facts.things.map { "\($0.kind)\t\($0.name)" }.joined(separator: "\n"))
            }
            guard let place = row.place else { continue }
            try step("INSERT INTO articlePlace (placeID, articleID, confidence) VALUES (?, ?, 0.8)") {
                bind($0, [place, article.id.rawValue])
            }
        }
        // In order, as the store does it: FTS5 collects words in memory only while the numbers ascend.
        for row in rows.sorted(by: { $0.article.id < $1.article.id }) {
            try step("INSERT INTO articleText (rowid, title, summary) VALUES (?, ?, ?)") {
                bind($0, [row.article.id.rawValue])
                bind($0, 2, row.article.title)
                bind($0, 3, row.article.summary)
            }
        }
        try run("COMMIT")
    }

    /// The numbers of the fifty best articles that fit an expression, as FTS5 ranks them.
    func search(_ expression: String) throws -> [Int64] {
        let sql = "SELECT rowid FROM articleText WHERE articleText MATCH ? ORDER BY rank LIMIT 50"
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
            throw failure()
        }
        defer { sqlite3_finalize(statement) }
        bind(statement, 1, expression)
        var found: [Int64] = []
        while sqlite3_step(statement) == SQLITE_ROW { found.append(sqlite3_column_int64(statement, 0)) }
        return found
    }

    private static func second(_ date: Date) -> Int64 { Int64(date.timeIntervalSince1970) }

    func run(_ sql: String) throws {
        guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else { throw failure() }
    }

    private func strings(_ sql: String) throws -> [String] {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK else { throw failure() }
        defer { sqlite3_finalize(statement) }
        var strings: [String] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            if let text = sqlite3_column_text(statement, 0) { strings.append(String(cString: text)) }
        }
        return strings
    }

    private func step(_ sql: String, _ bindAll: (OpaquePointer) -> Void) throws {
        let known = statements[sql]
        var statement = known
        if known == nil, sqlite3_prepare_v2(connection, sql, -1, &statement, nil) != SQLITE_OK { throw failure() }
        guard let statement else { throw failure() }
        if known == nil { statements[sql] = statement }
        bindAll(statement)
        guard sqlite3_step(statement) == SQLITE_DONE else { throw failure() }
        sqlite3_reset(statement)
    }

    /// Binds the first parameters in order; nil skips a parameter.
    private func bind(_ statement: OpaquePointer, _ numbers: [Int64?]) {
        for (place, number) in numbers.enumerated() {
            if let number { sqlite3_bind_int64(statement, Int32(place + 1), number) }
        }
    }

    private func bind(_ statement: OpaquePointer, _ place: Int32, _ text: String) {
        var text = text
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                _ = sqlite3_bind_text(statement, place, characters.baseAddress, Int32(characters.count), transient)
            }
        }
    }

    private func failure() -> Failed { Failed(message: String(cString: sqlite3_errmsg(connection))) }
}
