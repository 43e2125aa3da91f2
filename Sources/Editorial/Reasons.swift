package import Foundation
package import NewsModel

/// Why an article reached its reader, as facts that `NewsWording` puts into a line.
package enum Reason: Hashable, Sendable {
    case follows(feed: String)
    case houseSelection(feed: String)
    case alert(number: Int, query: String, isUrgent: Bool)
    /// It was held until the quiet hours ended.
    case heldUntil(Date)
    /// A headline among the last hours' news.
    case recentHeadline
    /// A headline because there was too little recent news.
    case olderHeadline
}

/// Why an article matters.
package enum Importance: Hashable, Sendable {
    /// Other feeds carry the same story.
    case carriedBy(otherSources: Int)
    case breaking
    case matchesAlert
    /// Nothing marks it out but being new.
    case newInFeed(String)
}

/// The two answers of `why`.
package struct Explanation: Hashable, Sendable {
    /// Weightiest first; never empty.
    package var importance: [Importance]
    package var reasons: [Reason]

    /// Explains an article as a list showed it.
    ///
    /// `alerts` are the reader's own that matched it; a house feed counts as such only while the reader does not
    /// follow it.
    package init(
        listed: ListedArticle,
        isFollowed: Bool,
        isHouse: Bool,
        alerts: [Alert] = [],
        heldUntil: Date? = nil,
        asHeadline: Bool = false,
        now: Date
    ) {
        var importance: [Importance] = []
        if listed.otherSourceCount > 0 {
            importance.append(.carriedBy(otherSources: listed.otherSourceCount))
        }
        if HeadlineSelection.isJustOut(listed.article, now: now) {
            importance.append(.breaking)
        }
        if !alerts.isEmpty || listed.isAlerted {
            importance.append(.matchesAlert)
        }
        self.importance = importance.isEmpty ? [.newInFeed(listed.feedName)] : importance

        var reasons = alerts.sorted { $0.number < $1.number }
            .map { Reason.alert(number: $0.number, query: $0.query, isUrgent: $0.isUrgent) }
        if isFollowed {
            reasons.append(.follows(feed: listed.feedName))
        } else if isHouse {
            reasons.append(.houseSelection(feed: listed.feedName))
        }
        if let heldUntil {
            reasons.append(.heldUntil(heldUntil))
        }
        if asHeadline {
            let age = now.timeIntervalSince(listed.article.publishedAt)
            reasons.append(age < HeadlineSelection.recentAge ? .recentHeadline : .olderHeadline)
        }
        self.reasons = reasons
    }
}
