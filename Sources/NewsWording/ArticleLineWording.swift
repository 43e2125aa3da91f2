package import Foundation
package import Localization
package import NewsModel

/// Words an article as one line of a list.
package struct ArticleLineWording: Sendable {
    private let localizer: Localizer
    private let now: Date
    private let linksTitles: Bool
    private let layout: ListLayout
    private let lineBytes: Int?

    /// - Parameters:
    ///   - linksTitles: show titles as links, where a link costs no extra line (a trait of each network).
    ///   - lineBytes: what one line holds in UTF-8, if each line of an item must fit one (a trait of each network).
    package init(
        localizer: Localizer,
        now: Date,
        linksTitles: Bool = false,
        layout: ListLayout = .list,
        lineBytes: Int? = nil
    ) {
        self.localizer = localizer
        self.now = now
        self.linksTitles = linksTitles
        self.layout = layout
        self.lineBytes = lineBytes
    }

    /// The chat lines of most items.
    package var linesPerItem: Int { layout == .detailed ? 2 : 1 }

    /// A numbered line: alert mark, title, then feed, age and number of further sources.
    ///
    /// Without `namesFeed` the feed's name is left out.
    package func item(_ listed: ListedArticle, number: Int?, namesFeed: Bool = true) -> RichText.Block {
        let facts = facts(listed, namesFeed: namesFeed)
        let line = sign(listed) + [title(listed)] + [.text(" — " + facts)]
        return .item(marker: number.map(String.init), line + details(listed))
    }

    /// The beginning of the summary on a line of its own; empty in other layouts, and if there is none to show.
    package func details(_ listed: ListedArticle) -> [RichText.Span] {
        guard layout == .detailed else { return [] }
        var summary = BoundedText.shortened(PushWording.summary(listed), to: Self.longestDetails)
        if let lineBytes, summary.utf8.count > lineBytes {
            summary = BoundedText.shortened(summary, toBytes: lineBytes)
        }
        return summary.isEmpty ? [] : [.lineBreak, .text(summary)]
    }

    /// In graphemes.
    private static let longestDetails = 280

    /// "Untitled" where there is no title.
    func shownTitle(_ listed: ListedArticle) -> String {
        var title = BoundedText.title(listed.article.title)
        // The rest of the line is for the facts.
        if let lineBytes, title.utf8.count > lineBytes * 2 / 3 {
            title = BoundedText.shortened(title, toBytes: lineBytes * 2 / 3)
        }
        return title.isEmpty ? localizer.text("article.untitled") : title
    }

    /// The same with the words of a search marked in the title, and with an excerpt behind the facts.
    ///
    /// Without an excerpt the details follow, as in other lists.
    package func item(
        _ listed: ListedArticle,
        number: Int,
        marking ranges: (String) -> [Range<String.Index>],
        excerpt: [RichText.Span]
    ) -> RichText.Block {
        let title = title(listed, marking: ranges)
        let rest = excerpt.isEmpty ? details(listed) : excerpt
        return .item(marker: String(number), sign(listed) + title + [.text(" — " + facts(listed))] + rest)
    }

    /// The article's title with the words of a search marked; a link if titles are links.
    package func title(
        _ listed: ListedArticle,
        marking ranges: (String) -> [Range<String.Index>]
    ) -> [RichText.Span] {
        let shown = shownTitle(listed)
        return MarkedText.spans(shown, ranges(shown), url: linksTitles ? listed.article.url : nil)
    }

    /// The article's title, or “untitled”; a link if titles are links.
    package func title(_ listed: ListedArticle) -> RichText.Span {
        let shown = shownTitle(listed)
        guard linksTitles, let url = listed.article.url else { return .strong([.text(shown)]) }
        return .strong([.link(label: shown, url: url)])
    }

    /// A word that marks a match of the reader's alert, so that colour is not the only sign.
    package func sign(_ listed: ListedArticle) -> [RichText.Span] {
        guard listed.isAlerted else { return [] }
        return [.meaning(.signal(.alert), [.text("[\(localizer.text("article.alerted"))]")]), .text(" ")]
    }

    /// "Example · 2h ago · Soccer · Leipzig · +3 sources · read".
    ///
    /// Without `namesFeed` the feed's name is left out.
    package func facts(_ listed: ListedArticle, namesFeed: Bool = true) -> String {
        var facts = [localizer.relative(listed.article.publishedAt, now: now)]
        if namesFeed { facts.insert(BoundedText.name(listed.feedName), at: 0) }
        if layout == .compact { return facts.filter { !$0.isEmpty }.joined(separator: " · ") }
        facts += context(listed)
        if listed.isRead { facts.append(localizer.text("article.wasRead")) }
        return facts.filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// "Soccer", "Leipzig", "+3 sources"; empty in the compact layout.
    package func context(_ listed: ListedArticle) -> [String] {
        guard layout != .compact else { return [] }
        var context: [String] = []
        if let subject = listed.facts.sport ?? listed.facts.topic {
            context.append(CategoryWording.name(subject, localizer))
        }
        if listed.facts.isPromotion { context.append(localizer.text("article.promotion")) }
        if let place = listed.places.first, let name = place.names.first {
            context.append(BoundedText.name(localizer.placeName(place.id, else: name)))
        }
        if listed.otherSourceCount > 0 { context.append(sources(listed)) }
        return context
    }

    /// "+3 sources".
    package func sources(_ listed: ListedArticle) -> String {
        localizer.text("article.moreSources", ["n": .number(listed.otherSourceCount)])
    }
}
