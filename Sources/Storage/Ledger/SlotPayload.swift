package import Foundation
package import NewsModel

/// The content of a schedule's slot.
///
/// It is chosen when the slot is due and worded when it is sent.
package struct SlotPayload: Hashable, Sendable, Codable {
    package var articles: [ArticleID]
    package var stories: [StoryID]
    package var category: String?
    /// A digest's period as a user would type it.
    package var period: String?
    /// The start of the news in a digest; earlier than its period where older news was not sent yet.
    package var from: Date?
    /// The time of the previous slot.
    ///
    /// If this slot fails, the later slot that replaces it covers news since then.
    package var slotBefore: Date?
    /// Days since the previous slot, or of the first slot's period: the divisor for averages.
    package var days: Int?
    /// The number of stories beyond the limit of one digest.
    package var leftOut: Int?
    /// `leftOut` is an upper bound: some of those stories may be muted.
    package var isLeftOutAtMost: Bool?
    package var withStatistics: Bool
    package var madeAt: Date
    /// The time of the slot, if it is sent late.
    package var lateFor: Date?
    /// The time of a missed slot that this one replaces too.
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
