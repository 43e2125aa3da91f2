import Foundation
import GRDB
import NewsModel
import TextAnalysis

/// An article as a query matches it, with the reader's name and category of its feed.
struct SearchText {
    var id: ArticleID
    /// The root of its story.
    var story: StoryID
    var document: QueryDocument
    /// Its text, if it is indexed.
    var text: String?

    /// The query for `init(_:_:_:)`.
    ///
    /// `:recipient` is the reader; `:articles` is a JSON list of article ids.
    ///
    /// - Parameter places: the column of the places, or `NULL` where they are not asked for.
    private static func query(places: String) -> String {
        """
        SELECT article.id, \(root), article.feedID, title, summary, author, url, tags,
            coalesce(articleAnalysis.language, article.language), imageURL IS NOT NULL,
            attachment ->> 'mimeType', articleAnalysis.sport, articleAnalysis.topic, article.publishedAt,
            \(places),
            (SELECT text FROM indexedText CROSS JOIN articleBody ON articleBody.articleID = indexedText.articleID
                WHERE indexedText.articleID = article.id),
            (SELECT isRead FROM readMark WHERE profileID = :recipient AND readMark.storyID = \(root)),
            EXISTS (SELECT 1 FROM savedArticle WHERE profileID = :recipient AND savedArticle.articleID = article.id)
        FROM json_each(:articles) AS wanted CROSS JOIN article ON article.id = wanted.value
            LEFT JOIN articleAnalysis ON articleAnalysis.articleID = article.id
        """
    }

    private static let root = StoryFamily.root(of: "article.storyID")

    /// In the requested order; articles that are gone are left out.
    static func read(
        _ ids: [ArticleID],
        for search: ArticleSearch,
        _ sight: Sight,
        _ known: inout SearchFeeds.Known,
        _ articleFeeds: ArticleFeeds.Reader,
        _ db: Database
    ) throws -> [SearchText] {
        let feeds = try SearchFeeds(search, sight, db, known: known)
        defer { known = feeds.known }
        let query = search.query
        let parts = query?.parts ?? QueryParts()
        let asksPlaces = query.map { $0.asks(.place) || $0.asksNear } ?? false
        let marks = try sight.reader.flatMap { reader in
            query?.asksState == true ? try ReadMarks(of: reader, at: search.time.now, in: db) : nil
        }
        try feeds.load(articleFeeds.feeds(of: ids, in: db).lazy.map(\.feed))
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: Self.query(places: asksPlaces ? ListedPlace.column : "NULL")),
            arguments: ["recipient": sight.reader, "articles": ids.jsonList]
        )
        var found: [SearchText] = []
        found.reserveCapacity(ids.count)
        while let row = try rows.next() {
            guard let feed = try feeds.named(row[2]) else { continue }
            found.append(SearchText(row, feed, marks, parts))
        }
        return found
    }

    private init(_ row: Row, _ feed: NamedFeed, _ marks: ReadMarks?, _ parts: QueryParts) {
        id = row[0]
        story = row[1]
        // Of a feed whose content may not be shown only the title counts.
        let isWhole = !feed.isTitlesOnly
        text = isWhole ? row[15] : nil
        let summary: String = isWhole ? row[4] : ""
        let places = isWhole ? ListedPlace.all(row[14]) : []
        var states: Set<QueryState> = []
        if row[17] as Bool { states.insert(.saved) }
        // Who has no marks has read nothing.
        let isRead = marks?.isRead(id, of: feed.id, mark: row[16]) ?? false
        if !isRead { states.insert(.unread) }
        document = QueryDocument(
            title: row[3],
            body: text.map { summary + "\n" + $0 } ?? summary,
            feed: feed.name,
            site: row[6] ?? "",
            author: row[5] ?? "",
            tags: StoredLines.lines(of: row[7]),
            language: row[8],
            categories: feed.category.map { [$0] } ?? [],
            places: places.flatMap(\.names),
            sport: isWhole ? row[11] : nil,
            topic: isWhole ? row[12] : nil,
            date: Date(unixSeconds: row[13]),
            hasImage: isWhole && row[9] as Bool,
            attachment: isWhole ? row[10] : nil,
            states: states,
            positions: places.compactMap(\.position),
            for: parts
        )
    }
}
