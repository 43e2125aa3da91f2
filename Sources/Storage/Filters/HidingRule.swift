import NewsModel

/// What keeps an article from a reader: a mute or filter, by its number, or the daily limit of breaking news.
package struct HidingRule: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case mute
        case filter
        /// As many breaking stories as are sent in a day had been sent.
        case breakingLimit
    }

    /// It has no number.
    package static let breakingLimit = HidingRule(.breakingLimit, 0)

    package var kind: Kind
    package var number: Int

    package init(_ kind: Kind, _ number: Int) { (self.kind, self.number) = (kind, number) }
}

/// The stored queries of one reader's mutes of words and filters.
struct StandingRules: Hashable, Sendable {
    struct MutedWords: Hashable, Sendable {
        var number: Int
        var query: String
    }

    /// In the order of their numbers, like the filters.
    var mutes: [MutedWords] = []
    /// Those that are on.
    var filters: [NewsFilter] = []
    /// The query of the smart feed that is read.
    var wanted: String?

    /// The filters for an article, by the reader's view of its feed.
    func covering(_ feed: FeedID, category: String?) -> [NewsFilter] {
        filters.filter { filter in
            switch filter.target {
            case .everything: true
            case .feed(let wanted): wanted == feed
            case .category(let wanted): category.map { FeedKey.fold($0) == FeedKey.fold(wanted) } ?? false
            }
        }
    }
}

extension Sequence<NewsFilter> {
    /// The filter that takes an article out: first those that exclude are asked, then those that let through only what
    /// matches.
    ///
    /// Of several of the latter with the same target, one match is enough.
    ///
    /// - Parameter matches: whether the article matches the query of a filter; nil when the query is inactive.
    func hiding(whereMatching matches: (NewsFilter) -> Bool?) -> NewsFilter? {
        if let excluding = first(where: { !$0.isOnly && matches($0) == true }) { return excluding }
        var passed: Set<NewsFilter.Target> = []
        let only = filter(\.isOnly)
        for filter in only where matches(filter) ?? true { passed.insert(filter.target) }
        return only.first { !passed.contains($0.target) }
    }
}
