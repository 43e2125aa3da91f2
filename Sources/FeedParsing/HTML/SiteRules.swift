/// Derives feeds from page addresses, for sites with known rules.
enum SiteRules {
    /// The parts of an address that the rules use.
    struct Page {
        /// Without `www.`, in lower case.
        var host: String
        var path: [String]
        var query: Substring

        init?(_ url: String) {
            guard let scheme = url.firstRange(of: "://") else { return nil }
            let rest = url[scheme.upperBound...]
            let host = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
            let path = rest.dropFirst(host.count).prefix { $0 != "?" && $0 != "#" }
            let query = rest.dropFirst(host.count + path.count).prefix { $0 != "#" }.dropFirst()
            let lower = host.lowercased()
            self.host = lower.hasPrefix("www.") ? String(lower.dropFirst(4)) : lower
            self.path = path.split(separator: "/").map(String.init)
            self.query = query
        }

        func parameter(_ name: String) -> Substring? {
            for pair in query.split(separator: "&") {
                let halves = pair.split(separator: "=", maxSplits: 1)
                if halves.count == 2, halves[0] == name { return halves[1] }
            }
            return nil
        }

        var root: String { "https://\(host)" }
    }

    /// The feeds of sites with a known rule; empty for other sites.
    static func feeds(forPage url: String) -> [String] {
        guard let page = Page(url) else { return [] }
        switch page.host {
        case "youtube.com", "m.youtube.com", "youtu.be", "music.youtube.com": return youtube(page)
        case "reddit.com", "old.reddit.com", "new.reddit.com", "np.reddit.com": return reddit(page.path)
        case "medium.com": return medium(page.path)
        case "bsky.app": return bluesky(page.path)
        case "vimeo.com": return page.path.count == 1 ? ["https://vimeo.com/\(page.path[0])/videos/rss"] : []
        case "dev.to": return page.path.isEmpty ? ["https://dev.to/feed"] : ["https://dev.to/feed/\(page.path[0])"]
        case "news.ycombinator.com": return ["https://news.ycombinator.com/rss"]
        case "lobste.rs":
            return [page.path.first == "t" ? "\(page.root)/t/\(page.path.last ?? "").rss" : "\(page.root)/rss"]
        case "store.steampowered.com":
            return page.path.count > 1 && page.path[0] == "app" ? ["\(page.root)/feeds/news/app/\(page.path[1])"] : []
        case "arxiv.org":
            return page.path.count > 1 && page.path[0] == "list" ? ["https://rss.arxiv.org/rss/\(page.path[1])"] : []
        default: break
        }
        let code = CodeSites.feeds(page)
        return code.isEmpty ? hosted(page) : code
    }

    /// Addresses to try, because the page's address looks like that of a known program on any host.
    static func guesses(forPage url: String) -> [String] {
        guard let page = Page(url), let first = page.path.first else { return [] }
        let origin = URLReference.resolve("/", against: url)
        // Mastodon and similar servers.
        if page.path.count <= 2, first.hasPrefix("@"), first.count > 1 { return ["\(origin)\(first).rss"] }
        // Lemmy.
        if page.path.count >= 2, first == "c" || first == "u" {
            return ["\(origin)feeds/\(first)/\(page.path[1]).xml?sort=New"]
        }
        return []
    }

    // MARK: - Single sites

    private static func youtube(_ page: Page) -> [String] {
        let feed = "https://www.youtube.com/feeds/videos.xml"
        if page.path.count >= 2, page.path[0] == "channel" { return ["\(feed)?channel_id=\(page.path[1])"] }
        if page.path.count >= 2, page.path[0] == "user" { return ["\(feed)?user=\(page.path[1])"] }
        guard let list = page.parameter("list"), !list.isEmpty else { return [] }
        return ["\(feed)?playlist_id=\(list)"]
    }

    /// The front page, communities (also several joined with `+`), people and their collections, single discussions.
    private static func reddit(_ path: [String]) -> [String] {
        guard let first = path.first else { return ["https://www.reddit.com/.rss"] }
        guard path.count >= 2, ["r", "user", "u", "domain"].contains(first) else { return [] }
        let kept = path.prefix { !$0.hasPrefix(".rss") }.prefix(6).joined(separator: "/")
        return ["https://www.reddit.com/\(kept)/.rss"]
    }

    /// People and publications; `tag` pages have their own feeds.
    private static func medium(_ path: [String]) -> [String] {
        guard let first = path.first else { return [] }
        if first == "tag", path.count > 1 { return ["https://medium.com/feed/tag/\(path[1])"] }
        return ["m", "search", "membership", "about"].contains(first) ? [] : ["https://medium.com/feed/\(first)"]
    }

    private static func bluesky(_ path: [String]) -> [String] {
        guard path.count >= 2, path[0] == "profile" else { return [] }
        return ["https://bsky.app/profile/\(path[1])/rss"]
    }

    // MARK: - Hosts of many blogs

    private static func hosted(_ page: Page) -> [String] {
        if StackExchange.isMember(page.host) { return StackExchange.feeds(page) }
        if page.host.contains(".blogspot.") { return ["\(page.root)/feeds/posts/default"] }
        guard let feed = suffixes.first(where: { page.host.hasSuffix($0.host) })?.feed else { return [] }
        return [page.root + feed]
    }

    private static let suffixes: [(host: String, feed: String)] = [
        (".medium.com", "/feed"), (".substack.com", "/feed"), (".tumblr.com", "/rss"), (".wordpress.com", "/feed/"),
        (".ghost.io", "/rss/"), (".hashnode.dev", "/rss.xml"), (".bearblog.dev", "/feed/"),
        (".micro.blog", "/feed.xml"), (".livejournal.com", "/data/rss"), (".dreamwidth.org", "/data/rss"),
        (".typepad.com", "/atom.xml"), (".hatenablog.com", "/feed"), (".over-blog.com", "/rss"),
        (".prose.sh", "/rss"), (".writeas.com", "/feed/"), (".itch.io", "/devlog.rss"),
    ]
}

/// The Stack Exchange sites.
enum StackExchange {
    private static let hosts: Set<String> = [
        "stackoverflow.com", "superuser.com", "serverfault.com", "askubuntu.com", "mathoverflow.net", "stackapps.com",
    ]

    static func isMember(_ host: String) -> Bool { hosts.contains(host) || host.hasSuffix(".stackexchange.com") }

    static func feeds(_ page: SiteRules.Page) -> [String] {
        let path = page.path
        guard path.count > 1, path[0] == "questions" || path[0] == "users" else { return ["\(page.root)/feeds"] }
        if path[0] == "users" { return ["\(page.root)/feeds/user/\(path[1])"] }
        if path[1] == "tagged", path.count > 2 { return ["\(page.root)/feeds/tag/\(path[2])"] }
        return path[1].allSatisfy(\.isNumber) ? ["\(page.root)/feeds/question/\(path[1])"] : ["\(page.root)/feeds"]
    }
}
