import Editorial
package import Foundation
package import NewsModel

/// What a schedule's slot tells, chosen when it came and worded when it is sent.
package struct SlotPayload: Hashable, Sendable, Codable {
    package var articles: [Int64]
    package var stories: [Int64]
    package var category: String?
    /// A digest's period as it is typed.
    package var period: String?
    /// Where news of the slots before begins that a digest tells with those of its period.
    package var from: Date?
    /// When the slot before was, whose news it told: a later slot that stands for this one begins no earlier.
    package var slotBefore: Date?
    /// Days since the slot before, or of a first slot's period: what an average is counted by.
    package var days: Int?
    /// Stories beyond the limit of one digest.
    package var leftOut: Int?
    /// Some of those may be muted.
    package var isLeftOutAtMost: Bool?
    package var withStatistics: Bool
    package var madeAt: Date
    /// The time of a slot that is sent late.
    package var lateFor: Date?
    /// The time of a missed slot that this one stands for too.
    package var missed: Date?

    package var articleIDs: [ArticleID] { articles.map(ArticleID.init(rawValue:)) }
    package var storyIDs: [StoryID] { stories.map(StoryID.init(rawValue:)) }

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
        self.articles = articles.map(\.article.id.rawValue)
        var seen: Set<Int64> = []
        stories = articles.map(\.article.storyID.rawValue).filter { seen.insert($0).inserted }
        category = request.category
        self.period = period
        self.from = from
        self.slotBefore = slotBefore
        self.days = days
        self.leftOut = leftOut
        self.isLeftOutAtMost = isLeftOutAtMost
        withStatistics = request.withStatistics
        self.madeAt = madeAt
        lateFor = decision.isLate ? decision.slot.time : nil
        missed = decision.missed?.time
    }

    package init?(_ text: String) {
        guard let payload = try? JSONDecoder().decode(SlotPayload.self, from: Data(text.utf8)) else { return nil }
        self = payload
    }

    package func encoded() throws -> String { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
}
