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
        let fresh = try await articles(
            from: max(range.lowerBound, oldest),
            to: range.upperBound,
            limit: Self.mostArticles,
            besides: told
        )
        guard !fresh.isEmpty else { return nil }
        return SlotPayload(articles: fresh, request: request, period: period.word, decision: decision, madeAt: now)
    }

    private var oldest: Date {
        schedule.lastSlot == nil ? .distantPast : now.addingTimeInterval(-Self.longestMemory)
    }

    /// The period asked for; a slot that stands for a missed one reaches back to where that one would have.
    private func period(_ request: ScheduleRequest) -> DigestPeriod {
        let asked = request.period.flatMap { DigestPeriod($0) } ?? .today
        guard let missed = decision.missed else { return asked }
        let start = asked.range(now: missed.time, calendar: calendar).lowerBound
        guard start < asked.range(now: now, calendar: calendar).lowerBound else { return asked }
        let day = calendar.dateComponents([.year, .month, .day], from: start)
        guard let year = day.year, let month = day.month, let number = day.day else { return asked }
        return .dates(from: DigestPeriod.LocalDay(year: year, month: month, day: number), to: nil)
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
