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

    /// The top `count` stories of `articles`, which may be in any order.
    ///
    /// `sourcesPerCategory` nil means no limit, for a reader who asked for one category or feed. A feed without a
    /// category counts as its own category.
    package static func headlines(
        from articles: [ListedArticle],
        count: Int = usualCount,
        sourcesPerCategory: Int? = usualSourcesPerCategory,
        now: Date
    ) -> Headlines {
        var chosenEvents: Set<StoryID> = []
        var sources: [String: Set<FeedID>] = [:]
        var chosen: [ListedArticle] = []
        // Adverts are no headlines, where there is news to choose from.
        let news = sourcesPerCategory == nil ? [] : articles.filter { !$0.facts.isPromotion }
        let ranked = (news.isEmpty ? articles : news).sorted { isBefore($0, $1, now) }
        for article in ranked.filter({ isRecent($0, now) }) + ranked.filter({ !isRecent($0, now) }) {
            guard chosen.count < count else { break }
            let category = category(of: article)
            let known = sources[category, default: []]
            let isKnown = known.contains(article.article.feedID)
            // If a story's best source is over the limit, its next source may still be chosen.
            guard isKnown || known.count < sourcesPerCategory ?? .max,
                chosenEvents.insert(article.event).inserted
            else { continue }
            sources[category, default: []].insert(article.article.feedID)
            chosen.append(article)
        }
        return Headlines(
            lead: chosen.first,
            isBreaking: chosen.first.map { isBreaking($0, toldBy: tellings(of: $0, in: articles), now: now) } ?? false,
            others: Array(chosen.dropFirst()),
            madeAt: now
        )
    }

    private static func tellings(of story: ListedArticle, in articles: [ListedArticle]) -> [Article] {
        articles.filter { $0.event == story.event }.map(\.article)
    }

    /// Whether it is news that at least two sources have published within the last two hours.
    ///
    /// `tellings` are the articles of the story that the reader may see. They may include `story` itself.
    package static func isBreaking(_ story: ListedArticle, toldBy tellings: [Article], now: Date) -> Bool {
        guard story.category?.lowercased() == breakingCategory, isJustOut(story.article, now: now) else { return false }
        let sources = Set((tellings + [story.article]).filter { isJustOut($0, now: now) }.map(\.feedID))
        return sources.count >= breakingSources
    }

    /// Whether it was published within the last two hours, according to its feed.
    ///
    /// An article without a date has the time when we first saw it, which proves nothing.
    package static func isJustOut(_ article: Article, now: Date) -> Bool {
        article.publishedAt != article.firstSeenAt && now.timeIntervalSince(article.publishedAt) < breakingAge
    }

    /// Newest first; each further source that carries a story makes it one hour younger, up to six hours.
    private static func isBefore(_ one: ListedArticle, _ other: ListedArticle, _ now: Date) -> Bool {
        let left = rankingAge(of: one, now)
        let right = rankingAge(of: other, now)
        return left == right ? one.article.id > other.article.id : left < right
    }

    private static func rankingAge(of article: ListedArticle, _ now: Date) -> TimeInterval {
        age(of: article, now) - Double(min(max(article.otherSourceCount, 0), 6)) * 3_600
    }

    private static func isRecent(_ article: ListedArticle, _ now: Date) -> Bool { age(of: article, now) < recentAge }

    /// Seconds since publication; a date in the future counts as now.
    private static func age(of article: ListedArticle, _ now: Date) -> TimeInterval {
        max(0, now.timeIntervalSince(article.article.publishedAt))
    }

    private static func category(of article: ListedArticle) -> String {
        article.category.map { "category " + $0.lowercased() } ?? "feed \(article.article.feedID)"
    }
}

/// The top stories of one moment for one reader, in order.
package struct Headlines: Hashable, Sendable {
    /// Is shown first, with picture and summary; nil when there is no news at all.
    package var lead: ListedArticle?
    /// The lead is breaking news (`HeadlineSelection.isBreaking`).
    package var isBreaking: Bool
    package var others: [ListedArticle]
    package var madeAt: Date

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
