import Foundation
import GRDB
import NewsModel

extension ArticleID {
    private static let sequenceBits: Int64 = 20

    /// No article has a higher one.
    static let highest = ArticleID(rawValue: .max)

    /// The second in which the article was published, or in which it arrived if it claimed a later one.
    var publishedAt: Date { Date(unixSeconds: rawValue >> Self.sequenceBits) }

    /// The smallest possible id of an article published in that second.
    static func first(atSecond second: Int64) -> ArticleID {
        ArticleID(rawValue: min(max(second, 0), 1 << 42) << sequenceBits)
    }

    /// The next free id in that second, or in the first later one with free ids.
    ///
    /// The first id of a second is random. Readings and lists keep the ids of deleted articles, which must not be given
    /// to other articles.
    static func next(atSecond second: Int64, with statements: DirectStatements) throws -> ArticleID {
        let newest = try statements.statement("SELECT max(id) FROM article WHERE id >= ? AND id < ?")
        var second = second
        while true {
            let (start, end) = (first(atSecond: second), first(atSecond: second + 1))
            let last = try newest.integer {
                $0.bind(start)
                $0.bind(end)
            }
            guard let last else {
                return ArticleID(rawValue: start.rawValue + .random(in: 0..<1 << (sequenceBits - 1)))
            }
            if last + 1 < end.rawValue { return ArticleID(rawValue: last + 1) }
            second += 1
        }
    }
}
