import GRDB
package import NewsModel

extension Store {
    /// The newest articles for a reader, without those they have muted or their filters take out.
    ///
    /// As `articles`, for a choice among many of which few are shown.
    package func headlineCandidates(
        _ selection: ArticleSelection,
        in sight: Sight,
        limit: Int
    ) async throws -> [HeadlineCandidate] {
        try await readMuting { db, judge in
            let mutes = try ReaderRules(in: sight, selection, db, judge)
            let filter = try ArticleFilter(selection, in: sight, without: mutes, db)
            // Rules and pictures can only be asked of whole articles.
            guard mutes?.looksAtArticles != true, !selection.onlyPictures else {
                return try Self.articles(selection, filter, mutes, in: sight, limit, db).map(HeadlineCandidate.init)
            }
            return try HeadlineCandidate.read(filter.newest(limit, in: db), in: sight, db)
        }
    }
}

extension HeadlineCandidate {
    /// `:recipient` is the reader; `:articles` is a JSON list of article ids.
    private static let query = """
        SELECT article.id, article.feedID, \(ListedRow.event), article.publishedAt, article.firstSeenAt,
            \(ListedRow.otherSourceCount), coalesce(articleAnalysis.isPromotion, 0)
        FROM json_each(:articles) AS wanted CROSS JOIN article ON article.id = wanted.value
            CROSS JOIN story ON story.id = article.storyID
            LEFT JOIN articleAnalysis ON articleAnalysis.articleID = article.id
        """

    /// In the order of the articles; those that are gone or not visible are left out.
    fileprivate static func read(
        _ articles: [FoundArticle],
        in sight: Sight,
        _ db: Database
    ) throws -> [HeadlineCandidate] {
        let feeds = try NamedFeed.all(Set(articles.map(\.feed)), for: sight.reader, in: db)
        let closed = articles.filter { feeds[$0.feed]?.isOpen != true }.map(\.id)
        let shown = closed.isEmpty ? [] : Set(try sight.visible(ofClosedFeeds: closed, in: db))
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: query),
            arguments: ["recipient": sight.reader, "articles": articles.map(\.id).jsonList]
        )
        var candidates: [HeadlineCandidate] = []
        candidates.reserveCapacity(articles.count)
        while let row = try rows.next() {
            let id: ArticleID = row[0]
            guard let feed = feeds[row[1] as FeedID], feed.isOpen || shown.contains(id) else { continue }
            candidates.append(
                HeadlineCandidate(
                    id: id,
                    feed: feed.id,
                    category: feed.category,
                    event: row[2],
                    publishedAt: row.date(3),
                    firstSeenAt: row.date(4),
                    otherSourceCount: row[5],
                    isPromotion: row[6] && !feed.isTitlesOnly
                )
            )
        }
        return candidates
    }
}
