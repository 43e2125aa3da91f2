import Editorial
import Foundation
import NewsModel

/// What a schedule's slot tells, chosen when it came and worded when it is sent.
struct SlotPayload: Hashable, Sendable, Codable {
    var articles: [Int64]
    var stories: [Int64]
    var category: String?
    /// A digest's period as it is typed.
    var period: String?
    /// Where news of the slots before begins that a digest tells with those of its period.
    var from: Date?
    /// When the slot before was, whose news it told: a later slot that stands for this one begins no earlier.
    var slotBefore: Date?
    /// Days since the slot before, or of a first slot's period: what an average is counted by.
    var days: Int?
    /// Stories that found no room.
    var leftOut: Int?
    /// Some of those may be muted.
    var isLeftOutAtMost: Bool?
    var withStatistics: Bool
    var madeAt: Date
    /// The time of a slot that is sent late.
    var lateFor: Date?
    /// The time of a missed slot that this one stands for too.
    var missed: Date?

    var articleIDs: [ArticleID] { articles.map(ArticleID.init(rawValue:)) }
    var storyIDs: [StoryID] { stories.map(StoryID.init(rawValue:)) }

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

    init?(_ text: String) {
        guard let payload = try? JSONDecoder().decode(SlotPayload.self, from: Data(text.utf8)) else { return nil }
        self = payload
    }

    func encoded() throws -> String { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
}
