/// A feed that a page links to.
package struct FeedLink: Sendable, Equatable {
    /// Absolute if the page's address was known.
    package var url: String
    package var title: String?
    package var mimeType: String?
    /// Declared like a feed, but a programming interface or the comments on one page; it is not offered as a choice.
    package var isUnlikely = false

    package init(url: String, title: String? = nil, mimeType: String? = nil) {
        self.url = url
        self.title = title
        self.mimeType = mimeType
    }
}

/// The feeds and the icon of a page.
package struct PageFeeds: Sendable, Equatable {
    /// In the page's order, each address once, unlikely ones last.
    package var feeds: [FeedLink] = []
    /// The page's own icon, else the address where browsers look for one; nil when the page's address is unknown.
    package var iconURL: String?
    /// Feed addresses that are usual for the program which made the page; they are tried if the page declares no feed.
    package var guesses: [String] = []

    package init() {}
}
