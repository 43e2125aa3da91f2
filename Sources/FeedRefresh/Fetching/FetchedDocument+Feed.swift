import Editorial
package import FeedParsing
import Foundation
import NewsModel
package import Storage

extension FetchedDocument {
    /// Converts a parsed feed for storage; every entry gets a title and the keys that identify it and its story.
    ///
    /// If the document `isCut`, its last entry is left out.
    package init(
        _ feed: ParsedFeed,
        validators: FeedValidators = FeedValidators(),
        isCut: Bool = false
    ) {
        // An incomplete title would be sent, and sent again when it is complete.
        let items = feed.items.dropLast(isCut ? 1 : 0).filter { !$0.isEmpty }
        let entries = items.map { item in
            ItemKeys.Entry(
                guid: item.id,
                url: item.url,
                title: item.title ?? "",
                summary: item.summaryHTML ?? item.contentHTML ?? "",
                published: item.date
            )
        }
        let keys = ItemKeys.keys(of: entries, homePage: feed.homePageURL)
        let articles = zip(items, keys).compactMap { item, keys in
            // A repeated entry has no keys and is left out.
            keys.isEmpty ? nil : NewArticle(item, of: feed, keys: keys)
        }
        self.init(
            validators: validators,
            timeToLive: feed.shortestWait,
            title: feed.title,
            homePageURL: feed.homePageURL,
            language: feed.language,
            iconURL: feed.iconURL,
            articles: articles
        )
        skipHours = Set(feed.skipHours)
        skipDays = Set(feed.skipDays)
        hubURL = feed.hubURLs.first
        selfURL = feed.hubURLs.isEmpty ? nil : feed.feedURL
    }
}

extension ParsedFeed {
    /// Seconds between two requests, as the feed asks: the longer of `ttl` and `sy:updatePeriod`.
    var shortestWait: Int? { [timeToLive, updatePeriod].compactMap(\.self).max() }
}

extension NewArticle {
    /// Characters that are kept of a summary, and of it as the title of an entry that has none.
    private static let summaryLength = 1_500
    private static let derivedTitleLength = 100

    init(_ item: ParsedItem, of feed: ParsedFeed, keys: [String]) {
        let html = item.summaryHTML ?? item.contentHTML ?? ""
        let summary = PlainText.from(html: html, baseURL: item.url ?? feed.homePageURL, limit: Self.summaryLength)
        let title = item.title.flatMap { $0.isEmpty ? nil : $0 }
        let language = item.language ?? feed.language
        let link = item.url ?? item.externalURL
        let media = item.attachments.first { attachment in
            ["audio/", "video/"].contains { attachment.mimeType?.hasPrefix($0) == true }
        }
        self.init(
            title: title ?? Self.titleFromSummary(summary) ?? link ?? feed.title ?? "–",
            url: link.map { StoryKeys.cleanURL($0) },
            canonicalURL: link.flatMap { StoryKeys.canonicalURL($0, homePage: feed.homePageURL) },
            titleKey: title.flatMap { StoryKeys.titleKey($0, source: feed.title) },
            keys: keys,
            summary: summary,
            author: item.authors.isEmpty ? nil : item.authors.prefix(5).joined(separator: ", "),
            publishedAt: item.date.map { Date(timeIntervalSince1970: Double($0)) },
            language: language,
            tags: Array(item.categories.prefix(30)),
            imageURL: item.imageURL.flatMap { FeedFinder.hasScheme($0) ? $0 : nil },
            attachment: media.map {
                Article.Attachment(
                    url: $0.url,
                    mimeType: $0.mimeType ?? "",
                    durationSeconds: $0.durationSeconds,
                    sizeInBytes: $0.sizeInBytes
                )
            },
            contentHTML: FeedContent.html(of: item)
        )
    }

    /// The title of a post that has none: the first words of its summary.
    private static func titleFromSummary(_ summary: String) -> String? {
        let line = summary.prefix { !$0.isNewline }
        guard !line.isEmpty else { return nil }
        guard line.count > derivedTitleLength else { return String(line) }
        let cut = line.prefix(derivedTitleLength)
        return (cut.lastIndex(of: " ").map { cut[..<$0] } ?? cut) + "…"
    }
}
