/// How an owner wants the lists shown that somebody asks for: what is left out, and in which order the rest comes.
package struct ListView: Hashable, Sendable {
    /// The order of a list; without one each list has its own.
    package enum Order: String, Hashable, Sendable, CaseIterable {
        /// Newest first.
        case date
        /// By the names of the sources.
        case source
        case title
        /// The stories with the most sources first, and those of the reader's alerts before them.
        case relevance
        /// As the feeds brought them, what came last first.
        case none
    }

    package var order: Order?
    /// The other way round.
    package var isReversed: Bool
    package var onlyPictures: Bool
    package var hidesRead: Bool
    /// A period as a digest reads it: `today`, `lastweek`; nil for any time.
    package var period: String?
    /// Sources that are left out, unless a list is of one of them alone.
    package var without: [FeedID]

    package init(
        order: Order? = nil,
        isReversed: Bool = false,
        onlyPictures: Bool = false,
        hidesRead: Bool = false,
        period: String? = nil,
        without: [FeedID] = []
    ) {
        self.order = order
        self.isReversed = isReversed
        self.onlyPictures = onlyPictures
        self.hidesRead = hidesRead
        self.period = period
        self.without = without
    }

    /// Whether stories that came since the last visit may be missing from a list.
    package var leavesOutNews: Bool { onlyPictures || period != nil || !without.isEmpty }

    /// Whether lists are shown as if nothing was set.
    package var isUsual: Bool { self == ListView() }
}
