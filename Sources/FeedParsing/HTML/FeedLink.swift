/// A feed a page points to.
package struct FeedLink: Sendable, Equatable {
    /// Absolute where the page's address was known.
    package var url: String
    package var title: String?
    package var mimeType: String?
    /// Declared like a feed, but a programming interface or the comments on one page; no choice to offer.
    package var isUnlikely = false

    package init(url: String, title: String? = nil, mimeType: String? = nil) {
        self.url = url
        self.title = title
        self.mimeType = mimeType
    }
}

/// What a page says about feeds.
package struct PageFeeds: Sendable, Equatable {
    /// In the page's order, unlikely ones last, each address once.
    package var feeds: [FeedLink] = []
    /// The page's own icon, else where browsers look for one; nil when the page's address is not known.
    package var iconURL: String?
    /// Addresses that programs like this page's serve feeds from; to be asked when nothing is declared.
    package var guesses: [String] = []

    package init() {}
}
