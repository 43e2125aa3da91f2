package import NewsModel

/// A reason why an article matters to its reader.
package enum Importance: Hashable, Sendable {
    /// Other feeds carry the same story.
    case carriedBy(otherSources: Int)
    case matchesAlert
    /// The only reason is that the article is new.
    case newInFeed(String)

    /// The reasons for an article in a list, the most important first; never empty.
    package static func all(of listed: ListedArticle) -> [Importance] {
        var importance: [Importance] = []
        if listed.otherSourceCount > 0 { importance.append(.carriedBy(otherSources: listed.otherSourceCount)) }
        if listed.isAlerted { importance.append(.matchesAlert) }
        return importance.isEmpty ? [.newInFeed(listed.feedName)] : importance
    }
}
