package import Foundation
import GRDB
import NewsModel

/// A recipient's unread stories of the last month: newer than the subscription and the last time it was marked as read
/// or cleared.
struct UnreadStories {
    private let recipient: RecipientID
    private let marks: ReadMarks
    private let cleared: ClearedFeeds
    private var muting: UnreadMuting?

    init(of recipient: RecipientID, at time: Date, in db: Database, _ judge: RuleCheck) throws {
        self.recipient = recipient
        marks = try ReadMarks(of: recipient, at: time, in: db)
        cleared = try ClearedFeeds(of: recipient, in: db)
        muting = try UnreadMuting(of: recipient, in: db, judge)
    }

    /// The number of unread stories of one feed.
    mutating func count(in feed: FeedID, _ db: Database) throws -> Int {
        let query = filter([feed]).query(feed)
        let unread = try Int.fetchOne(
            db.cachedStatement(sql: "SELECT count(DISTINCT story) FROM (\(query.sql))"),
            arguments: StatementArguments(query.arguments)
        )
        let muted = try muting?.count(in: query, of: feed, unread ?? 0, db) ?? 0
        return max(0, (unread ?? 0) - muted)
    }

    /// The number of unread stories of some feeds, or of all; a story in several feeds counts once.
    mutating func count(in feeds: [FeedID]?, _ db: Database) throws -> Int {
        let wanted = feeds.map(Set.init)
        var stories: Set<StoryID> = []
        var muted = 0
        for feed in marks.feeds where wanted?.contains(feed) ?? true {
            let query = filter([feed]).query(feed)
            let found = Set(try FoundArticle.fetchAll(query, in: db).map(\.story))
            let hidden = try muting?.count(in: query, of: feed, found.count, db) ?? 0
            // A muted feed does not count.
            guard hidden < found.count else { continue }
            stories.formUnion(found)
            muted += hidden
        }
        if wanted == nil { stories.formUnion(try markedElsewhere(db).map(\.story)) }
        return max(0, stories.count - muted)
    }

    /// So many stories that were marked last are looked at, and so many of their articles.
    private static let mostMarkedElsewhere = 200
    private static let mostTheirArticles = 600
    /// Of feeds that are not followed only so many articles are looked at, the newest.
    private static let mostUnfollowed = 2_000

    /// The newest visible article of each story that was marked as unread and that no followed feed reports.
    private func markedElsewhere(_ db: Database) throws -> [FoundArticle] {
        guard marks.hasUnmarked else { return [] }
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT article.id, marked.storyID, feedID FROM (
                        SELECT storyID FROM readMark WHERE profileID = ? AND isRead = 0 ORDER BY markedAt DESC LIMIT ?
                    ) AS marked CROSS JOIN article ON article.storyID IN \(StoryFamily.members(of: "marked.storyID"))
                    ORDER BY article.id DESC LIMIT ?
                    """
            ),
            arguments: [recipient, Self.mostMarkedElsewhere, Self.mostTheirArticles]
        )
        let followed = Set(marks.feeds)
        var (found, theirs): ([FoundArticle], Set<StoryID>) = ([], [])
        while let row = try rows.next() {
            let article = FoundArticle(id: row[0], story: row[1], feed: row[2])
            if followed.contains(article.feed) { theirs.insert(article.story) }
            found.append(article)
        }
        var reader = try ListedArticleReader(.of(recipient), db)
        let visible = Set(try reader.read(found.map(\.id)).map(\.article.id))
        return found.filter { visible.contains($0.id) && theirs.insert($0.story).inserted }
    }

    /// Unread stories, newest first, one of each event by its newest article; those beyond `limit` are only counted.
    ///
    /// If words or stories are muted, only the newest articles are checked for that.
    ///
    /// - Parameter selection: as `articles` takes it.
    func newest(
        _ limit: Int,
        of selection: ArticleSelection,
        _ db: Database,
        without mutes: ReaderRules?
    ) throws -> NewsSpan {
        let places = try articles(of: selection, db, without: mutes)
        var reader = try ListedArticleReader(.of(recipient), db)
        let events = try StoryEvents(db: db).events(of: places.map(\.story))
        var seen: Set<StoryID> = []
        var span = NewsSpan()
        let mostLooked = mutes?.mostLooked(for: limit) ?? limit
        for (index, place) in places.enumerated() where !seen.contains(events[place.story] ?? place.story) {
            if span.articles.count < limit || (mutes != nil && index < mostLooked) {
                guard let listed = try reader.read(index, of: places), mutes?.hidesContent(of: listed) != true
                else { continue }
                if span.articles.count < limit { span.articles.append(listed) }
            }
            seen.insert(events[place.story] ?? place.story)
            span.storyCount += 1
        }
        return span
    }

    /// Unread articles, newest first, without those of muted feeds.
    ///
    /// - Parameter selection: its feeds, its times and its pictures count, nothing else of it. Of feeds that are not
    ///   followed all of the last month is unread that was not read.
    func articles(
        of selection: ArticleSelection,
        _ db: Database,
        without mutes: ReaderRules?
    ) throws -> [FoundArticle] {
        let numbers = ArticleFilter.numbers(selection)
        let all = try selection.feedIDs(in: .of(recipient), db)
        let chosen: Set<FeedID>? = if case .some(let feeds) = selection.feeds { Set(feeds) } else { nil }
        func isWanted(_ feed: FeedID) -> Bool {
            chosen?.contains(feed) != false && mutes?.feeds.contains(feed) != true && !selection.without.contains(feed)
        }
        func unread(of feeds: [FeedID]) -> ArticleFilter {
            let unread = filter(feeds).before(numbers.upperBound).from(numbers.lowerBound)
            return selection.onlyPictures ? unread.pictured() : unread
        }
        let followed = Set(marks.feeds)
        let wanted = all.filter(isWanted)
        var places = try unread(of: wanted.filter(followed.contains)).all(in: db)
        let others = wanted.filter { !followed.contains($0) }
        if !others.isEmpty {
            let newest = try unread(of: others).newest(Self.mostUnfollowed, in: db)
            places = (places + newest).sorted { $0.id > $1.id }
        }
        if !selection.onlyPictures {
            let listed = Set(all)
            let others = try markedElsewhere(db).filter {
                numbers.contains($0.id) && isWanted($0.feed) && !listed.contains($0.feed)
            }
            if !others.isEmpty { places = (places + others).sorted { $0.id > $1.id } }
        }
        return places
    }

    private func filter(_ feeds: [FeedID]) -> ArticleFilter {
        ArticleFilter(unreadIn: feeds, marks, of: recipient, without: cleared)
    }
}

extension Store {
    /// The unread stories of a recipient's subscriptions, newest first, one of each event, without muted ones.
    ///
    /// - Parameters:
    ///   - query: that of a smart feed, in canonical form; nil for all stories.
    ///   - selection: its feeds, its times and its pictures count, nothing else of it.
    package func unreadArticles(
        in sight: Sight,
        matching query: String? = nil,
        of selection: ArticleSelection = ArticleSelection(from: .distantPast, to: .distantFuture),
        at time: Date,
        limit: Int
    ) async throws -> NewsSpan {
        if let query {
            return try await unreadArticles(in: sight, ofSmartFeed: query, selection, at: time, limit: limit)
        }
        return try await readMuting { db, judge in
            guard let recipient = sight.reader else { return NewsSpan() }
            let mutes = try ReaderRules(of: recipient, in: db, judge)
            let unread = try UnreadStories(of: recipient, at: time, in: db, judge)
            return try unread.newest(limit, of: selection, db, without: mutes)
        }
    }
}
