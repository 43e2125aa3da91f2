import GRDB
import NewsModel

/// Stores what the words of articles tell, inside a transaction.
struct AnalysisWriting {
    let db: Database

    /// - Parameter version: of the rules by which the facts were found.
    func save(_ facts: ArticleFacts, of article: ArticleID, version: Int) throws {
        let row = AnalysisRow(facts)
        try db.executeCached(
            sql: """
                INSERT OR REPLACE INTO articleAnalysis (articleID, language, keyphrases, things, numbers, sport, topic,
                    isPromotion, version)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                article, facts.language, row.keyphrases, row.things, row.numbers, facts.sport, facts.topic,
                facts.isPromotion, version,
            ]
        )
    }

    /// Notes that an article is to be analysed.
    func saveAsDue(_ article: ArticleID) throws { try Self.saveAsDue(article, with: DirectStatements(db)) }

    static func saveAsDue(_ article: ArticleID, with statements: DirectStatements) throws {
        try statements.statement("INSERT OR IGNORE INTO analysisDue (articleID) VALUES (?)")
            .execute { $0.bind(article) }
    }

    /// Counts the analysis and the places of an article anew, which were saved apart from it.
    func recount(_ article: ArticleID) throws {
        try db.executeCached(
            sql: """
                UPDATE article SET factBytes = \(Schema.placeOverhead)
                        * (SELECT count(*) FROM articlePlace WHERE articlePlace.articleID = article.id)
                    + coalesce((SELECT \(Schema.analysisSize) FROM articleAnalysis WHERE articleID = article.id), 0)
                WHERE id = ?
                """,
            arguments: [article]
        )
    }
}

/// The texts of a row of `articleAnalysis`.
struct AnalysisRow {
    let keyphrases: String?
    let things: String?
    let numbers: String?
    /// As `Schema.analysisSize` counts them.
    let bytes: Int

    init(_ facts: ArticleFacts) {
        let longest = ArticleFacts.longestText
        keyphrases = Self.lines(facts.keyphrases.map { String($0.prefix(longest)) })
        things = Self.lines(
            facts.things.prefix(ArticleFacts.mostThings).map {
                "\($0.kind)\($0.isShown ? Self.shownMark : "")\t\($0.name.prefix(longest))"
            }
        )
        numbers = Self.lines(
            facts.numbers.map {
                "\($0.value)\t\($0.unit)\t\($0.nouns.joined(separator: " "))\t\($0.text.prefix(longest))"
            }
        )
        bytes = [facts.language, keyphrases, things, numbers, facts.sport, facts.topic]
            .reduce(Schema.analysisOverhead) { $0 + ($1?.utf8.count ?? 0) }
    }

    /// Follows the kind of a thing whose article shows it beyond doubt.
    static let shownMark = "!"

    private static func lines(_ texts: [String]) -> String? {
        texts.isEmpty ? nil : texts.map { $0.replacing("\n", with: " ") }.joined(separator: "\n")
    }
}

extension ArticleFacts {
    /// The columns that `init(row:at:)` reads, in its order.
    static let columns = """
        articleAnalysis.language, articleAnalysis.keyphrases, articleAnalysis.things, articleAnalysis.numbers,
        articleAnalysis.sport, articleAnalysis.topic, coalesce(articleAnalysis.isPromotion, 0)
        """
    static let columnCount = 7

    /// Reads a row that has `columns` from an index on; all may be NULL.
    init(row: Row, at index: Int) {
        self.init(
            language: row[index],
            keyphrases: StoredLines.lines(of: row[index + 1]),
            things: StoredLines.lines(of: row[index + 2]).compactMap(Thing.init(line:)),
            numbers: StoredLines.lines(of: row[index + 3]).compactMap(Number.init(line:)),
            sport: row[index + 4],
            topic: row[index + 5],
            isPromotion: row[index + 6]
        )
    }

    /// Those of one article; empty when it was not analysed.
    static func find(_ article: ArticleID, in db: Database) throws -> ArticleFacts {
        let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM articleAnalysis WHERE articleID = ?")
        return try Row.fetchOne(statement, arguments: [article]).map { ArticleFacts(row: $0, at: 0) } ?? ArticleFacts()
    }
}

extension ArticleFacts.Thing {
    /// A line of the column `articleAnalysis.things`.
    fileprivate init?(line: String) {
        let parts = StoredLines.fields(of: line, maxSplits: 1)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
        let isShown = parts[0].hasSuffix(AnalysisRow.shownMark)
        self.init(name: parts[1], kind: isShown ? String(parts[0].dropLast()) : parts[0], isShown: isShown)
    }

    /// The things of the column `articleAnalysis.things` that their article shows beyond doubt.
    static func shown(in column: String?) -> [ArticleFacts.Thing] {
        StoredLines.lines(of: column).compactMap(ArticleFacts.Thing.init(line:)).filter(\.isShown)
    }
}

extension ArticleFacts.Number {
    fileprivate init?(line: String) {
        let parts = StoredLines.fields(of: line)
        guard parts.count == 4, let value = Double(parts[0]) else { return nil }
        self.init(value: value, unit: parts[1], nouns: parts[2].split(separator: " ").map(String.init), text: parts[3])
    }
}
