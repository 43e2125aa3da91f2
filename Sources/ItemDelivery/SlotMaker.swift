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
    private static let longestMemory: TimeInterval = 13 * 86400
    /// Seconds: on one day a year the clocks go back.
    private static let longestDay: TimeInterval = 25 * 3_600

    /// Nil when there is nothing new to tell.
    func payload() async throws -> SlotPayload? {
        let told = Set(try await store.slotPayloads(of: schedule.id).compactMap(SlotPayload.init).flatMap(\.stories))
        let request = schedule.request
        if schedule.kind == .headlines {
            let fresh = try await articles(from: oldest, limit: Self.headlineCandidates, besides: told)
            let chosen = HeadlineSelection.headlines(
                from: fresh,
                count: min(max(request.count ?? HeadlineSelection.usualCount, 1), Self.longestCount),
                sourcesPerCategory: request.category == nil ? HeadlineSelection.usualSourcesPerCategory : nil,
                now: now
            )
            guard !chosen.isEmpty else { return nil }
            return SlotPayload(articles: chosen.all, request: request, decision: decision, madeAt: now)
        }
        let period = period(request)
        let range = period.range(now: now, calendar: calendar)
        let from = max(min(range.lowerBound, untold), oldest)
        let fresh = try await articles(from: from, to: range.upperBound, limit: Self.mostArticles, besides: told)
        guard !fresh.isEmpty else { return nil }
        return SlotPayload(
            articles: fresh,
            request: request,
            period: period.word,
            from: from,
            decision: decision,
            madeAt: now
        )
    }

    private var oldest: Date {
        schedule.lastSlot == nil ? .distantPast : now.addingTimeInterval(-Self.longestMemory)
    }

    /// The period asked for; longer where the slot before was longer ago than that.
    private func period(_ request: ScheduleRequest) -> DigestPeriod {
        let asked = request.period.flatMap { DigestPeriod($0) } ?? .today
        let start = asked.range(now: now, calendar: calendar).lowerBound
        guard let before = dayBefore, let day = begin(of: before), day < start else { return asked }
        // A day's digest has the evening of the day before.
        let isNextDay = asked == .today && start.timeIntervalSince(day) <= Self.longestDay
        return isNextDay ? asked : .dates(from: before, to: nil)
    }

    /// When news begins that no slot may have told: what was fetched too late for the last one is older than that.
    private var untold: Date {
        guard let before = dayBefore, let day = begin(of: before) else { return schedule.createdAt }
        return max(day.addingTimeInterval(-86_400), min(day, schedule.createdAt))
    }

    /// The local day of the slot before, or of the wish when all slots since were missed.
    private var dayBefore: DigestPeriod.LocalDay? {
        if let last = schedule.lastSlot { return DigestPeriod.LocalDay(last.prefix(10)) }
        guard decision.missed != nil else { return nil }
        let day = calendar.dateComponents([.year, .month, .day], from: schedule.createdAt)
        guard let year = day.year, let month = day.month, let number = day.day else { return nil }
        return DigestPeriod.LocalDay(year: year, month: month, day: number)
    }

    private func begin(of day: DigestPeriod.LocalDay) -> Date? {
        DigestPeriod.dates(from: day, to: nil).range(now: now, calendar: calendar).lowerBound
    }

    private func articles(
        from: Date,
        to: Date = .distantFuture,
        limit: Int,
        besides told: Set<Int64>
    ) async throws -> [ListedArticle] {
        let selection = ArticleSelection(category: schedule.request.category, from: from, to: to)
        return try await store.articles(selection, for: schedule.recipientID, limit: limit)
            .filter { !told.contains($0.article.storyID.rawValue) }
    }
}
