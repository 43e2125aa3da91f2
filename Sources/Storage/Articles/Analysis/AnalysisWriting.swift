import GRDB
import NewsModel

/// Stores what the words of articles tell, inside a transaction.
struct AnalysisWriting {
    let db: Database

    func save(_ facts: ArticleFacts, of article: ArticleID) throws {
        let longest = ArticleFacts.longestText
        let things = facts.things.prefix(ArticleFacts.mostThings).map { "\($0.kind)\t\($0.name.prefix(longest))" }
        try db.executeCached(
            sql: """
                INSERT OR REPLACE INTO articleAnalysis (articleID, language, keyphrases, things, sport, topic, isPromotion)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                article, facts.language, Self.lines(facts.keyphrases.map { String($0.prefix(longest)) }),
                Self.lines(things), facts.sport, facts.topic, facts.isPromotion,
            ]
        )
    }

    /// Notes that an article is to be analysed.
    func saveAsDue(_ article: ArticleID) throws {
        try db.executeCached(sql: "INSERT OR IGNORE INTO analysisDue (articleID) VALUES (?)", arguments: [article])
    }

    private static func lines(_ texts: [String]) -> String? {
        texts.isEmpty ? nil : texts.map { $0.replacing("\n", with: " ") }.joined(separator: "\n")
    }
}

extension ArticleFacts {
    /// The columns that `init(row:at:)` reads, in its order.
    static let columns = """
        articleAnalysis.language, articleAnalysis.keyphrases, articleAnalysis.things, articleAnalysis.sport,
        articleAnalysis.topic, coalesce(articleAnalysis.isPromotion, 0)
        """
    static let columnCount = 6

    /// Reads a row that has `columns` from an index on; all may be NULL.
    init(row: Row, at index: Int) {
        self.init(
            language: row[index],
            keyphrases: Self.lines(row[index + 1]),
            things: Self.lines(row[index + 2]).compactMap { line in
                let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
                return parts.count == 2 ? Thing(name: parts[1], kind: parts[0]) : nil
            },
            sport: row[index + 3],
            topic: row[index + 4],
            isPromotion: row[index + 5]
        )
    }

    private static func lines(_ text: String?) -> [String] {
        (text ?? "").split(separator: "\n").map(String.init)
    }
}
