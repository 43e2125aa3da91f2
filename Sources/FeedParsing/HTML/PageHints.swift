/// Finds feeds of pages that do not declare them.
enum PageHints {
    /// From the page's own data: the channel of a YouTube handle or video, or the feed of a podcast at Apple.
    static func feeds(in bytes: UnsafeBufferPointer<UInt8>, pageURL: String) -> [String] {
        guard let page = SiteRules.Page(pageURL) else { return [] }
        if page.host.hasSuffix("youtube.com") || page.host == "youtu.be" {
            guard let id = channel(bytes) else { return [] }
            return ["https://www.youtube.com/feeds/videos.xml?channel_id=\(id)"]
        }
        guard page.host == "podcasts.apple.com" || page.host == "itunes.apple.com" else { return [] }
        for mark in ["\"feedUrl\":\"", "\"feedUrl\": \"", "&quot;feedUrl&quot;:&quot;"] as [StaticString] {
            let stops: [UInt8] = "\(mark)".hasPrefix("&") ? [0x22, 0x26] : [0x22]
            guard let value = value(after: mark, in: bytes, limit: 2_000, stops: stops) else { continue }
            let url = value.split(separator: "\\").joined().split(separator: "u0026").joined(separator: "&")
            if url.hasPrefix("http") { return [url] }
        }
        return []
    }

    private static func channel(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        let marks: [StaticString] = [
            "itemprop=\"channelId\" content=\"", "itemprop=\"identifier\" content=\"", "\"externalId\":\"",
            "\"channelId\":\"", "youtube.com/channel/",
        ]
        return marks.lazy.compactMap { value(after: $0, in: bytes, limit: 64, stops: [0x22, 0x26, 0x27, 0x3f, 0x2f]) }
            .first { id in
                id.utf8.count > 4 && id.utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == 0x2d || $0 == 0x5f }
            }
    }

    /// The text after `mark`, up to the first of the bytes `stops`.
    private static func value(
        after mark: StaticString,
        in bytes: UnsafeBufferPointer<UInt8>,
        limit: Int,
        stops: [UInt8]
    ) -> String? {
        guard let found = mark.withUTF8Buffer({ bytes.firstRange(of: $0, from: 0) }) else { return nil }
        let start = found + mark.utf8CodeUnitCount
        let end = bytes[start...].prefix(limit).firstIndex(where: stops.contains)
        guard let end, end > start else { return nil }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    /// The usual feed path of the program that made the page, from its `generator`.
    static func path(ofGenerator generator: String) -> String? {
        let name = generator.lowercased()
        return generators.first { name.holds($0.name) }?.path
    }

    private static let generators: [(name: String, path: String)] = [
        ("wordpress", "/feed/"), ("ghost", "/rss/"), ("blogger", "/feeds/posts/default"), ("hugo", "/index.xml"),
        ("jekyll", "/feed.xml"), ("discourse", "/latest.rss"), ("drupal", "/rss.xml"), ("wix", "/blog-feed.xml"),
        ("hexo", "/atom.xml"), ("squarespace", "/?format=rss"), ("substack", "/feed"), ("medium", "/feed"),
        ("mediawiki", "/index.php?title=Special:RecentChanges&feed=atom"), ("zola", "/atom.xml"),
        ("pelican", "/feeds/all.atom.xml"), ("eleventy", "/feed.xml"), ("astro", "/rss.xml"), ("gatsby", "/rss.xml"),
        ("joomla", "/?format=feed&type=rss"), ("movable type", "/atom.xml"), ("typo3", "/rss.xml"),
        ("tumblr", "/rss"), ("writefreely", "/feed/"), ("gitea", "/explore/repos.rss"),
    ]
}
