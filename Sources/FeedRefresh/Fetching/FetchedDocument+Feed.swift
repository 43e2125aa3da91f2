import Editorial
package import FeedParsing
import Foundation
import NewsModel
package import Storage

extension FetchedDocument {
    /// A parsed feed as it is stored: titles for all, keys by which entries and stories are known again.
    ///
    /// The last entry of a document that `isCut` is left out.
    package init(
        _ feed: ParsedFeed,
        validators: FeedValidators = FeedValidators(),
        isCut: Bool = false
    ) {
        // A title cut short would be told, and told again when it is whole.
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
            // A second copy of an entry in one document has no keys.
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
    /// Seconds between two requests by the feed's own word: the longer of `ttl` and `sy:updatePeriod`.
    var shortestWait: Int? { [timeToLive, updatePeriod].compactMap(\.self).max() }
}

extension NewArticle {
    /// Characters of summary that are kept, and of the words a title is made of when there is none.
    private static let summaryLength = 1_500
    private static let madeTitleLength = 100

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
            title: title ?? Self.madeTitle(summary) ?? link ?? feed.title ?? "–",
            url: link.map { StoryKeys.cleanURL($0) },
            canonicalURL: link.flatMap { StoryKeys.canonicalURL($0, homePage: feed.homePageURL) },
            titleKey: title.flatMap { StoryKeys.titleKey($0, source: feed.title) },
            keys: keys,
            summary: summary,
            author: item.authors.isEmpty ? nil : item.authors.prefix(5).joined(separator: ", "),
            publishedAt: item.date.map { Date(timeIntervalSince1970: Double($0)) },
            language: language,
            tags: Array(item.categories.prefix(30)),
            imageURL: item.imageURL,
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

    /// Short posts have no title: their first words are it.
    private static func madeTitle(_ summary: String) -> String? {
        let line = summary.prefix { !$0.isNewline }
        guard !line.isEmpty else { return nil }
        guard line.count > madeTitleLength else { return String(line) }
        let cut = line.prefix(madeTitleLength)
        return (cut.lastIndex(of: " ").map { cut[..<$0] } ?? cut) + "…"
    }
}
