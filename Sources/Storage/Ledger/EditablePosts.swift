import Foundation
import GRDB
import NewsModel

/// Edits posts when the headline of their article changes, in rooms that have this switched on.
struct EditablePosts {
    let db: Database
    let time: Date
    let judge: RuleCheck

    private var oldest: Int64 { time.unixSeconds - Ledger.editableAge }

    /// Stores changed headlines of posted articles and queues an edit of each post.
    ///
    /// `entries` are entries of the feed that were stored before.
    func update(_ entries: [NewArticle], of feed: FeedID) throws {
        let posted = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT DISTINCT article.id, article.title, article.url FROM editablePost
                    JOIN article ON article.id = editablePost.articleID
                    WHERE editablePost.feedID = ? AND postedAt > ? AND editCount < ? AND article.url IS NOT NULL
                    """
            ),
            arguments: [feed, oldest, Ledger.mostEdits]
        )
        guard !posted.isEmpty else { return }
        let byURL = Dictionary(grouping: entries) { $0.url ?? "" }
        var changed: [ArticleID] = []
        for row in posted {
            let (article, title, url): (ArticleID, String, String) = (row[0], row[1], row[2])
            // A link that several entries share does not identify an article.
            guard let entry = byURL[url]?.first, byURL[url]?.count == 1, !entry.title.isEmpty,
                entry.title != title, try isOnlyArticle(at: url, of: feed)
            else { continue }
            try db.execute(sql: "UPDATE article SET title = ? WHERE id = ?", arguments: [entry.title, article])
            try AnalysisWriting(db: db).saveAsDue(article)
            changed.append(article)
        }
        try queueEdits(of: changed)
    }

    private func isOnlyArticle(at url: String, of feed: FeedID) throws -> Bool {
        try Int.fetchOne(
            db,
            sql: "SELECT count(*) FROM article WHERE feedID = ? AND url = ?",
            arguments: [feed, url]
        ) == 1
    }

    private struct Post {
        let article: ArticleID
        let message: MessageID
        let event: String
        let delivery: DeliveryID
        let reader: RecipientID

        init(of article: ArticleID, row: Row) {
            self.article = article
            (message, event, delivery, reader) = (row[0], row[1], row[2], row[3])
        }
    }

    /// Queues one edit for each post without a waiting edit: the newest headline is read when the edit is worded.
    private func queueEdits(of articles: [ArticleID]) throws {
        let posts = try articles.flatMap { try editablePosts(of: $0) }
        let muted = try mutedArticles(of: posts)
        let ledger = Ledger(db: db, time: time)
        for post in posts where muted[post.reader]?.contains(post.article) != true {
            try ledger.queueEdit(of: post.message, eventID: post.event, telling: post.delivery)
        }
    }

    /// The posts of an article without a waiting edit.
    private func editablePosts(of article: ArticleID) throws -> [Post] {
        let posts = try Row.fetchAll(
            db,
            sql: """
                SELECT messageID, eventID, delivery.id, delivery.recipientID FROM editablePost
                JOIN delivery USING (messageID)
                JOIN address ON address.id = delivery.addressID
                JOIN room ON room.network = address.network AND room.name = address.target
                    AND \(Ledger.editsPosts(of: "editablePost.feedID")) = 1
                WHERE editablePost.articleID = ? AND postedAt > ? AND editCount < ?
                """,
            arguments: [article, oldest, Ledger.mostEdits]
        ).map { Post(of: article, row: $0) }
        let waiting = try waitingEdits(of: article)
        return posts.filter { !waiting.contains(.edit(eventID: $0.event)) }
    }

    /// The articles of posts that the posts' readers have muted.
    private func mutedArticles(of posts: [Post]) throws -> [RecipientID: Set<ArticleID>] {
        var muted: [RecipientID: Set<ArticleID>] = [:]
        for (reader, posts) in Dictionary(grouping: posts, by: \.reader) {
            guard let mutes = try ReaderRules(of: reader, in: db, judge, withFilters: false) else { continue }
            var articles = try ListedArticleReader(.shown(to: reader), db)
            let listed = try articles.read(posts.map(\.article))
            muted[reader] = Set(listed.filter { mutes.hides($0) }.map(\.article.id))
        }
        return muted
    }

    private func waitingEdits(of article: ArticleID) throws -> Set<DeliveryPayload> {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT kind, payload FROM delivery
                WHERE articleID = ? AND kind = 'edit' AND state = 'queued' AND state IN ('queued', 'frozen')
                """,
            arguments: [article]
        )
        return Set(rows.compactMap { DeliveryPayload(row: $0) })
    }
}
