import Editorial
import Foundation
import NewsModel
import Storage
internal import TimeArithmetic

/// Chooses the articles of one slot: news that no earlier slot of the schedule contained.
struct SlotMaker: Sendable {
    let store: Store
    private(set) var schedule: Schedule
    let decision: SlotDecision
    let calendar: Calendar
    let now: Date
    /// The smart feed that the schedule lists.
    private var smart: SmartFeed?

    init(store: Store, schedule: Schedule, decision: SlotDecision, calendar: Calendar, now: Date) {
        self.store = store
        self.schedule = schedule
        self.decision = decision
        self.calendar = calendar
        self.now = now
    }

    private static let mostArticles = 2_000
    private static let headlineCandidates = 200
    private static let longestCount = 50
    /// Seconds.
    ///
    /// Older news was available to an earlier slot, whose record may be pruned after 14 days.
    static let longestMemory: TimeInterval = 13 * 86400
    /// Seconds.
    ///
    /// After a longer pause older news is left out.
    private static let longestGap: TimeInterval = 31 * 86_400
    /// Seconds.
    ///
    /// One day a year has 25 hours because summer time ends.
    private static let longestDay: TimeInterval = 25 * 3_600

    /// Nil when there is no new story, or the schedule's smart feed is off or gone.
    ///
    /// While the schedule's category is hidden, it contains the news of the next category that is shown.
    func payload() async throws -> SlotPayload? {
        var maker = self
        guard let id = schedule.request.smart else {
            if let category = schedule.request.category {
                let instead = try await store.categoryInstead(of: category, for: schedule.recipientID)
                maker.schedule.request.category = instead ?? category
            }
            return try await maker.chosen()
        }
        maker.smart = try await store.smartFeeds(of: schedule.recipientID).first { $0.id == id && $0.isOn }
        guard let smart = maker.smart, var payload = try await maker.chosen() else { return nil }
        payload.category = smart.name
        return payload
    }

    private func chosen() async throws -> SlotPayload? {
        let earlier = try await store.slotPayloads(of: schedule.id)
        let told = try await store.withRoots(Set(earlier.flatMap(\.stories)))
        return try await schedule.kind == .headlines
            ? headlines(besides: told) : digest(besides: told, Backlog(earlier, now: now))
    }

    private func headlines(besides told: Set<StoryID>) async throws -> SlotPayload? {
        let request = schedule.request
        let limit = Self.headlineCandidates
        let reader = schedule.recipientID
        let newest = try await store.articles(selection(from: oldest), in: .of(reader), limit: limit)
        let known = Set(newest.map(\.article.id))
        // Articles that were fetched late are too old to be among the newest.
        let begin = try await failed(besides: told).compactMap(\.slotBefore).reduce(slotBefore, min)
        let late = try await store.lateArticles(selection(from: begin), in: .of(reader), limit: limit)
            .filter { !known.contains($0.article.id) }
        let chosen = HeadlineSelection.headlines(
            from: (newest + late).filter { !told.contains($0.article.storyID) },
            count: min(max(request.count ?? HeadlineSelection.usualCount, 1), Self.longestCount),
            sourcesPerCategory: request.category == nil && smart == nil
                ? request.sourcesPerCategory ?? HeadlineSelection.usualSourcesPerCategory : nil,
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
        let begins = [range.lowerBound, earliestUnsent] + failed.map { $0.from ?? $0.madeAt }
        let begin = (begins + [backlog?.from].compactMap(\.self)).min() ?? earliestUnsent
        // Older news may have been sent by a slot whose record is pruned.
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
            // Before the first slot nothing was sent.
            slotBefore: schedule.lastSlot == nil ? min(slotBefore, max(from, monthAgo)) : slotBefore,
            days: Int((min(max(span / 86_400, 1), 100_000)).rounded()),
            leftOut: news.leftOut > 0 ? news.leftOut : nil,
            isLeftOutAtMost: news.isLeftOutAtMost ? true : nil,
            decision: decision,
            madeAt: now
        )
    }

    /// The failed slots with stories that were not sent since.
    private func failed(besides told: Set<StoryID>) async throws -> [SlotPayload] {
        try await store.failedSlotPayloads(of: schedule.id).filter { !told.isSuperset(of: $0.stories) }
    }

    private var oldest: Date {
        schedule.lastSlot == nil ? .distantPast : now.addingTimeInterval(-Self.longestMemory)
    }

    /// The time of the previous slot, or of the schedule's creation; at most a month ago.
    private var slotBefore: Date {
        let last = schedule.lastSlot.flatMap { slot -> Date? in
            guard let midnight = previousDay.flatMap(begin) else { return nil }
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

    /// The requested period, or a longer one if the previous slot was before its start.
    private func period(_ asked: DigestPeriod, from: Date) -> DigestPeriod {
        let start = asked.range(now: now, calendar: calendar).lowerBound
        guard let before = previousDay, let day = begin(of: before), day < start else { return asked }
        // A digest of today also contains the evening before.
        if asked == .today, start.timeIntervalSince(day) <= Self.longestDay { return asked }
        return localDay(max(day, from)).map { .dates(from: $0, to: nil) } ?? asked
    }

    /// The earliest time of news that no slot may have contained; a day earlier than the last slot, for articles
    /// fetched late.
    private var earliestUnsent: Date {
        guard let before = previousDay, let day = begin(of: before) else { return schedule.createdAt }
        return max(day.addingTimeInterval(-86_400), min(day, schedule.createdAt))
    }

    /// The local day of the previous slot, or of the schedule's creation when all slots since were missed.
    private var previousDay: CivilDate? {
        if let last = schedule.lastSlot { return CivilDate(last.prefix(10)) }
        return decision.missed.flatMap { _ in localDay(schedule.createdAt) }
    }

    private func localDay(_ time: Date) -> CivilDate? {
        let day = calendar.dateComponents([.year, .month, .day], from: time)
        guard let year = day.year, let month = day.month, let number = day.day else { return nil }
        return CivilDate(year: year, month: month, day: number)
    }

    private func begin(of day: CivilDate) -> Date? {
        DigestPeriod.dates(from: day, to: nil).range(now: now, calendar: calendar).lowerBound
    }

    private func selection(from: Date, to: Date = .distantFuture) -> ArticleSelection {
        ArticleSelection(
            feeds: smart == nil ? .own : .watched,
            category: schedule.request.category,
            query: smart?.query,
            from: from,
            to: to,
            leavesOutHidden: smart == nil
        )
    }
}

/// The news that exceeded the limit of a schedule's newest digest; the next digest includes it.
struct Backlog {
    /// The start of that digest's news.
    let from: Date
    /// Every slot since then is still recorded, so that nothing newer can have been sent without a record.
    let floor: Date?

    /// Nil when the newest payload was within its limit.
    ///
    /// `payloads` are those of slots that were queued or sent.
    init?(_ payloads: [SlotPayload], now: Date) {
        guard let newest = payloads.max(by: { $0.madeAt < $1.madeAt }), (newest.leftOut ?? 0) > 0 else { return nil }
        from = newest.from ?? newest.madeAt
        // All slots from the first of these on are still recorded. When that one was made, nothing published since its
        // previous slot had been sent.
        floor = payloads.filter { $0.madeAt >= now.addingTimeInterval(-SlotMaker.longestMemory) }
            .compactMap(\.slotBefore).min()
    }
}
