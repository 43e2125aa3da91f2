import GRDB
import NewsModel

/// The bytes that the rows of a feed occupy.
///
/// They count against the storage share of the user who added it.
///
/// Code that inserts articles or keys adds their size here. Triggers count changes and deletions.
struct FeedBytes {
    private(set) var bytes = 0

    mutating func add(_ article: Article, tags: String?, attachment: String?, otherBytes: Int) {
        let texts = [
            article.title, article.url, article.summary, article.author, tags, article.imageURL, attachment,
        ]
        bytes += Schema.articleOverhead + otherBytes + texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    }

    /// What is known of an article: its analysis and its places.
    static func facts(_ facts: ArticleFacts?, places: Int) -> Int {
        (facts.map { AnalysisRow($0).bytes } ?? 0) + places * Schema.placeOverhead
    }

    mutating func add(keys count: Int) { bytes += Schema.keyOverhead * count }

    func record(of feed: FeedID, in db: Database) throws {
        guard bytes != 0 else { return }
        try db.executeCached(
            sql: "UPDATE feed SET bytes = bytes + ? WHERE id = ?",
            arguments: [bytes, feed]
        )
    }

    /// Recalculates the size of the feed with this URL, after many rows were copied.
    static func recount(url: String, in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE feed SET bytes =
                    (SELECT coalesce(sum(\(Schema.size("article")) + bodyBytes + factBytes), 0) FROM article WHERE feedID = feed.id)
                    + \(Schema.keyOverhead) * (SELECT count(*) FROM articleKey WHERE feedID = feed.id)
                WHERE url = ?
                """,
            arguments: [url]
        )
    }
}
