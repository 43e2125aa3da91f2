package import NewsModel

/// The filters whose queries a new article matches, as an index of all of them has found before the transaction.
package struct FilterMatches: Hashable, Sendable {
    package var matching: Set<FilterID>
    /// The newest filter that the index knew; nil when there was none.
    package var newest: FilterID?

    package init(matching: Set<FilterID> = [], newest: FilterID? = nil) {
        self.matching = matching
        self.newest = newest
    }

    /// Whether the index knew all of the filters.
    func know(_ filters: some Sequence<NewsFilter>) -> Bool {
        filters.allSatisfy { filter in newest.map { filter.id <= $0 } ?? false }
    }
}
