/// Finds the feeds behind a page.
package enum FeedLinks {
    private static let limit = 100

    /// What the page itself declares; failing that, anchors that plainly lead to a feed.
    package static func find(inHTML bytes: [UInt8], contentType: String?, pageURL: String) -> PageFeeds {
        var text = DocumentText.utf8(bytes, contentType: contentType)
        if text.count > FeedParser.sizeLimit { text.removeSubrange(FeedParser.sizeLimit...) }
        return text.withUnsafeBufferPointer { find(in: $0, pageURL: pageURL) }
    }

    /// Addresses worth asking when a page declares nothing, the site's own rules first.
    package static func candidates(forPage url: String) -> [String] {
        let known = SiteRules.feeds(forPage: url)
        guard known.isEmpty else { return known }
        let names = [
            "feed", "rss", "feed.xml", "rss.xml", "atom.xml", "index.xml", "feed.json", "feed.rss", "feed/",
            "blog/feed",
        ]
        return names.map { URLReference.resolve("/\($0)", against: url) }
    }

    private static func find(in bytes: UnsafeBufferPointer<UInt8>, pageURL: String) -> PageFeeds {
        var found = PageFeeds()
        var anchors: [FeedLink] = []
        var base = pageURL
        var hasBase = false
        var touchIcon: String?
        var scanner = HTMLScanner(bytes)
        while let token = scanner.next() {
            guard case .open(let name, let range, _) = token, name == "link" || name == "base" || name == "a" else {
                continue
            }
            let attributes = HTMLAttributes(UnsafeBufferPointer(rebasing: bytes[range]))
            guard let href = attributes.value("href")?.trimmingSpace(), !href.isEmpty else { continue }
            let url = URLReference.resolve(String(href), against: base)
            switch name {
            case "base":
                if !hasBase { base = url }
                hasBase = true
            case "link":
                let relations = relations(attributes)
                if isFeed(relations, attributes) { add(link(url, attributes), to: &found.feeds) }
                if relations.contains("icon") { found.iconURL = found.iconURL ?? url }
                if relations.contains("apple-touch-icon") { touchIcon = touchIcon ?? url }
            default:
                if looksLikeFeed(url, attributes) { add(link(url, attributes), to: &anchors) }
            }
        }
        if !found.feeds.contains(where: { !$0.isUnlikely }) { found.feeds += anchors }
        found.feeds = found.feeds.filter { !$0.isUnlikely } + found.feeds.filter(\.isUnlikely)
        found.iconURL = found.iconURL ?? touchIcon
        return found
    }

    private static func add(_ link: FeedLink, to links: inout [FeedLink]) {
        guard links.count < limit, !links.contains(where: { $0.url == link.url }) else { return }
        links.append(link)
    }

    private static func link(_ url: String, _ attributes: HTMLAttributes) -> FeedLink {
        let type = attributes.value("type")?.trimmingSpace().lowercased()
        let title = attributes.value("title").flatMap(TitleText.clean)
        var link = FeedLink(url: url, title: title, mimeType: type?.isEmpty == true ? nil : type)
        // WordPress offers its programming interface under the same relation.
        link.isUnlikely = url.contains("/wp-json/") || url.contains("oembed")
        return link
    }

    private static func relations(_ attributes: HTMLAttributes) -> [Substring] {
        (attributes.value("rel") ?? "").lowercased().split { $0.isWhitespace || $0 == "," }
    }

    private static func isFeed(_ relations: [Substring], _ attributes: HTMLAttributes) -> Bool {
        let isAlternate = relations.contains("alternate") || relations.contains("alternative")
        guard isAlternate || relations.contains("feed") || relations.contains("service.feed") else { return false }
        let type = (attributes.value("type") ?? "").prefix { $0 != ";" }.trimmingSpace().lowercased()
        return types.contains(type) || (type.isEmpty && relations.contains("feed"))
    }

    private static let types: Set<String> = [
        "application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json",
        "application/json", "application/xml", "text/xml", "application/x-rss+xml", "application/x-atom+xml",
        "application/rss", "application/atom", "text/rss+xml", "text/atom+xml", "text/rss", "application/x-netcdf",
        "application/xml+rss", "application/xml+atom",
    ]

    private static func looksLikeFeed(_ url: String, _ attributes: HTMLAttributes) -> Bool {
        guard url.hasPrefix("http") else { return false }
        if let type = attributes.value("type")?.lowercased(), type.contains("rss+xml") || type.contains("atom+xml") {
            return true
        }
        let path = url.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return endings.contains { path.hasSuffix($0) } && !path.contains("/dialog/")
    }

    private static let endings = [
        ".rss", ".atom", "/rss", "/rss/", "/feed", "/feed/", "/feed.xml", "/rss.xml", "/atom.xml", "/index.xml",
        "/feed.json", "/feeds/posts/default", ".rdf",
    ]
}
