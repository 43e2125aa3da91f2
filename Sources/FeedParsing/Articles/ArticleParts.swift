/// Decides which parts of a page are not its article, by their element, role, class and id.
enum ArticleParts {
    /// How much is removed; a page that gives little text is read again with class and id ignored (`readsNames`).
    struct Rules {
        var pageProse: Int
        /// The headings with the same text as the page's title.
        var headlines: [HTMLNode] = []
        var isHeadlineSiteName = false
        var readsNames = true
        var readsRows = false
        var readsCovered = false

        var headline: HTMLNode? { headlines.first }

        func weight(of row: RepeatedItems) -> Double { readsRows ? 1 : row.isAside ? 0 : 0.15 }
    }

    static func isSkipped(_ node: HTMLNode, _ rules: Rules) -> Bool {
        if node.isColumn { return true }
        if elements.contains(node.name) {
            switch node.name {
            // Some pages put code, quotations and tables into figures.
            case "figure": return !node.holdsCodeOrTable
            // Some servers put the whole page into a form.
            case "form", "aside": return node.proseLength * 2 < max(rules.pageProse, 500)
            default: return true
            }
        }
        if rules.readsCovered ? node.isRemoved : node.isHidden { return true }
        if let role = node.attributes["role"]?.lowercased(), roles.contains(role) { return true }
        guard rules.readsNames, !isInsideText(node), node.isUnlikely else { return false }
        if node.holdsArticle { return false }
        // A part with much of the page's text is kept, whatever its class or id.
        let isLarge = node.proseLength * 4 > rules.pageProse && node.linkDensity < 0.3
        return !isLarge || node.label.holds("comment")
    }

    /// Whether the element is hidden as the rest of a page is while a dialog is open.
    static func isCovered(_ node: HTMLNode) -> Bool {
        node.attributes["aria-hidden"] == "true" || hasStyle(node, "visibility", "hidden")
    }

    /// Whether the element is hidden for good.
    static func isRemoved(_ node: HTMLNode) -> Bool {
        if node.attributes["hidden"] != nil || hasStyle(node, "display", "none") { return true }
        return !node.label.isEmpty && hiddenNames.contains { node.label.holds($0) }
    }

    private static func hasStyle(_ node: HTMLNode, _ property: String, _ value: String) -> Bool {
        guard let style = node.attributes["style"]?.lowercased(), style.holds(property) else { return false }
        return style.filter { !$0.isWhitespace }.holds(property + ":" + value)
    }

    /// Whether the element is inside a sentence.
    ///
    /// Such elements are kept, whatever their class or id.
    private static func isInsideText(_ node: HTMLNode) -> Bool {
        if node.name == "a" || node.name == "code" || node.name == "em" || node.name == "strong" { return true }
        guard node.name == "span" || node.name == "b" || node.name == "i" || node.name == "mark" else { return false }
        return ["p", "li", "h2", "h3", "h4", "blockquote", "em", "strong", "td"].contains(node.parent?.name ?? "")
    }

    /// Whether class or id name something beside an article, and nothing names an article.
    static func isUnlikely(_ node: HTMLNode) -> Bool {
        guard !node.label.isEmpty, node.name != "body", node.name != "html", node.name != "article" else {
            return false
        }
        if isLikely(node) || ["with-sidebar", "has-sidebar", "no-sidebar"].contains(where: { node.label.holds($0) }) {
            return false
        }
        if unlikelyParts.contains(where: { node.label.holds($0) }) { return true }
        let words = node.label.split { !$0.isLetter && !$0.isNumber }
        return words.contains { unlikelyWords.contains(String($0)) } && !frames.contains { node.label.holds($0) }
    }

    static func isLikely(_ node: HTMLNode) -> Bool { likely.contains { node.label.holds($0) } }

    private static let elements: Set<String> = [
        "script", "style", "noscript", "nav", "footer", "aside", "form", "button", "input", "select", "textarea",
        "iframe", "object", "embed", "svg", "canvas", "template", "head", "link", "meta", "figure", "figcaption",
        "audio", "video", "dialog", "menu", "label", "amp-ad", "amp-sidebar", "amp-consent", "amp-social-share",
        "amp-analytics", "amp-embed", "amp-sticky-ad", "amp-user-notification", "amp-carousel", "amp-list", "amp-img",
    ]

    /// Is for screen readers, or shown only when the pointer is over another element.
    private static let hiddenNames = [
        "screen-reader", "visually-hidden", "visuallyhidden", "sr-only", "tooltip", "rollover-people-block",
    ]

    private static let roles: Set<String> = [
        "navigation", "banner", "complementary", "contentinfo", "menu", "menubar", "search", "dialog", "alert",
    ]

    private static let unlikelyWords: Set<String> = [
        "ad", "ads", "advert", "advertisement", "adverts", "aside", "banner", "breadcrumb", "breadcrumbs", "byline",
        "caption", "comment", "comments", "cookie", "cookies", "copyright", "credit", "disqus", "footer", "meta",
        "menu", "nav", "navigation", "newsletter", "newsletters", "pagination", "pager", "popular", "popup", "promo",
        "recirc", "recommended", "related", "share", "sharing", "sidebar", "signup", "skip", "social", "sponsor",
        "sponsored", "subscribe", "tags", "tag", "teaser", "toolbar", "trending", "widget", "timestamp", "dateline",
        "correction", "disclaimer", "toc", "tooltip", "sr", "modal", "overlay", "paywall", "rating",
    ]

    private static let unlikelyParts = [
        "related", "share-", "-share", "social", "comment", "newsletter", "sidebar", "footer", "advert", "promo",
        "breadcrumb", "most-read", "read-more", "readmore", "outbrain", "taboola", "author-bio", "authorbio", "caption",
        "sponsor", "recommend", "subscri", "cookie", "consent", "gdpr", "byline", "article-meta", "post-meta",
        "entry-meta",
        "photo-credit",
    ]

    /// Names of layout elements, which may contain the article.
    private static let frames = ["content", "article", "body", "main", "column", "story", "wrapper"]

    private static let likely = [
        "article-body", "articlebody", "article__body", "article-content", "article__content", "entry-content",
        "post-content", "post-body", "story-body", "storybody", "main-content", "body-content", "article-text",
        "content-body", "hentry", "article_body", "rich-text", "richtext",
    ]
}
