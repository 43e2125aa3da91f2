package import Foundation
package import NewsModel

/// Picks the top stories: each event once, few sources per category, recent stories first and older ones to fill the
/// list.
package enum HeadlineSelection {
    package static let usualCount = 10
    package static let usualSourcesPerCategory = 2
    /// Seconds.
    package static let recentAge: TimeInterval = 6 * 3_600
    private static let breakingAge: TimeInterval = 2 * 3_600
    private static let breakingSources = 2
    /// The category's name in the catalogue; a category that a person has renamed does not count.
    private static let breakingCategory = "news"

    /// The top `count` stories of `candidates`, which may be in any order.
    ///
    /// `sourcesPerCategory` nil means no limit, for a reader who asked for one category or feed. A feed without a
    /// category counts as its own category.
    package static func choice(
        from candidates: [HeadlineCandidate],
        count: Int = usualCount,
        sourcesPerCategory: Int? = usualSourcesPerCategory,
        now: Date
    ) -> HeadlineChoice {
        var chosenEvents: Set<StoryID> = []
        var sources: [String: Set<FeedID>] = [:]
        var chosen: [HeadlineCandidate] = []
        // Adverts are no headlines, where there is news to choose from.
        let news = sourcesPerCategory == nil ? [] : candidates.filter { !$0.isPromotion }
        let ranked = (news.isEmpty ? candidates : news).sorted { isBefore($0, $1, now) }
        for candidate in ranked.filter({ isRecent($0, now) }) + ranked.filter({ !isRecent($0, now) }) {
            guard chosen.count < count else { break }
            let category = category(of: candidate)
            let known = sources[category, default: []]
            let isKnown = known.contains(candidate.feed)
            // If a story's best source is over the limit, its next source may still be chosen.
            guard isKnown || known.count < sourcesPerCategory ?? .max,
                chosenEvents.insert(candidate.event).inserted
            else { continue }
            sources[category, default: []].insert(candidate.feed)
            chosen.append(candidate)
        }
        var choice = HeadlineChoice(articles: chosen.map(\.id), isBreaking: false)
        if let lead = chosen.first {
            let tellings = candidates.filter { $0.event == lead.event && isJustOut($0, now) }
            choice.isBreaking = isBreaking(lead, toldBy: tellings.map(\.feed), now)
        }
        return choice
    }

    /// The same for articles that were read whole.
    package static func headlines(
        from articles: [ListedArticle],
        count: Int = usualCount,
        sourcesPerCategory: Int? = usualSourcesPerCategory,
        now: Date
    ) -> Headlines {
        let candidates = articles.map(HeadlineCandidate.init)
        let choice = choice(from: candidates, count: count, sourcesPerCategory: sourcesPerCategory, now: now)
        return Headlines(choice, articles, madeAt: now)
    }

    /// Whether it is news that at least two sources have published within the last two hours.
    ///
    /// `tellings` are the articles of the story that the reader may see. They may include `story` itself.
    package static func isBreaking(_ story: ListedArticle, toldBy tellings: [Article], now: Date) -> Bool {
        let feeds = tellings.filter { isJustOut($0, now: now) }.map(\.feedID)
        return isBreaking(HeadlineCandidate(story), toldBy: feeds, now)
    }

    /// - Parameter feeds: those that published the story within the last two hours.
    private static func isBreaking(_ story: HeadlineCandidate, toldBy feeds: [FeedID], _ now: Date) -> Bool {
        guard story.category?.lowercased() == breakingCategory, isJustOut(story, now) else { return false }
        return Set(feeds + [story.feed]).count >= breakingSources
    }

    /// Whether it was published within the last two hours, according to its feed.
    ///
    /// An article without a date has the time when we first saw it, which proves nothing.
    package static func isJustOut(_ article: Article, now: Date) -> Bool {
        isJustOut(published: article.publishedAt, seen: article.firstSeenAt, now)
    }

    private static func isJustOut(_ candidate: HeadlineCandidate, _ now: Date) -> Bool {
        isJustOut(published: candidate.publishedAt, seen: candidate.firstSeenAt, now)
    }

    private static func isJustOut(published: Date, seen: Date, _ now: Date) -> Bool {
        published != seen && now.timeIntervalSince(published) < breakingAge
    }

    /// Newest first; each further source that carries a story makes it one hour younger, up to six hours.
    private static func isBefore(_ one: HeadlineCandidate, _ other: HeadlineCandidate, _ now: Date) -> Bool {
        let left = rankingAge(of: one, now)
        let right = rankingAge(of: other, now)
        return left == right ? one.id > other.id : left < right
    }

    private static func rankingAge(of candidate: HeadlineCandidate, _ now: Date) -> TimeInterval {
        age(of: candidate, now) - Double(min(max(candidate.otherSourceCount, 0), 6)) * 3_600
    }

    private static func isRecent(_ candidate: HeadlineCandidate, _ now: Date) -> Bool {
        age(of: candidate, now) < recentAge
    }

    /// Seconds since publication; a date in the future counts as now.
    private static func age(of candidate: HeadlineCandidate, _ now: Date) -> TimeInterval {
        max(0, now.timeIntervalSince(candidate.publishedAt))
    }

    private static func category(of candidate: HeadlineCandidate) -> String {
        candidate.category.map { "category " + $0.lowercased() } ?? "feed \(candidate.feed)"
    }
}

/// The articles of the top stories, in order.
package struct HeadlineChoice: Hashable, Sendable {
    package var articles: [ArticleID]
    /// Whether the first is breaking news (`HeadlineSelection.isBreaking`).
    package var isBreaking: Bool
}

/// The top stories of one moment for one reader, in order.
package struct Headlines: Hashable, Sendable {
    /// Is shown first, with picture and summary; nil when there is no news at all.
    package var lead: ListedArticle?
    /// The lead is breaking news (`HeadlineSelection.isBreaking`).
    package var isBreaking: Bool
    package var others: [ListedArticle]
    package var madeAt: Date

    /// - Parameter articles: those of the choice and any others, in any order.
    package init(_ choice: HeadlineChoice, _ articles: [ListedArticle], madeAt: Date) {
        let known = Dictionary(articles.map { ($0.article.id, $0) }) { first, _ in first }
        let chosen = choice.articles.compactMap { known[$0] }
        self.init(
            lead: chosen.first,
            isBreaking: choice.isBreaking && chosen.first?.article.id == choice.articles.first,
            others: Array(chosen.dropFirst()),
            madeAt: madeAt
        )
    }

    package init(lead: ListedArticle?, isBreaking: Bool, others: [ListedArticle], madeAt: Date) {
        self.lead = lead
        self.isBreaking = isBreaking
        self.others = others
        self.madeAt = madeAt
    }

    /// The lead and the others, in the order of their numbers.
    package var all: [ListedArticle] { (lead.map { [$0] } ?? []) + others }

    package var isEmpty: Bool { lead == nil }
}
