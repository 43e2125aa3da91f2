/// Finds the feeds of a page.
package enum FeedLinks {
    private static let limit = 100

    /// The feeds that the page declares, or else those it is known to have, or else links that look like feeds.
    package static func find(inHTML bytes: [UInt8], contentType: String?, pageURL: String) -> PageFeeds {
        var text = DocumentText.utf8(bytes, contentType: contentType)
        if text.count > FeedParser.sizeLimit { text.removeSubrange(FeedParser.sizeLimit...) }
        return text.withUnsafeBufferPointer { find(in: $0, pageURL: pageURL) }
    }

    /// Whether the feeds can be derived from the page's address alone.
    package static func hasRule(forPage url: String) -> Bool { !SiteRules.feeds(forPage: url).isEmpty }

    /// Addresses to try when a page declares no feed; if the site has rules, only theirs.
    package static func candidates(forPage url: String) -> [String] {
        let known = SiteRules.feeds(forPage: url)
        guard known.isEmpty else { return known }
        let names = [
            "feed", "rss", "feed.xml", "rss.xml", "atom.xml", "index.xml", "feed.json", "feed.rss", "feed/",
            "blog/feed",
        ]
        return SiteRules.guesses(forPage: url) + names.map { URLReference.resolve("/\($0)", against: url) }
    }

    /// Adds an alternate from a `Link` header, which is equivalent to a link element (RFC 8288, appendix A).
    ///
    /// Types that are not feeds are skipped.
    package static func addAlternate(
        _ target: String,
        type: String?,
        title: String?,
        pageURL: String,
        to found: inout PageFeeds
    ) {
        let type = type.map { $0.prefix { $0 != ";" }.trimmingSpace().lowercased() } ?? ""
        guard types.contains(type), !target.isEmpty else { return }
        let url = URLReference.resolve(target, against: pageURL)
        add(judged(FeedLink(url: url, title: title.flatMap(TitleText.clean), mimeType: type)), to: &found.feeds)
    }

    private static func find(in bytes: UnsafeBufferPointer<UInt8>, pageURL: String) -> PageFeeds {
        var found = PageFeeds()
        var anchors: [FeedLink] = []
        var icons = PageIcons()
        var base = pageURL
        var hasBase = false
        var scanner = HTMLScanner(bytes)
        while let token = scanner.next() {
            guard case .open(let tag, let range, _) = token, elements.contains(tag.text) else { continue }
            let name = tag.text
            let attributes = HTMLAttributes(UnsafeBufferPointer(rebasing: bytes[range]))
            if name == "meta" {
                if found.guesses.count < 2 { found.guesses += guess(attributes, base) }
                continue
            }
            guard let href = attributes.value("href")?.trimmingSpace(), !href.isEmpty,
                href.utf8.count <= ParseLimits.linkLength
            else { continue }
            let url = URLReference.resolve(withoutFeedScheme(withoutBreaks(href)), against: base)
            switch name {
            case "base":
                if !hasBase { base = url }
                hasBase = true
            case "link":
                let relations = relations(attributes)
                if isFeed(relations, attributes) { add(link(url, attributes), to: &found.feeds) }
                icons.offer(url, relations, sizes: attributes.value("sizes"), type: attributes.value("type"))
            default:
                if looksLikeFeed(url, attributes) { add(link(url, attributes), to: &anchors) }
            }
        }
        if !found.feeds.contains(where: { !$0.isUnlikely }) {
            let known = PageHints.feeds(in: bytes, pageURL: pageURL) + SiteRules.feeds(forPage: pageURL)
            for url in known { add(FeedLink(url: url), to: &found.feeds) }
            if known.isEmpty { for link in anchors { add(link, to: &found.feeds) } }
        } else if let releases = SiteRules.feeds(forPage: pageURL).first, releases.hasSuffix("/releases.atom") {
            // A project's page declares its commits, but most people want its releases.
            add(FeedLink(url: releases), to: &found.feeds)
        }
        found.feeds = found.feeds.filter { !$0.isUnlikely } + found.feeds.filter(\.isUnlikely)
        found.iconURL = icons.best ?? favicon(pageURL)
        found.pictureURL = icons.bestPicture
        return found
    }

    private static let elements: Set<String> = ["link", "base", "a", "area", "meta"]

    /// Browsers drop line breaks and tabs inside addresses.
    private static func withoutBreaks(_ href: Substring) -> String {
        String(decoding: href.utf8.filter { $0 != 0x0a && $0 != 0x0d && $0 != 0x09 }, as: UTF8.self)
    }

    /// Removes the `feed:` of `feed:https://…` and `feed://…`, which browsers once used for feeds.
    private static func withoutFeedScheme(_ href: String) -> String {
        guard href.lowercased().hasPrefix("feed:") else { return href }
        let rest = href.dropFirst(5)
        return rest.hasPrefix("//") ? "https:" + rest : String(rest)
    }

    private static func guess(_ attributes: HTMLAttributes, _ base: String) -> [String] {
        let name = (attributes.value("name") ?? attributes.value("property"))?.lowercased()
        guard let name, let content = attributes.value("content") else { return [] }
        // Publications on their own domains at Medium show that only in a tag for phones.
        guard name == "generator" || (name == "al:android:package" && content.holds("medium")),
            let path = PageHints.path(ofGenerator: content)
        else { return [] }
        return [URLReference.resolve(path, against: base)]
    }

    private static func favicon(_ pageURL: String) -> String? {
        guard pageURL.hasPrefix("http://") || pageURL.hasPrefix("https://") else { return nil }
        return URLReference.resolve("/favicon.ico", against: pageURL)
    }

    private static func add(_ link: FeedLink, to links: inout [FeedLink]) {
        guard links.count < limit, !URLReference.isProgram(link.url), !links.contains(where: { $0.url == link.url })
        else { return }
        links.append(link)
    }

    private static func link(_ url: String, _ attributes: HTMLAttributes) -> FeedLink {
        let type = attributes.value("type")?.trimmingSpace().lowercased()
        let title = attributes.value("title").flatMap(TitleText.clean)
        return judged(FeedLink(url: url, title: title, mimeType: type?.isEmpty == true ? nil : type))
    }

    private static func judged(_ link: FeedLink) -> FeedLink {
        var link = link
        // WordPress declares its programming interface with the same relation.
        link.isUnlikely = link.url.holds("/wp-json/") || link.url.holds("oembed") || isOfComments(link)
        return link
    }

    private static func isOfComments(_ link: FeedLink) -> Bool {
        let path = link.url.lowercased()
        if ["/comments/feed", "/comments/default", "feed=comments", "/comments.atom", "/comments.xml", "/comments/rss"]
            .contains(where: { path.holds($0) })
        {
            return true
        }
        guard let title = link.title?.lowercased() else { return false }
        return commentWords.contains { title.hasSuffix($0) || title.holds("» " + $0) || title.hasPrefix($0) }
    }

    private static let commentWords = [
        "comments feed", "comment feed", "comments", "comments (rss)", "comments rss", "kommentar-feed", "kommentare",
        "flux des commentaires", "feed de los comentarios", "feed dei commenti", "лента комментариев", "评论 feed",
        "コメントのフィード", "reactiesfeed", "kommentarsström", "feed de comentários",
    ]

    private static func relations(_ attributes: HTMLAttributes) -> [Substring] {
        (attributes.value("rel") ?? "").lowercased().split { $0.isWhitespace || $0 == "," }
    }

    private static func isFeed(_ relations: [Substring], _ attributes: HTMLAttributes) -> Bool {
        let isAlternate = relations.contains("alternate") || relations.contains("alternative")
        guard isAlternate || relations.contains("feed") || relations.contains("service.feed"),
            // An alternate style sheet may be XML, too (HTML, section 4.6.7.1).
            !relations.contains("stylesheet")
        else { return false }
        let type = (attributes.value("type") ?? "").prefix { $0 != ";" }.trimmingSpace().lowercased()
        return types.contains(type) || (type.isEmpty && relations.contains("feed"))
    }

    private static let types: Set<String> = [
        "application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json",
        "application/json", "application/xml", "text/xml", "application/x-rss+xml", "application/x-atom+xml",
        "application/rss", "application/atom", "text/rss+xml", "text/atom+xml", "text/rss", "application/x-netcdf",
        "application/xml+rss", "application/xml+atom", "application/x.atom+xml", "application/x.rss+xml",
    ]

    private static func looksLikeFeed(_ url: String, _ attributes: HTMLAttributes) -> Bool {
        guard url.hasPrefix("http") else { return false }
        if let type = attributes.value("type")?.lowercased(), type.holds("rss+xml") || type.holds("atom+xml") {
            return true
        }
        let path = url.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return endings.contains { path.hasSuffix($0) } && !path.holds("/dialog/")
    }

    private static let endings = [
        ".rss", ".atom", "/rss", "/rss/", "/feed", "/feed/", "/feed.xml", "/rss.xml", "/atom.xml", "/index.xml",
        "/feed.json", "/feeds/posts/default", ".rdf",
    ]
}

/// Chooses the icon of a page that looks best at a small size.
struct PageIcons {
    /// In pixels; larger icons cost more without looking better.
    private static let enough = 256

    private var chosen: (url: String, rank: Int)?
    private var picture: (url: String, rank: Int)?

    var best: String? { chosen?.url }
    /// The same without drawings and without files of several pictures (`.ico`), which chat programs do not show.
    var bestPicture: String? { picture?.url }

    /// `sizes` is `16x16 32x32` or `any` (HTML, section 4.6.7.8).
    mutating func offer(_ url: String, _ relations: [Substring], sizes: String?, type: String?) {
        guard url.hasPrefix("http://") || url.hasPrefix("https://") || !URLReference.isAbsolute(url) else { return }
        let isIcon = relations.contains("icon")
        guard isIcon || relations.contains(where: { $0.hasPrefix("apple-touch-icon") }) else { return }
        let declared = (sizes ?? "").lowercased().split(separator: " ").compactMap { size in
            size == "any" ? Self.enough : Int(size.prefix { $0.isNumber })
        }.max()
        let isDrawing = type?.lowercased().holds("svg") == true || url.lowercased().hasSuffix(".svg")
        let size = declared ?? (isDrawing ? Self.enough : 16)
        // Touch icons are used only if the page has no other.
        let rank = (isIcon ? 1_000 : 0) + (size <= Self.enough ? size : 1)
        if rank > chosen?.rank ?? -1 { chosen = (url, rank) }
        let isSeveral = type?.lowercased().holds("icon") == true || Self.path(of: url).hasSuffix(".ico")
        if !isDrawing, !isSeveral, !Self.path(of: url).hasSuffix(".svg"), rank > picture?.rank ?? -1 {
            picture = (url, rank)
        }
    }
}

extension PageIcons {
    private static func path(of url: String) -> String { url.prefix { $0 != "?" && $0 != "#" }.lowercased() }
}

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
    /// The page's own icon as a picture that chat and mail programs show; nil if it links none.
    package var pictureURL: String?
    /// Feed addresses that are usual for the program which made the page; they are tried if the page declares no feed.
    package var guesses: [String] = []

    package init() {}
}
