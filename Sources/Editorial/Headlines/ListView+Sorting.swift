internal import Foundation
package import NewsModel

extension ListView {
    /// Articles in the order of the view; in their own order if it has none.
    ///
    /// Of equal ones the newest is first, also the other way round.
    package func sorted(_ articles: [ListedArticle]) -> [ListedArticle] { sorted(articles) { $0 } }

    /// The same for values that each hold an article.
    package func sorted<Item>(_ items: [Item], by article: (Item) -> ListedArticle) -> [Item] {
        guard let order else { return items }
        return items.map { (item: $0, listed: article($0)) }.sorted { first, second in
            let (one, other) = (first.listed, second.listed)
            let compared = Self.compare(one, other, by: order)
            guard compared != .orderedSame else { return one.article.id > other.article.id }
            return (compared == .orderedAscending) != isReversed
        }.map(\.item)
    }

    private static func compare(_ one: ListedArticle, _ other: ListedArticle, by order: Order) -> ComparisonResult {
        switch order {
        case .date: descending(one.article.publishedAt, other.article.publishedAt)
        case .source: named(one.feedName, other.feedName)
        case .title: named(one.article.title, other.article.title)
        case .relevance: descending(one.relevance, other.relevance)
        case .none: descending(one.article.firstSeenAt, other.article.firstSeenAt)
        }
    }

    private static func descending<Value: Comparable>(_ one: Value, _ other: Value) -> ComparisonResult {
        one == other ? .orderedSame : one > other ? .orderedAscending : .orderedDescending
    }

    /// Without regard to case and marks; "2" is before "10".
    private static func named(_ one: String, _ other: String) -> ComparisonResult {
        one.compare(other, options: [.caseInsensitive, .diacriticInsensitive, .numeric])
    }
}

extension ListedArticle {
    /// An alert of the reader counts as many sources.
    fileprivate var relevance: Int { otherSourceCount + (isAlerted ? 20 : 0) }
}

extension Headlines {
    /// Puts the stories into the order of a view, if it has one.
    package mutating func sort(by view: ListView) {
        guard view.order != nil else { return }
        put(inOrder: view.sorted(all))
    }

    /// - Parameter sorted: the same stories.
    package mutating func put(inOrder sorted: [ListedArticle]) {
        isBreaking = isBreaking && sorted.first == lead
        (lead, others) = (sorted.first, Array(sorted.dropFirst()))
    }
}
