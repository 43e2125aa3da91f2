package import Foundation
package import Localization
package import NewsModel

/// One article on one line of a list.
package struct ArticleLineWording: Sendable {
    private let localizer: Localizer
    private let now: Date
    private let linksTitles: Bool

    /// - Parameter linksTitles: titles are links, where a link costs no line (mail).
    package init(localizer: Localizer, now: Date, linksTitles: Bool = false) {
        self.localizer = localizer
        self.now = now
        self.linksTitles = linksTitles
    }

    /// A numbered entry: sign, title, then feed, age and further sources.
    package func item(_ listed: ListedArticle, number: Int?) -> RichText.Block {
        .item(marker: number.map(String.init), sign(listed) + [title(listed)] + [.text(" — " + facts(listed))])
    }

    /// The article's own words for a link; the link alone where a title is missing.
    package func title(_ listed: ListedArticle) -> RichText.Span {
        let title = BoundedText.title(listed.article.title)
        let shown = title.isEmpty ? localizer.text("article.untitled") : title
        guard linksTitles, let url = listed.article.url else { return .strong([.text(shown)]) }
        return .strong([.link(label: shown, url: url)])
    }

    /// A word before what an alert of the reader matched: nothing is told by colour alone.
    package func sign(_ listed: ListedArticle) -> [RichText.Span] {
        listed.isAlerted ? [.text("[\(localizer.text("article.alerted"))] ")] : []
    }

    /// "Example · 2h ago · +3 sources · read"; without the feed's name where all around it are of the same feed.
    package func facts(_ listed: ListedArticle, namesFeed: Bool = true) -> String {
        var facts = [localizer.relative(listed.article.publishedAt, now: now)]
        if namesFeed { facts.insert(BoundedText.name(listed.feedName), at: 0) }
        if listed.otherSourceCount > 0 { facts.append(sources(listed)) }
        if listed.isRead { facts.append(localizer.text("article.wasRead")) }
        return facts.filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// "+3 sources".
    package func sources(_ listed: ListedArticle) -> String {
        localizer.text("article.moreSources", ["n": .number(listed.otherSourceCount)])
    }
}
