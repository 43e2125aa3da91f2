import Editorial
package import FeedParsing
package import Foundation
import NewsModel
package import Storage

extension FetchedDocument {
    /// Converts a parsed feed for storage; every entry gets a title and the keys that identify it and its story.
    ///
    /// If the document `isCut`, its last entry is left out. All entries get their full texts at once if it
    /// `hasOnlyNews`, else those that turn out to be new get them later (`withTexts`). If it is the feed's first one,
    /// fetched at `firstAt`, old entries are compared with stories by their links alone (`OldTitles`).
    package init(
        _ feed: ParsedFeed,
        validators: FeedValidators = FeedValidators(),
        isCut: Bool = false,
        hasOnlyNews: Bool = false,
        firstAt: Date? = nil
    ) {
        // An incomplete title would be sent, and sent again when it is complete.
        let items = feed.items.dropLast(isCut ? 1 : 0).filter { !$0.isEmpty }
        let markups = items.map(ItemMarkup.init)
        let entries = zip(items, markups).map { item, markup in
            ItemKeys.Entry(
                guid: item.id,
                url: item.url,
                title: item.title ?? "",
                summary: markup.shortest,
                published: item.date
            )
        }
        let site = StoryKeys.Site(homePage: feed.homePageURL, name: feed.title)
        let found = ItemKeys.keys(of: entries, site: site)
        let oldTitles = firstAt.map { OldTitles(among: entries.map(\.published), at: $0) }
        let articles = zip(zip(items, markups), found).compactMap { item, found in
            // A repeated entry has no keys and is left out.
            found.keys.isEmpty
                ? nil
                : NewArticle(
                    item.0,
                    item.1,
                    of: feed,
                    on: site,
                    found,
                    withText: hasOnlyNews,
                    withTitleKey: oldTitles?.contain(item.0.date) != true
                )
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

/// An entry's texts.
///
/// The parser makes their addresses absolute at each access.
private struct ItemMarkup {
    let summary: String?
    let content: String?

    init(_ item: ParsedItem) { (summary, content) = (item.summaryHTML, item.contentHTML) }

    /// The summary, else the content.
    var shortest: String { summary ?? content ?? "" }

    /// Whether summary and content are one text.
    var isOne: Bool { summary == nil || content == nil }
}

extension ParsedFeed {
    /// Seconds between two requests, as the feed asks: the longer of `ttl` and `sy:updatePeriod`.
    var shortestWait: Int? { [timeToLive, updatePeriod].compactMap(\.self).max() }
}

extension NewArticle {
    /// Characters that are kept of a summary, and of it as the title of an entry that has none.
    private static let summaryLength = 1_500
    /// Bytes of a text of which the whole is read for a summary.
    private static let summaryBytes = 4 * summaryLength
    private static let derivedTitleLength = 100

    fileprivate init(
        _ item: ParsedItem,
        _ markup: ItemMarkup,
        of feed: ParsedFeed,
        on site: StoryKeys.Site,
        _ found: ItemKeys.Found,
        withText: Bool,
        withTitleKey: Bool
    ) {
        let base = item.url ?? feed.homePageURL
        let link = item.url ?? item.externalURL
        let page = link.map { StoryKeys.cleanURL($0) }
        let html = FeedContent.html(markup.content, markup.summary)
        // What is both summary and text is converted once.
        let whole = withText && markup.isOne && page == base ? html.map { FeedContent.whole($0, baseURL: page) } : nil
        // Only so much of a text is read for a summary; if its beginning has more bytes, the summary is made anew.
        let beginning = whole.map { PlainText.cut($0, to: Self.summaryLength) }
        let summary =
            beginning.flatMap { $0.utf8.count <= Self.summaryBytes ? $0 : nil }
            ?? PlainText.from(html: markup.shortest, baseURL: base, limit: Self.summaryLength)
        let title = item.title.flatMap { $0.isEmpty ? nil : $0 }
        let language = item.language ?? feed.language
        let picture = item.imageURL(summary: markup.summary, content: markup.content)
        let media = item.attachments.first { attachment in
            ["audio/", "video/"].contains { attachment.mimeType?.hasPrefix($0) == true }
        }
        self.init(
            title: title ?? Self.titleFromSummary(summary) ?? link ?? feed.title ?? "–",
            url: page,
            canonicalURL: item.url == nil ? link.flatMap { StoryKeys.canonicalURL($0, site: site) } : found.link,
            titleKey: withTitleKey ? title.flatMap { StoryKeys.titleKey($0, site: site) } : nil,
            keys: found.keys,
            summary: summary,
            author: item.authors.isEmpty ? nil : item.authors.prefix(5).joined(separator: ", "),
            publishedAt: item.date.map { Date(timeIntervalSince1970: Double($0)) },
            language: language,
            tags: Array(item.categories.prefix(30)),
            imageURL: picture.flatMap { FeedFinder.hasScheme($0) ? $0 : nil },
            attachment: media.map {
                Article.Attachment(
                    url: $0.url,
                    mimeType: $0.mimeType ?? "",
                    durationSeconds: $0.durationSeconds,
                    sizeInBytes: $0.sizeInBytes
                )
            },
            contentHTML: withText ? nil : html
        )
        if withText, let html { text = FeedContent.text(whole: whole ?? FeedContent.whole(html, baseURL: page)) }
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
