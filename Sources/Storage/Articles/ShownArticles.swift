import Foundation
import GRDB
import NewsModel

/// Matches the articles of a feed that has moved with the entries at its new address.
///
/// An entry with the same title, link and date is the same article; the article's other texts are then replaced. Any
/// other entry is a new article, of the known story if it is similar.
struct ShownArticles {
    private struct Known {
        var id: ArticleID
        var story: StoryID
        var title: String
        var url: String?
        var published: Int64
    }

    /// The number of newest articles that are compared.
    private static let mostLookedAt = 5_000
    /// Seconds: less than a day, so that a daily column does not match yesterday's.
    private static let sameDay: Int64 = 72_000

    private let db: Database
    private let byTitle: [String: [Known]]
    private let byLink: [String: [Known]]

    init(of feed: FeedID, in db: Database) throws {
        self.db = db
        let known = try Row.fetchAll(
            db,
            sql: """
                SELECT id, storyID, title, url, publishedAt FROM article WHERE feedID = ?
                ORDER BY id DESC LIMIT \(Self.mostLookedAt)
                """,
            arguments: [feed]
        ).map { row in
            Known(id: row[0], story: row[1], title: row[2], url: row[3], published: row[4])
        }
        byTitle = Dictionary(grouping: known) { FeedKey.fold($0.title) }
        byLink = Dictionary(grouping: known.filter { $0.url != nil }) { $0.url ?? "" }
    }

    /// Stores the entries as articles of the feed without notifying anybody: they were all known.
    func store(_ entries: [NewArticle], in feed: FeedID, finder: StoryFinder, at time: Date) throws {
        var used: Set<StoryID> = []
        var made: [Article] = []
        let transaction = RefreshTransaction(db: db, time: time, statements: DirectStatements(db))
        var bytes = FeedBytes()
        for entry in entries {
            if let same = same(entry), used.insert(same.story).inserted {
                try confirm(same, as: entry, of: feed)
                try finder.remember(entry, same.story, published: same.published)
                continue
            }
            let published = min(entry.publishedAt?.unixSeconds ?? time.unixSeconds, time.unixSeconds)
            let known = like(entry, published: published).flatMap { used.insert($0.story).inserted ? $0 : nil }
            let story: StoryID
            if let known {
                story = known.story
                try finder.remember(entry, story, published: published)
            } else {
                story = try finder.story(of: entry, published: published, firstSeen: time.unixSeconds)
                used.insert(story)
            }
            let article = try transaction.insert(
                entry,
                feed: feed,
                story: story,
                published: published,
                isNews: false,
                counting: &bytes
            )
            try AnalysisWriting(db: db).saveAsDue(article.id)
            try copyMatches(from: known?.id, to: article.id)
            made.append(article)
        }
        try Ledger.moveEditablePosts(to: feed, in: db)
        try bytes.record(of: feed, in: db)
        try SearchIndexing(db: db).add(made)
    }

    private func same(_ entry: NewArticle) -> Known? {
        byTitle[FeedKey.fold(entry.title)]?.first { known in
            known.title == entry.title && known.url == entry.url
                && (entry.publishedAt == nil || entry.publishedAt?.unixSeconds == known.published)
        }
    }

    /// An article with the same title on the same day, or the only one with the link.
    private func like(_ entry: NewArticle, published: Int64) -> Known? {
        let titled = byTitle[FeedKey.fold(entry.title)]?.first { abs($0.published - published) <= Self.sameDay }
        if let titled { return titled }
        guard let linked = entry.url.flatMap({ byLink[$0] }), linked.count == 1 else { return nil }
        return linked.first
    }

    private func confirm(_ known: Known, as entry: NewArticle, of feed: FeedID) throws {
        let lines = entry.tags.map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }
        try db.execute(
            sql: """
                UPDATE article SET feedID = :feed, summary = :summary, author = :author, language = :language, tags = :tags,
                    imageURL = :image, attachment = :attachment
                WHERE id = :id
                """,
            arguments: [
                "feed": feed, "summary": entry.summary, "author": entry.author, "language": entry.language,
                "tags": lines.isEmpty ? nil : lines.joined(separator: "\n"), "image": entry.imageURL,
                "attachment": try entry.attachment.map { try StoredJSON.text($0) }, "id": known.id,
            ]
        )
        try db.execute(
            sql: "UPDATE reading SET feedID = ? WHERE articleID = ?",
            arguments: [feed, known.id]
        )
        // The text came from the old address. The text of the linked page is kept.
        try db.execute(
            sql: "DELETE FROM articleBody WHERE articleID = ? AND source = ?",
            arguments: [known.id, ArticleBody.Source.feed]
        )
    }

    /// Copies the alert matches, so that lists mark the article as before.
    private func copyMatches(from known: ArticleID?, to article: ArticleID) throws {
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO alertMatch (alertID, articleID) SELECT alertID, ? FROM alertMatch WHERE articleID = ?
                """,
            arguments: [article, known]
        )
    }
}
