package import Foundation
import GRDB
package import NewsModel

extension Store {
    /// Articles of which some may be earlier reports of an article's story: those of its event, and those whose words
    /// contain one of `names`; without muted ones, newest first.
    ///
    /// - Parameter from: articles published before are left out.
    package func possibleEarlierReports(
        of article: ListedArticle,
        naming names: [String],
        in sight: Sight,
        from: Date
    ) async throws -> [ListedArticle] {
        try await readMuting { db, judge in
            let first = ArticleID.first(atSecond: from.unixSeconds)
            let last = article.article.id
            // The statements hold the reader's number, so they are not kept.
            var found = Set(
                try ArticleID.fetchAll(
                    db,
                    sql: """
                        SELECT article.id FROM article JOIN feed ON feed.id = article.feedID
                        WHERE article.storyID IN \(StoryEvents.members(of: "?1")) AND article.id < ?2
                        ORDER BY \(sight.isOpen("feed")) DESC, article.id DESC LIMIT \(Self.mostOfEvent)
                        """,
                    arguments: [article.event, last]
                )
            )
            let search = try db.makeStatement(
                sql: """
                    SELECT article.id FROM (SELECT rowid FROM articleText
                        WHERE articleText MATCH ? AND rowid >= ? AND rowid < ? ORDER BY rowid DESC LIMIT ?
                    ) AS found CROSS JOIN article ON article.id = found.rowid
                        CROSS JOIN feed ON feed.id = article.feedID AND \(sight.isOpen("feed"))
                    LIMIT \(Self.mostOfName)
                    """
            )
            let patterns = names.compactMap { ArticleTokenizer.pattern(of: $0, isExact: true) }
            for pattern in patterns {
                let share = Self.mostFound / patterns.count
                found.formUnion(try ArticleID.fetchAll(search, arguments: [pattern, first, last, share]))
            }
            let mutes = try sight.reader.flatMap { try ReaderRules(of: $0, in: db, judge) }
            var reader = try ListedArticleReader(sight, db)
            return try reader.read(found.sorted(by: >)).filter { mutes?.hides($0) != true }
        }
    }

    /// The most articles of one event that are looked at.
    private static let mostOfEvent = 100
    /// The most articles that are looked at for all names together, newest first, and those of one name that the reader
    /// may see.
    private static let mostFound = 100_000
    private static let mostOfName = 40
}
