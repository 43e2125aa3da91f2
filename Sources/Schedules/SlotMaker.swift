import Editorial
import Foundation
import NewsModel
import Storage

/// Chooses what one slot of a schedule tells: news that no earlier slot of it told.
struct SlotMaker: Sendable {
    let store: Store
    let schedule: Schedule
    let decision: SlotDecision
    let calendar: Calendar
    let now: Date

    private static let mostArticles = 2_000
    private static let headlineCandidates = 200
    private static let longestCount = 50
    /// Seconds: older news was there for an earlier slot, whose record may be pruned after 14 days.
    static let longestMemory: TimeInterval = 13 * 86400
    /// Seconds: who was away for longer is not told everything at once.
    private static let longestGap: TimeInterval = 31 * 86_400
    /// Seconds: on one day a year the clocks go back.
    private static let longestDay: TimeInterval = 25 * 3_600

    /// Nil when there is nothing new to tell.
    func payload() async throws -> SlotPayload? {
        let earlier = try await store.slotPayloads(of: schedule.id)
        let told = Set(earlier.flatMap(\.stories))
        return try await schedule.kind == .headlines
            ? headlines(besides: told) : digest(besides: told, Backlog(earlier, now: now))
    }

    private func headlines(besides told: Set<StoryID>) async throws -> SlotPayload? {
        let request = schedule.request
        let limit = Self.headlineCandidates
        let reader = schedule.recipientID
        let newest = try await store.articles(selection(from: oldest), in: .of(reader), limit: limit)
        let known = Set(newest.map(\.article.id))
        // What came late is too old to be among the newest.
        let begin = try await failed(besides: told).compactMap(\.slotBefore).reduce(slotBefore, min)
        let late = try await store.lateArticles(selection(from: begin), in: .of(reader), limit: limit)
            .filter { !known.contains($0.article.id) }
        let chosen = HeadlineSelection.headlines(
            from: (newest + late).filter { !told.contains($0.article.storyID) },
            count: min(max(request.count ?? HeadlineSelection.usualCount, 1), Self.longestCount),
            sourcesPerCategory: request.category == nil ? HeadlineSelection.usualSourcesPerCategory : nil,
            now: now
        )
        guard !chosen.isEmpty else { return nil }
        return SlotPayload(
            articles: chosen.all,
            request: request,
            slotBefore: slotBefore,
            decision: decision,
            madeAt: now
        )
    }

    private func digest(besides told: Set<StoryID>, _ backlog: Backlog?) async throws -> SlotPayload? {
        let request = schedule.request
        let failed = try await failed(besides: told)
        let asked = request.period.flatMap { DigestPeriod($0) } ?? .today
        let range = asked.range(now: now, calendar: calendar)
        let begins = [range.lowerBound, untold] + failed.map { $0.from ?? $0.madeAt }
        let begin = (begins + [backlog?.from].compactMap(\.self)).min() ?? untold
        // What is older may have been told by a slot whose record is pruned.
        let floors = [oldest, slotBefore] + failed.compactMap(\.slotBefore)
        let floor = (floors + [backlog?.floor].compactMap(\.self)).min() ?? oldest
        let from = max(begin, floor)
        let period = period(asked, from: from)
        let news = try await store.slotNews(
            selection(from: from, to: range.upperBound),
            in: .of(schedule.recipientID),
            besides: told,
            limit: Self.mostArticles
        )
        guard !news.articles.isEmpty else { return nil }
        let before = failed.compactMap(\.slotBefore).reduce(slotBefore, min)
        let span = schedule.lastSlot == nil ? range.upperBound.timeIntervalSince(from) : now.timeIntervalSince(before)
        return SlotPayload(
            articles: news.articles,
            request: request,
            period: period.word,
            from: from,
            // Before the first slot none told anything.
            slotBefore: schedule.lastSlot == nil ? min(slotBefore, max(from, monthAgo)) : slotBefore,
            days: Int((min(max(span / 86_400, 1), 100_000)).rounded()),
            leftOut: news.leftOut > 0 ? news.leftOut : nil,
            isLeftOutAtMost: news.isLeftOutAtMost ? true : nil,
            decision: decision,
            madeAt: now
        )
    }

    /// The slots that told nothing; once all that one had is told, nothing reaches back to it.
    private func failed(besides told: Set<StoryID>) async throws -> [SlotPayload] {
        try await store.failedSlotPayloads(of: schedule.id).filter { !told.isSuperset(of: $0.stories) }
    }

    private var oldest: Date {
        schedule.lastSlot == nil ? .distantPast : now.addingTimeInterval(-Self.longestMemory)
    }

    /// When the slot before was, or the wish; at most a month ago.
    private var slotBefore: Date {
        let last = schedule.lastSlot.flatMap { slot -> Date? in
            guard let midnight = dayBefore.flatMap(begin) else { return nil }
            let clock = slot.suffix(5).split(separator: ":").compactMap { Int($0) }
            return LocalClock.instant(
                day: LocalClock.reading(of: midnight, in: calendar.timeZone).day,
                minute: (clock.first ?? 0) * 60 + (clock.last ?? 0),
                in: calendar.timeZone
            )
        }
        return max(last ?? schedule.createdAt, monthAgo)
    }

    private var monthAgo: Date { now.addingTimeInterval(-Self.longestGap) }

    /// The period asked for; longer where the slot before was longer ago than that.
    private func period(_ asked: DigestPeriod, from: Date) -> DigestPeriod {
        let start = asked.range(now: now, calendar: calendar).lowerBound
        guard let before = dayBefore, let day = begin(of: before), day < start else { return asked }
        // A day's digest has the evening of the day before.
        if asked == .today, start.timeIntervalSince(day) <= Self.longestDay { return asked }
        return localDay(max(day, from)).map { .dates(from: $0, to: nil) } ?? asked
    }

    /// When news begins that no slot may have told: what was fetched too late for the last one is older than that.
    private var untold: Date {
        guard let before = dayBefore, let day = begin(of: before) else { return schedule.createdAt }
        return max(day.addingTimeInterval(-86_400), min(day, schedule.createdAt))
    }

    /// The local day of the slot before, or of the wish when all slots since were missed.
    private var dayBefore: DigestPeriod.LocalDay? {
        if let last = schedule.lastSlot { return DigestPeriod.LocalDay(last.prefix(10)) }
        return decision.missed.flatMap { _ in localDay(schedule.createdAt) }
    }

    private func localDay(_ time: Date) -> DigestPeriod.LocalDay? {
        let day = calendar.dateComponents([.year, .month, .day], from: time)
        guard let year = day.year, let month = day.month, let number = day.day else { return nil }
        return DigestPeriod.LocalDay(year: year, month: month, day: number)
    }

    private func begin(of day: DigestPeriod.LocalDay) -> Date? {
        DigestPeriod.dates(from: day, to: nil).range(now: now, calendar: calendar).lowerBound
    }

    private func selection(from: Date, to: Date = .distantFuture) -> ArticleSelection {
        ArticleSelection(category: schedule.request.category, from: from, to: to)
    }
}
