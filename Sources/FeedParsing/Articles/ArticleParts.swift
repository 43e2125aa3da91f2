/// Which parts of a page are never its article, by their elements and by the names authors give them.
enum ArticleParts {
    /// How much is thrown away: pages named unluckily are read a second time without a look at names.
    struct Rules {
        var pageLength: Int
        var readsNames = true
    }

    static func isSkipped(_ node: HTMLNode, _ rules: Rules) -> Bool {
        if elements.contains(node.name) {
            // Some pages put code, quotations and tables into figures.
            return node.name != "figure" || !node.holdsCodeOrTable
        }
        if isHidden(node) { return true }
        if let role = node.attributes["role"]?.lowercased(), roles.contains(role) { return true }
        guard rules.readsNames, !isInsideText(node), isUnlikely(node) else { return false }
        if node.holdsArticle { return false }
        // What holds a good part of the page's text is no side show, whatever its name.
        let isLarge = node.textLength * 4 > rules.pageLength && node.linkDensity < 0.3
        return !isLarge || node.label.holds("comment")
    }

    private static func isHidden(_ node: HTMLNode) -> Bool {
        if node.attributes["hidden"] != nil || node.attributes["aria-hidden"] == "true" { return true }
        if let style = node.attributes["style"]?.lowercased(), style.holds("display") || style.holds("visib") {
            let bare = style.filter { !$0.isWhitespace }
            if bare.holds("display:none") || bare.holds("visibility:hidden") { return true }
        }
        return !node.label.isEmpty && hiddenNames.contains { node.label.holds($0) }
    }

    /// Words of a sentence are part of it, whatever they are called.
    private static func isInsideText(_ node: HTMLNode) -> Bool {
        if node.name == "a" || node.name == "code" || node.name == "em" || node.name == "strong" { return true }
        guard node.name == "span" || node.name == "b" || node.name == "i" || node.name == "mark" else { return false }
        return ["p", "li", "h2", "h3", "h4", "blockquote", "em", "strong", "td"].contains(node.parent?.name ?? "")
    }

    /// Named like something that stands beside articles, and not like one.
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

    /// Meant for screen readers or shown only when the pointer rests on something.
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

    /// Names of frames: what is called so may well hold the article.
    private static let frames = ["content", "article", "body", "main", "column", "story", "wrapper"]

    private static let likely = [
        "article-body", "articlebody", "article__body", "article-content", "article__content", "entry-content",
        "post-content", "post-body", "story-body", "storybody", "main-content", "body-content", "article-text",
        "content-body", "hentry", "article_body", "rich-text", "richtext",
    ]
}
