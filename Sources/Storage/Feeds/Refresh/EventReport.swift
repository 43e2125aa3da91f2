import GRDB
import NewsModel

/// A new article of an event, and who else reports the event.
struct EventReport {
    let article: Article
    let numbers: [ArticleFacts.Number]
    let event: StoryID
    /// Whether everybody may see the article's feed.
    let isOpen: Bool
    /// Whether no other article of the event is of its feed.
    let isFirstOfFeed: Bool
    /// The number of feeds that everybody may see, and the others.
    private let openCount: Int
    private let closed: [FeedID]

    /// The number of all feeds.
    var feedCount: Int { openCount + closed.count }

    init(_ article: Article, _ facts: ArticleFacts?, in db: Database) throws {
        self.article = article
        numbers = facts?.numbers ?? []
        event = try StoryEvents(db: db).event(of: article.storyID)
        let statement = try db.cachedStatement(
            sql: """
                SELECT feed.id, \(Sight.isPublic("feed")), articleCount FROM (
                    SELECT feedID, count(*) AS articleCount FROM article
                    WHERE storyID IN \(StoryEvents.members(of: ":event")) GROUP BY feedID) AS reporting
                JOIN feed ON feed.id = reporting.feedID
                """
        )
        let reporting = try Row.fetchAll(statement, arguments: ["event": event])
            .map { (feed: $0[0] as FeedID, isOpen: $0[1] as Bool, count: $0[2] as Int) }
        let own = reporting.first { $0.feed == article.feedID }
        isOpen = own?.isOpen ?? false
        isFirstOfFeed = own?.count == 1
        openCount = reporting.count { $0.isOpen }
        closed = reporting.filter { !$0.isOpen }.map(\.feed)
    }

    /// The number of feeds that the recipient may see.
    func sourceCount(for recipient: RecipientID, in db: Database) throws -> Int {
        guard !closed.isEmpty else { return openCount }
        let followed = try db.cachedStatement(
            sql: """
                SELECT count(*) FROM subscription
                WHERE recipientID = ? AND feedID IN (SELECT value FROM json_each(?))
                """
        )
        return openCount + (try Int.fetchOne(followed, arguments: [recipient, closed.jsonList]) ?? 0)
    }
}

/// A number of an event that a new article gives differently, as both are written.
struct NumberChange: Hashable {
    var before: String
    var after: String

    /// The most articles whose numbers are compared, the newest first.
    static let mostArticles = 50

    /// The numbers of one article.
    struct Known {
        var numbers: [ArticleFacts.Number]
        var article: ArticleID

        init(_ numbers: [ArticleFacts.Number], of article: ArticleID) {
            (self.numbers, self.article) = (numbers, article)
        }

        /// From rows of an article's id and its facts.
        static func fetchAll(_ statement: Statement, _ arguments: StatementArguments) throws -> [Known] {
            try Row.fetchAll(statement, arguments: arguments)
                .map { Known(ArticleFacts(row: $0, at: 1).numbers, of: $0[0]) }
        }

        /// The first number that counts the same as numbers of other articles and differs from all of them.
        ///
        /// A higher one always counts. A lower one does if the article is newer than the others: who is late with what
        /// was known before has no news.
        func change(from others: [Known]) -> NumberChange? {
            for number in numbers {
                let same = others.flatMap { other in
                    other.numbers.filter { $0.counts(theSameAs: number) }.map { (article: other.article, number: $0) }
                }
                guard let highest = same.max(by: { $0.number.value < $1.number.value }),
                    let last = same.max(by: { $0.article < $1.article }),
                    same.allSatisfy({ $0.number.value != number.value })
                else { continue }
                if highest.number.value < number.value {
                    return NumberChange(before: highest.number.text, after: number.text)
                }
                if last.article < article { return NumberChange(before: last.number.text, after: number.text) }
            }
            return nil
        }
    }
}
