import GRDB
package import NewsModel

/// The events of stories: related stories, which lists show as one.
///
/// An event is identified by its oldest story; every other story of it names that one in `eventID`. What a recipient
/// was told does not depend on events.
struct StoryEvents {
    let db: Database

    /// SQL: the event of a story.
    static func event(of story: String) -> String {
        "coalesce((SELECT its.eventID FROM story AS its WHERE its.id = \(story)), \(story))"
    }

    /// SQL: the stories of an event.
    static func members(of event: String) -> String {
        "(SELECT \(event) UNION ALL SELECT member.id FROM story AS member WHERE member.eventID = \(event))"
    }

    func event(of story: StoryID) throws -> StoryID {
        let statement = try db.cachedStatement(sql: "SELECT eventID FROM story WHERE id = ?")
        return try StoryID?.fetchOne(statement, arguments: [story]).flatMap(\.self) ?? story
    }

    /// Its newest stories, at most `most`, and its oldest one.
    ///
    /// Those that a feed reports which everybody may see come first: private feeds cannot push them out.
    func newest(_ most: Int, of event: StoryID) throws -> [StoryID] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT id FROM story WHERE eventID = ? ORDER BY \(Self.isOpen("story.id")) DESC, id DESC LIMIT ?
                """
        )
        return try [event] + StoryID.fetchAll(statement, arguments: [event, most])
    }

    /// SQL: whether a feed that everybody may see reports a story.
    private static func isOpen(_ story: String) -> String {
        """
        EXISTS (SELECT 1 FROM article JOIN feed ON feed.id = article.feedID
            WHERE article.storyID = \(story) AND \(Sight.isPublic("feed")))
        """
    }

    /// An event has at most so many stories.
    static let mostStories = 1_000
    /// A story that private feeds alone report joins no larger event, so that private ones do not fill it.
    static let mostWithPrivate = 500

    /// Every story of the event of a story.
    func members(with story: StoryID) throws -> [StoryID] {
        let event = try event(of: story)
        let statement = try db.cachedStatement(sql: "SELECT id FROM story WHERE eventID = ? ORDER BY id DESC LIMIT ?")
        return try [event] + StoryID.fetchAll(statement, arguments: [event, Self.mostStories])
    }

    /// The events of stories, without those that are their own.
    func events(of stories: some Sequence<StoryID>) throws -> [StoryID: StoryID] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT story.id, story.eventID FROM json_each(?) AS wanted CROSS JOIN story ON story.id = wanted.value
                WHERE story.eventID IS NOT NULL
                """
        )
        let rows = try Row.fetchAll(statement, arguments: [Array(Set(stories)).jsonList])
        return Dictionary(rows.map { ($0[0] as StoryID, $0[1] as StoryID) }) { first, _ in first }
    }

    /// Makes one event of the events of two stories, if it does not get too many.
    ///
    /// - Parameter most: how many stories it may have.
    func join(_ one: StoryID, _ other: StoryID, most: Int = Self.mostStories) throws {
        let (first, second) = (try event(of: one), try event(of: other))
        guard first != second else { return }
        // The story index may know stories that were pruned meanwhile.
        let found = try db.cachedStatement(sql: "SELECT count(*) FROM story WHERE id IN (?, ?)")
        guard try Int.fetchOne(found, arguments: [first, second]) == 2 else { return }
        let (older, younger) = (min(first, second), max(first, second))
        let ids: StatementArguments = ["older": older, "younger": younger]
        let counting = try db.cachedStatement(sql: "SELECT count(*) + 2 FROM story WHERE eventID IN (:older, :younger)")
        guard try Int.fetchOne(counting, arguments: ids) ?? 0 <= most else { return }
        // Where both have reports, the sources become more at once; `StoryUpdates` looks at that with the next report.
        let hasReports = "EXISTS (SELECT 1 FROM article WHERE storyID IN"
        try db.cachedStatement(
            sql: """
                UPDATE story SET hasGrown = 1 WHERE id = :older AND \(hasReports) \(Self.members(of: ":older")))
                    AND \(hasReports) \(Self.members(of: ":younger")))
                """
        )
        .execute(arguments: ids)
        try db.cachedStatement(sql: "UPDATE story SET eventID = :older WHERE eventID = :younger OR id = :younger")
            .execute(arguments: ids)
        try Ledger.moveUpdates(of: younger, to: older, in: db)
    }
}

/// Where an article of a commit belongs, as the story index proposes: the stories it is related to and those whose news
/// it repeats.
package struct StoryGrouping: Hashable, Sendable {
    /// The number of the article in the index.
    package var number: Int64
    /// Stories of the same event; of each, articles that stand for it, of which the first that is stored counts.
    package var related: [[StoryLink]]
    package var repetition: StoryRepetition?

    package init(number: Int64, related: [[StoryLink]] = [], repetition: StoryRepetition? = nil) {
        self.number = number
        self.related = related
        self.repetition = repetition
    }
}

/// A story that is stored, or that gets its id in the same transaction.
package enum StoryLink: Hashable, Sendable {
    case story(StoryID)
    case indexed(Int64)
}

/// Stories whose news an article repeats, and how many of them a recipient must have been told to need it no more.
package struct StoryRepetition: Hashable, Sendable {
    package struct Report: Hashable, Sendable {
        package var story: StoryLink
        /// Its similarity to the article, from 0 to 1.
        package var similarity: Float

        package init(story: StoryLink, similarity: Float) {
            self.story = story
            self.similarity = similarity
        }
    }

    /// The most similar first.
    package var reports: [Report]
    /// At least so many of them must have been told.
    package var leastTold: Int
    /// The similarity that the most similar `averaged` of those told must have in the mean.
    package var leastSimilarity: Float
    package var averaged: Int

    package init(reports: [Report], leastTold: Int, leastSimilarity: Float, averaged: Int) {
        self.reports = reports
        self.leastTold = leastTold
        self.leastSimilarity = leastSimilarity
        self.averaged = averaged
    }

    /// The most similar told reports, as many as are needed, if those that were told bring the same news; none if the
    /// article is to be sent.
    func repeated(told: Set<StoryID>, _ resolve: (StoryLink) -> StoryID?) -> [StoryID] {
        let heard = reports.compactMap { report in
            resolve(report.story).flatMap { told.contains($0) ? ($0, report.similarity) : nil }
        }
        let mostSimilar = heard.prefix(averaged)
        var seen: Set<StoryID> = []
        let stories = heard.map(\.0).filter { seen.insert($0).inserted }
        guard !mostSimilar.isEmpty, stories.count >= leastTold,
            mostSimilar.reduce(0, { $0 + $1.1 }) / Float(mostSimilar.count) >= leastSimilarity
        else { return [] }
        return Array(stories.prefix(max(1, leastTold)))
    }
}

/// The stories of the articles that one transaction has stored so far, by their numbers in the story index.
final class StoriesByNumber {
    private(set) var stories: [Int64: StoryID] = [:]

    func record(_ story: StoryID, of number: Int64) { stories[number] = story }

    /// Nil when the article was not stored.
    func story(_ link: StoryLink) -> StoryID? {
        switch link {
        case .story(let id): id
        case .indexed(let number): stories[number]
        }
    }
}
