/// The vocabularies that feeds use, by their usual prefix.
enum FeedNamespace: String {
    case plain = ""
    case atom, rdf, content, dc, media, itunes, slash, sy, georss, podcast, feedburner, wfw, thr, activity, xhtml, xml
    case foreign = "?"

    /// The vocabulary of a namespace address, or else of a well-known prefix.
    ///
    /// Feeds misspell addresses and omit declarations, but their prefixes are almost always the usual ones.
    static func named(address: String?, prefix: String?) -> FeedNamespace {
        if let address, let known = usual[address] ?? known(address) { return known }
        guard let prefix else { return address == nil ? .plain : .foreign }
        switch prefix.lowercased() {
        case "dcterms": return .dc
        case "atom10", "a10", "atom03": return .atom
        case "googleplay": return .itunes
        case "rss", "rss1", "rss2": return .plain
        case let usual: return FeedNamespace(rawValue: usual) ?? .foreign
        }
    }

    private static func known(_ address: String) -> FeedNamespace? {
        let key = normalised(address)
        if let found = addresses[key] { return found }
        return parts.first { key.holds($0.part) }?.namespace
    }

    private static func normalised(_ address: String) -> String {
        var key = address.lowercased()[...]
        while key.last == "/" || key.last == "#" || key.last == " " { key.removeLast() }
        while key.first == " " { key.removeFirst() }
        if let scheme = key.firstRange(of: "://") { key = key[scheme.upperBound...] }
        if key.hasPrefix("www.") { key.removeFirst(4) }
        return String(key)
    }

    private static let addresses: [String: FeedNamespace] = [
        "": .plain,
        "w3.org/2005/atom": .atom, "purl.org/atom/ns": .atom, "purl.org/atom": .atom,
        "purl.org/rss/1.0": .plain, "my.netscape.com/rdf/simple/0.9": .plain,
        "channel.netscape.com/rdf/simple/0.9": .plain,
        "my.netscape.com/publish/formats/rss-0.91.dtd": .plain, "backend.userland.com/rss": .plain,
        "backend.userland.com/rss2": .plain, "backend.userland.com/rss091": .plain,
        "backend.userland.com/rss092": .plain, "blogs.law.harvard.edu/tech/rss": .plain,
        "cyber.law.harvard.edu/rss": .plain, "purl.org/net/rss1.1": .plain, "rssboard.org/rss-specification": .plain,
        "w3.org/1999/02/22-rdf-syntax-ns": .rdf,
        "purl.org/rss/1.0/modules/content": .content,
        "purl.org/dc/elements/1.0": .dc, "purl.org/dc/elements/1.1": .dc, "purl.org/dc/terms": .dc,
        "purl.org/rss/1.0/modules/dcterms": .dc,
        "search.yahoo.com/mrss": .media, "search.yahoo.com/rss": .media, "tools.search.yahoo.com/mrss": .media,
        "video.search.yahoo.com/mrss": .media,
        "itunes.com/dtds/podcast-1.0.dtd": .itunes, "google.com/schemas/play-podcasts/1.0": .itunes,
        "purl.org/rss/1.0/modules/slash": .slash, "purl.org/rss/1.0/modules/syndication": .sy,
        "georss.org/georss": .georss, "podcastindex.org/namespace/1.0": .podcast,
        "rssnamespace.org/feedburner/ext/1.0": .feedburner, "wellformedweb.org/commentapi": .wfw,
        "activitystrea.ms/spec/1.0": .activity, "activitystrea.ms/schema/1.0": .activity,
        "purl.org/syndication/thread/1.0": .thr, "w3.org/1999/xhtml": .xhtml,
        "w3.org/xml/1998/namespace": .xml,
    ]

    /// The addresses in their usual spellings, which need no normalising.
    private static let usual: [String: FeedNamespace] = {
        var usual: [String: FeedNamespace] = [:]
        for (key, namespace) in addresses where !key.isEmpty {
            for start in ["http://", "http://www.", "https://", "https://www."] {
                for end in ["", "/", "#"] { usual[start + key + end] = namespace }
            }
        }
        usual["http://www.w3.org/2005/Atom"] = .atom
        usual["http://wellformedweb.org/CommentAPI/"] = .wfw
        return usual
    }()

    private static let parts: [(part: String, namespace: FeedNamespace)] = [
        ("purl.org/dc/", .dc), ("search.yahoo.com/", .media), ("itunes.com/dtds/", .itunes),
        ("podcastindex", .podcast), ("modules/content", .content), ("w3.org/2005/atom", .atom),
        ("backend.userland.com/", .plain),
    ]
}

extension Substring {
    fileprivate func firstRange(of text: StaticString) -> Range<Index>? {
        let wanted = "\(text)"
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(wanted) { return start..<index(start, offsetBy: wanted.count) }
            start = index(after: start)
        }
        return nil
    }
}
