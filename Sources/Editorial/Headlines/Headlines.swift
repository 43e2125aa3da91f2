package import Foundation
package import NewsModel

/// The top stories of one moment for one reader, in order.
package struct Headlines: Hashable, Sendable {
    /// Is shown first, with picture and summary; nil when there is no news at all.
    package var lead: ListedArticle?
    /// The lead is breaking news (`HeadlineSelection.isBreaking`).
    package var isBreaking: Bool
    package var others: [ListedArticle]
    package var madeAt: Date

    package init(lead: ListedArticle?, isBreaking: Bool, others: [ListedArticle], madeAt: Date) {
        self.lead = lead
        self.isBreaking = isBreaking
        self.others = others
        self.madeAt = madeAt
    }

    /// The lead and the others, in the order of their numbers.
    package var all: [ListedArticle] { (lead.map { [$0] } ?? []) + others }

    package var isEmpty: Bool { lead == nil }
}
