/// The contents of a feed document, without any knowledge of earlier ones.
package struct ParsedFeed: Sendable, Equatable {
    package enum Format: String, Sendable {
        case rss090, rss091, rss092, rss10, rss20, rss
        case atom03, atom10
        case jsonFeed10, jsonFeed11, rssInJSON
        case cdf
    }

    package var format: Format
    /// Atom's `id` of the whole feed.
    package var id: String?
    /// Plain text on one line.
    package var title: String?
    package var homePageURL: String?
    /// The address that the feed states for itself.
    package var feedURL: String?
    package var nextPageURL: String?
    /// HTML, as served.
    package var description: String?
    package var language: String?
    package var authors: [String] = []
    package var categories: [String] = []
    package var iconURL: String?
    package var generator: String?
    package var copyright: String?
    /// WebSub hubs.
    package var hubURLs: [String] = []
    package var published: Int64?
    package var updated: Int64?

    /// Seconds that a copy may be kept (`ttl`).
    package var timeToLive: Int?
    /// Seconds between two updates, as the feed states (`sy:updatePeriod`, `sy:updateFrequency`).
    package var updatePeriod: Int?
    /// Hours of the UTC day, 0–23, in which nothing is published.
    package var skipHours: [Int] = []
    /// Days on which nothing is published; 0 is Sunday.
    package var skipDays: [Int] = []

    /// The document ended before its root element, so the last item may be incomplete.
    package var isTruncated = false
    /// Items that were unreadable, empty or over the limit.
    package var skippedItemCount = 0
    /// In the document's order.
    package var items: [ParsedItem] = []

    package init(format: Format) {
        self.format = format
    }
}
