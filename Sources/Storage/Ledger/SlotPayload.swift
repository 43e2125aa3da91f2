package import Foundation
package import NewsModel

/// What a schedule's slot tells, chosen when it came and worded when it is sent.
package struct SlotPayload: Hashable, Sendable, Codable {
    package var articles: [ArticleID]
    package var stories: [StoryID]
    package var category: String?
    /// A digest's period as it is typed.
    package var period: String?
    /// Where news of the slots before begins that a digest tells with those of its period.
    package var from: Date?
    /// When the slot before was, whose news it told: a later slot that stands for this one begins no earlier.
    package var slotBefore: Date?
    /// Days since the slot before, or of a first slot's period: what an average is counted by.
    package var days: Int?
    /// How many stories were beyond the limit of one digest.
    package var leftOut: Int?
    /// Some of those may be muted.
    package var isLeftOutAtMost: Bool?
    package var withStatistics: Bool
    package var madeAt: Date
    /// The time of a slot that is sent late.
    package var lateFor: Date?
    /// The time of a missed slot that this one stands for too.
    package var missed: Date?

    package init(
        articles: [ArticleID],
        stories: [StoryID],
        category: String? = nil,
        period: String? = nil,
        from: Date? = nil,
        slotBefore: Date? = nil,
        days: Int? = nil,
        leftOut: Int? = nil,
        isLeftOutAtMost: Bool? = nil,
        withStatistics: Bool,
        madeAt: Date,
        lateFor: Date? = nil,
        missed: Date? = nil
    ) {
        self.articles = articles
        self.stories = stories
        self.category = category
        self.period = period
        self.from = from
        self.slotBefore = slotBefore
        self.days = days
        self.leftOut = leftOut
        self.isLeftOutAtMost = isLeftOutAtMost
        self.withStatistics = withStatistics
        self.madeAt = madeAt
        self.lateFor = lateFor
        self.missed = missed
    }
}
