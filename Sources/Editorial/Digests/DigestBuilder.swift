package import Foundation
package import NewsModel

/// Builds the digest of a period from articles or readings.
package enum DigestBuilder {
    /// A digest of news; each story appears once, under the feed that published it first, and each event by its newest
    /// story.
    ///
    /// Stories that were kept back from the reader are listed all the same.
    /// Articles that were neither published nor first seen within the period are left out.
    ///
    /// - Parameter days: the number of days that a schedule's slot covers. With it all `articles` are included.
    package static func news(
        _ articles: [ListedArticle],
        period: DigestPeriod,
        days: Int? = nil,
        withStatistics: Bool = false,
        keptBack: Set<StoryID> = [],
        now: Date,
        calendar: Calendar
    ) -> Digest {
        let range = period.range(now: now, calendar: calendar)
        var first: [StoryID: ListedArticle] = [:]
        for listed in articles {
            let article = listed.article
            guard days != nil || range.contains(article.publishedAt) || range.contains(article.firstSeenAt)
            else { continue }
            if let other = first[listed.article.storyID], isBefore(other, listed) { continue }
            first[listed.article.storyID] = listed
        }
        let told = first.values.filter { !keptBack.contains($0.article.storyID) }
        let shown = newestOfEvents(told, event: \.event, isBefore: isBefore)
        let stories = shown.values + first.values.filter { keptBack.contains($0.article.storyID) }
        let entries = stories.map { Digest.Entry(listed: $0, date: $0.article.publishedAt, count: 1) }
        var digest = digest(.news, entries, period, range, now)
        if withStatistics {
            let dates = entries.map(\.date)
            digest.statistics = statistics(digest, dates: dates, range: range, now: now, calendar: calendar)
            if let days { digest.statistics?.averagePerDay = Double(dates.count) / Double(max(1, days)) }
        }
        return digest
    }

    /// The newest of the stories of each event, by event.
    static func newestOfEvents<Report>(
        _ stories: some Sequence<Report>,
        event: (Report) -> StoryID,
        isBefore: (Report, Report) -> Bool
    ) -> [StoryID: Report] {
        stories.reduce(into: [:]) { newest, story in
            guard let known = newest[event(story)], isBefore(story, known) else {
                newest[event(story)] = story
                return
            }
        }
    }

    /// A digest of news whose stories were counted before the articles were read.
    ///
    /// - Parameter articles: those that the plan wants.
    package static func news(
        _ plan: DigestPlan,
        _ articles: [ListedArticle],
        period: DigestPeriod,
        withStatistics: Bool = false,
        now: Date,
        calendar: Calendar
    ) -> Digest {
        let range = period.range(now: now, calendar: calendar)
        let entries = articles.map { Digest.Entry(listed: $0, date: $0.article.publishedAt, count: 1) }
        var digest = digest(.news, entries, period, range, now, counts: plan.storyCounts)
        digest.oldest = plan.dates.min()
        if withStatistics {
            digest.statistics = statistics(digest, dates: plan.dates, range: range, now: now, calendar: calendar)
        }
        return digest
    }

    /// A digest of what a person has read; `date` is the time of a reading.
    ///
    /// A story that was read again is listed once, with a count.
    package static func readings(
        _ readings: [(article: ListedArticle, date: Date)],
        period: DigestPeriod,
        withStatistics: Bool = false,
        now: Date,
        calendar: Calendar
    ) -> Digest {
        let range = period.range(now: now, calendar: calendar)
        let inside = readings.filter { range.contains($0.date) }
        var entries: [StoryID: Digest.Entry] = [:]
        for (listed, date) in inside {
            let story = listed.article.storyID
            guard let known = entries[story] else {
                entries[story] = Digest.Entry(listed: listed, date: date, count: 1)
                continue
            }
            let latest = date > known.date ? listed : known.listed
            entries[story] = Digest.Entry(listed: latest, date: max(date, known.date), count: known.count + 1)
        }
        var digest = digest(.readings, Array(entries.values), period, range, now)
        if withStatistics {
            let dates = inside.map(\.date)
            digest.statistics = statistics(digest, dates: dates, range: range, now: now, calendar: calendar)
        }
        return digest
    }

    private static func isBefore(_ one: ListedArticle, _ other: ListedArticle) -> Bool {
        (one.article.publishedAt, one.article.id) <= (other.article.publishedAt, other.article.id)
    }

    private static func digest(
        _ subject: Digest.Subject,
        _ entries: [Digest.Entry],
        _ period: DigestPeriod,
        _ range: Range<Date>,
        _ now: Date,
        counts: [FeedID: Int] = [:]
    ) -> Digest {
        let sections = Dictionary(grouping: entries, by: \.listed.article.feedID).map { feed, entries in
            let newestFirst = entries.sorted { ($0.date, $0.listed.article.id) > ($1.date, $1.listed.article.id) }
            return Digest.Section(
                feedID: feed,
                feedName: newestFirst[0].listed.feedName,
                category: newestFirst[0].listed.category,
                entries: newestFirst,
                storyCount: counts[feed] ?? newestFirst.count
            )
        }
        let ordered = sections.sorted {
            ($1.storyCount, $0.feedName, $0.feedID) < ($0.storyCount, $1.feedName, $1.feedID)
        }
        let oldest = entries.map(\.date).min()
        return Digest(
            subject: subject,
            period: period,
            range: range,
            sections: ordered,
            oldest: oldest,
            madeAt: now
        )
    }

    private static func statistics(
        _ digest: Digest,
        dates: [Date],
        range: Range<Date>,
        now: Date,
        calendar: Calendar
    ) -> DigestStatistics {
        let feeds = digest.sections.map { section in
            DigestStatistics.FeedCount(
                feedID: section.feedID,
                name: section.feedName,
                count: digest.subject == .news
                    ? section.storyCount : section.entries.reduce(0) { $0 + $1.count }
            )
        }
        let days = Dictionary(grouping: dates) { calendar.startOfDay(for: $0) }
            .map { DigestStatistics.DayCount(day: $0, count: $1.count) }
        let start = digest.period == .all ? dates.min() ?? range.lowerBound : range.lowerBound
        let lastMoment = min(range.upperBound.addingTimeInterval(-1), now)
        let from = calendar.startOfDay(for: start)
        let to = calendar.startOfDay(for: max(lastMoment, start))
        // Rounded, because a day may have 23 or 25 hours.
        let length = max(1, Int((to.timeIntervalSince(from) / 86_400).rounded()) + 1)
        return DigestStatistics(
            total: dates.count,
            averagePerDay: Double(dates.count) / Double(length),
            topFeeds: Array(feeds.sorted { ($1.count, $0.name) < ($0.count, $1.name) }.prefix(5)),
            mostActiveDays: Array(days.sorted { ($0.count, $0.day) > ($1.count, $1.day) }.prefix(3))
        )
    }
}
