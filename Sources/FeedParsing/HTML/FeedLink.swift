/// A feed a page points to.
package struct FeedLink: Sendable, Equatable {
    /// Absolute where the page's address was known.
    package var url: String
    package var title: String?
    package var mimeType: String?
    /// Declared like a feed, but by its address a programming interface; no choice to offer.
    package var isUnlikely = false

    package init(url: String, title: String? = nil, mimeType: String? = nil) {
        self.url = url
        self.title = title
        self.mimeType = mimeType
    }
}

/// What a page says about feeds.
package struct PageFeeds: Sendable, Equatable {
    /// In the page's order, each address once.
    package var feeds: [FeedLink] = []
    package var iconURL: String?

    package init() {}
}
