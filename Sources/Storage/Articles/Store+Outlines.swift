import GRDB
package import NewsModel

/// The articles of a period, without their texts.
package struct PeriodOutline: Hashable, Sendable {
    /// Newest first; those that arrived late at the end.
    package var articles: [ArticleOutline]
    /// There were more articles than the limit.
    package var isCut: Bool
    /// Those whose words were not compared with what the reader has muted.
    package var unchecked: Set<ArticleID> = []
}

extension Store {
    /// The texts of so many articles, the newest, are read to count without those that have muted words.
    private static let mostReadForMutes = 1_000
    /// The same where filters or a smart feed may take out nearly everything.
    private static let mostReadForFilters = 5_000

    /// Articles published within a selection's time range, and those that arrived within it too late for an earlier one
    /// (`LateArrivals`), without muted ones.
    ///
    /// Where words are muted, only the newest thousand are checked for them.
    package func outline(of selection: ArticleSelection, in sight: Sight, limit: Int) async throws -> PeriodOutline {
        try await readMuting { db, judge in
            let mutes = try ReaderRules(in: sight, selection, db, judge)
            let filter = try ArticleFilter(selection, in: sight, without: mutes, db)
            var places = try filter.newest(limit, in: db)
            let arrivals = LateArrivals(selection: selection, reader: sight.reader)
            let late = try filter.unread(among: arrivals.find(in: filter.feeds, db), in: db)
            let isCut = places.count == limit || places.count + late.count > limit
            places += late.prefix(limit - places.count)
            var outline = PeriodOutline(articles: [], isCut: isCut)
            if let mutes {
                places.removeAll { mutes.hides($0.story) }
                let most = mutes.hasFilters ? Self.mostReadForFilters : Self.mostReadForMutes
                let muted = try mutes.hidden(among: places.prefix(most).map(\.id), in: sight, db)
                if mutes.looksAtTexts { outline.unchecked = Set(places.dropFirst(most).map(\.id)) }
                if selection.query != nil {
                    // What nobody has compared with the query is no part of the smart feed.
                    places.removeAll { outline.unchecked.contains($0.id) }
                    outline.unchecked = []
                }
                places.removeAll { muted.contains($0.id) }
            }
            let events = try StoryEvents(db: db).events(of: places.map(\.story))
            outline.articles = places.map { $0.outline(of: events[$0.story]) }
            return outline
        }
    }

    /// Articles of an outline in the requested order, without the unchecked ones whose words the reader has muted.
    package func articles(
        _ ids: [ArticleID],
        of outline: PeriodOutline,
        in sight: Sight
    ) async throws -> [ListedArticle] {
        try await readMuting { db, judge in
            let mutes =
                outline.unchecked.isEmpty ? nil : try sight.reader.flatMap { try ReaderRules(of: $0, in: db, judge) }
            var reader = try ListedArticleReader(sight, db)
            return try reader.read(ids).filter { listed in
                !outline.unchecked.contains(listed.article.id) || mutes?.hidesContent(of: listed) != true
            }
        }
    }
}

extension ReaderRules {
    /// Those of the articles whose words are muted.
    func hidden(among ids: [ArticleID], in sight: Sight, _ db: Database) throws -> Set<ArticleID> {
        guard looksAtTexts else { return [] }
        var reader = try ListedArticleReader(sight, db)
        return Set(try reader.find(ids).filter { hidesContent(of: $0.value) }.keys)
    }
}

extension FoundArticle {
    /// - Parameter event: nil for its story alone.
    fileprivate func outline(of event: StoryID?) -> ArticleOutline {
        ArticleOutline(id: id, story: story, event: event, feed: feed, publishedAt: id.publishedAt)
    }
}
