package import NewsModel

/// Why an article matters, as facts that a line can tell.
package enum Importance: Hashable, Sendable {
    /// Other feeds carry the same story.
    case carriedBy(otherSources: Int)
    case matchesAlert
    /// Nothing marks it out but being new.
    case newInFeed(String)

    /// Of an article as a list showed it: weightiest first, never empty.
    package static func all(of listed: ListedArticle) -> [Importance] {
        var importance: [Importance] = []
        if listed.otherSourceCount > 0 { importance.append(.carriedBy(otherSources: listed.otherSourceCount)) }
        if listed.isAlerted { importance.append(.matchesAlert) }
        return importance.isEmpty ? [.newInFeed(listed.feedName)] : importance
    }
}
