import Editorial
import Foundation
import NewsModel
import Storage

extension SlotPayload {
    init(
        articles: [ListedArticle],
        request: ScheduleRequest,
        period: String? = nil,
        from: Date? = nil,
        slotBefore: Date? = nil,
        days: Int? = nil,
        leftOut: Int? = nil,
        isLeftOutAtMost: Bool? = nil,
        decision: SlotDecision,
        madeAt: Date
    ) {
        var seen: Set<StoryID> = []
        self.init(
            articles: articles.map(\.article.id),
            stories: articles.map(\.article.storyID).filter { seen.insert($0).inserted },
            category: request.category,
            period: period,
            from: from,
            slotBefore: slotBefore,
            days: days,
            leftOut: leftOut,
            isLeftOutAtMost: isLeftOutAtMost,
            withStatistics: request.withStatistics,
            madeAt: madeAt,
            lateFor: decision.isLate ? decision.slot.time : nil,
            missed: decision.missed?.time
        )
    }
}
