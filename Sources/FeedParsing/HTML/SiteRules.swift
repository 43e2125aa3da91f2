/// Sites whose feeds follow from the page's address.
enum SiteRules {
    static func feeds(forPage url: String) -> [String] {
        guard let scheme = url.firstRange(of: "://") else { return [] }
        let rest = url[scheme.upperBound...]
        let host = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }.lowercased()
        let path = rest.dropFirst(host.count).prefix { $0 != "?" && $0 != "#" }.split(separator: "/").map(String.init)
        let name = host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
        switch name {
        case "youtube.com", "m.youtube.com": return youtube(path, url)
        case "reddit.com", "old.reddit.com", "new.reddit.com": return reddit(path)
        case "github.com": return github(path)
        case "medium.com": return path.isEmpty ? [] : ["https://medium.com/feed/\(path[0])"]
        default: break
        }
        if name.hasSuffix(".medium.com") { return ["https://\(name)/feed"] }
        if name.hasSuffix(".substack.com") { return ["https://\(name)/feed"] }
        if name.hasSuffix(".tumblr.com") { return ["https://\(name)/rss"] }
        if name.contains(".blogspot.") { return ["https://\(name)/feeds/posts/default"] }
        if name.hasSuffix(".wordpress.com") { return ["https://\(name)/feed/"] }
        // Mastodon and its kin.
        if path.count == 1, path[0].hasPrefix("@"), !path[0].dropFirst().contains("@") {
            return ["https://\(name)/\(path[0]).rss"]
        }
        return []
    }

    private static func youtube(_ path: [String], _ url: String) -> [String] {
        let feed = "https://www.youtube.com/feeds/videos.xml"
        if path.count >= 2, path[0] == "channel" { return ["\(feed)?channel_id=\(path[1])"] }
        if path.count >= 2, path[0] == "user" { return ["\(feed)?user=\(path[1])"] }
        guard path.first == "playlist", let mark = url.firstRange(of: "list=") else { return [] }
        let list = url[mark.upperBound...].prefix { $0 != "&" && $0 != "#" }
        return list.isEmpty ? [] : ["\(feed)?playlist_id=\(list)"]
    }

    private static func reddit(_ path: [String]) -> [String] {
        guard path.count >= 2, path[0] == "r" || path[0] == "user" || path[0] == "u" else {
            return path.isEmpty ? ["https://www.reddit.com/.rss"] : []
        }
        return ["https://www.reddit.com/\(path.prefix(6).joined(separator: "/"))/.rss"]
    }

    private static func github(_ path: [String]) -> [String] {
        guard path.count >= 2 else { return path.isEmpty ? [] : ["https://github.com/\(path[0]).atom"] }
        let project = "https://github.com/\(path[0])/\(path[1])"
        switch path.dropFirst(2).first {
        case "commits": return ["\(project)/commits\(path.count > 3 ? "/\(path[3])" : "").atom"]
        case "tags": return ["\(project)/tags.atom"]
        default: return ["\(project)/releases.atom", "\(project)/commits.atom"]
        }
    }
}
