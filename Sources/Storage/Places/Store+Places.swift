import GRDB
package import NewsModel

extension Store {
    /// The most articles of an area that are looked at, the newest first.
    private static let mostPlaced = 20_000
    /// The most named towns that a map counts, those of the newest articles first.
    private static let mostMapped = 50_000

    /// The articles of an area for a reader, one of each event, newest first, without those they have muted.
    package func articles(
        of area: PlaceArea,
        _ selection: ArticleSelection,
        in sight: Sight,
        limit: Int
    ) async throws -> [ListedArticle] {
        try await readMuting { db, judge in
            let mutes = try sight.reader.flatMap { try ReaderRules(of: $0, in: db, judge) }
            let filter = try ArticleFilter(selection, in: sight, without: mutes, db)
            var reader = try ListedArticleReader(sight, db)
            var (stories, shown): (Set<StoryID>, Set<StoryID>) = ([], [])
            let wanted = selection.onlyPictures ? filter.pictured() : filter
            let found = try wanted.placed(in: try area.placeIDs(in: db), most: Self.mostPlaced, db)
            let places = try filter.unread(among: found, in: db).filter { stories.insert($0.story).inserted }
            let events = try StoryEvents(db: db).events(of: places.map(\.story))
            var articles: [ListedArticle] = []
            var (left, read) = (places, 0)
            // To read an article costs more than to find it, so one of each event is read at a time.
            while articles.count < limit, !left.isEmpty, read < Self.mostRead {
                var (part, later): ([FoundArticle], [FoundArticle]) = ([], [])
                var ofPart: Set<StoryID> = []
                for place in left {
                    let event = events[place.story] ?? place.story
                    guard !shown.contains(event) else { continue }
                    if part.count < limit, ofPart.insert(event).inserted {
                        part.append(place)
                    } else {
                        later.append(place)
                    }
                }
                articles += try reader.read(part.map(\.id)).filter {
                    mutes?.hidesContent(of: $0) != true && shown.insert($0.event).inserted
                }
                (left, read) = (later, read + part.count)
            }
            return Array(articles.prefix(limit))
        }
    }

    /// The towns that the articles of a selection name, without what the reader has muted or filtered out.
    ///
    /// Where that depends on the words of articles, the newest ones alone are looked at.
    package func placeNews(_ selection: ArticleSelection, in sight: Sight) async throws -> [PlaceNews] {
        try await readMuting { db, judge in
            let mutes = try ReaderRules(in: sight, selection, db, judge)
            let filter = try ArticleFilter(selection, in: sight, without: mutes, db)
            guard let mutes, mutes.looksAtArticles else { return try filter.placeNews(most: Self.mostMapped, db) }
            return try filter.placeNews(most: Self.mostMapped, mostArticles: Self.mostJudged, db) { articles in
                let muted = try mutes.hidden(among: articles.map(\.id), in: sight, db)
                return Set(articles.filter { mutes.hides($0.story) }.map(\.id)).union(muted)
            }
        }
    }

    /// The most articles that are read for one list.
    private static let mostRead = 1_000
    /// The most articles of a map whose words are read for mutes and filters.
    private static let mostJudged = 5_000
}

extension ArticleFilter {
    /// The articles that name one of the places, newest first.
    func placed(in places: [Int64], most: Int, _ db: Database) throws -> [FoundArticle] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT DISTINCT article.id, \(StoryFamily.root(of: "article.storyID")), article.feedID
                FROM articlePlace CROSS JOIN article ON article.id = articlePlace.articleID
                WHERE placeID IN (SELECT value FROM json_each(?)) AND articleID >= ? AND articleID < ?
                    AND article.feedID IN (SELECT value FROM json_each(?))\(pictureCondition)
                ORDER BY article.id DESC LIMIT ?
                """
        )
        let list = "[" + places.map(String.init).joined(separator: ",") + "]"
        let rows = try Row.fetchCursor(
            statement,
            arguments: [list, numbers.lowerBound, numbers.upperBound, feeds.jsonList, most]
        )
        var found: [FoundArticle] = []
        while let row = try rows.next() {
            let place = FoundArticle(id: row[0], story: row[1], feed: row[2])
            guard try !cleared.hides(place.id, of: place.feed, in: db) else { continue }
            found.append(place)
        }
        return found
    }

    /// The towns that the articles name, each with its events.
    ///
    /// - Parameters:
    ///   - mostArticles: further articles, older ones, are left out.
    ///   - hidden: those of some articles that are left out.
    func placeNews(
        most: Int,
        mostArticles: Int = .max,
        _ db: Database,
        without hidden: ([FoundArticle]) throws -> Set<ArticleID> = { _ in [] }
    ) throws -> [PlaceNews] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT article.id, \(StoryFamily.root(of: "article.storyID")), article.feedID,
                    coalesce(story.eventID, story.id), \(NewsPlace.columns)
                FROM articlePlace CROSS JOIN article ON article.id = articlePlace.articleID
                    CROSS JOIN story ON story.id = article.storyID
                    CROSS JOIN place ON place.id = articlePlace.placeID
                WHERE articleID >= ? AND articleID < ? AND kind IN ('city', 'county', 'territory')
                    AND article.feedID IN (SELECT value FROM json_each(?))
                ORDER BY articleID DESC LIMIT ?
                """
        )
        let rows = try Row.fetchCursor(
            statement,
            arguments: [numbers.lowerBound, numbers.upperBound, feeds.jsonList, most]
        )
        var articles: [FoundArticle] = []
        var named: [(article: ArticleID, event: StoryID, place: NewsPlace)] = []
        while let row = try rows.next() {
            let article = FoundArticle(id: row[0], story: row[1], feed: row[2])
            guard try !cleared.hides(article.id, of: article.feed, in: db) else { continue }
            if articles.last != article {
                guard articles.count < mostArticles else { break }
                articles.append(article)
            }
            named.append((article.id, row[3], NewsPlace(row: row, at: 4)))
        }
        let left = try hidden(articles)
        var found: [Int64: PlaceNews] = [:]
        for (article, event, place) in named where !left.contains(article) {
            found[place.id, default: PlaceNews(place: place, stories: [])].stories.insert(event)
        }
        return Array(found.values)
    }
}
