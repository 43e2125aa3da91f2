internal import TextAnalysis

/// Keys that articles of one story share, made from URLs and titles.
package enum StoryKeys {
    /// One spelling for all addresses of a page; nil when the address is not an article.
    ///
    /// Without scheme, `www.`, default port, tracking parameters and trailing slash; parameters are sorted by name.
    /// A site's front page and `homePage` are not articles. A fragment that names a part of the page is kept, because
    /// change logs and forums link their entries that way.
    package static func canonicalURL(_ url: String, homePage: String? = nil) -> String? {
        WebAddress(url).flatMap { canonicalURL($0, site: Site(homePage: homePage)) }
    }

    /// The same for many entries of one feed.
    package static func canonicalURL(_ url: String, site: Site) -> String? {
        WebAddress(url).flatMap { canonicalURL($0, site: site) }
    }

    static func canonicalURL(_ address: WebAddress, site: Site) -> String? {
        page(address).flatMap { site.isHome($0) ? nil : $0 }
    }

    /// The same for an unknown site; nil for a front page.
    static func page(_ address: WebAddress) -> String? {
        let key = key(of: address)
        return isFrontPage(key) ? nil : key
    }

    /// What the addresses and titles of one feed's entries are compared with.
    package struct Site: Sendable {
        fileprivate let homeKey: String?
        fileprivate let publisher: StoryTitleKey.Publisher

        /// - Parameter name: the feed's title.
        package init(homePage: String?, name: String? = nil) {
            homeKey = homePage.flatMap(WebAddress.init).map(StoryKeys.key)
            publisher = StoryTitleKey.Publisher(name)
        }

        /// Whether a page is the site's home page.
        func isHome(_ page: String) -> Bool { page == homeKey }
    }

    /// The title as stories compare it; nil when it has too few significant words to distinguish stories.
    package static func titleKey(_ title: String, source: String? = nil) -> String? {
        StoryTitleKey.key(for: title, source: source)
    }

    /// The same for many entries of one feed.
    package static func titleKey(_ title: String, site: Site) -> String? {
        StoryTitleKey.key(for: title, publisher: site.publisher)
    }

    /// The URL for readers: the same page without tracking parameters.
    ///
    /// `sites` are the addresses of the feed and its home page. A `ref` that names one of them is a tracking parameter.
    package static func cleanURL(_ url: String, sites: [String] = []) -> String {
        // Most have no parameters.
        guard url.utf8.contains(UInt8(ascii: "?")), var address = WebAddress(url), let query = address.query
        else { return url }
        let hosts = Set(sites.compactMap { WebAddress($0)?.host } + [address.host])
        let kept = TrackingParameters.removed(from: query, ownHosts: hosts)
        guard kept != query else { return url }
        address.query = kept
        return address.text
    }

    private static func key(of address: WebAddress) -> String {
        var key = address.host.hasPrefix("www.") ? String(Substring(address.host.utf8.dropFirst(4))) : address.host
        var path = normalizedEscapes(address.path)
        while path.utf8.last == UInt8(ascii: "/") {
            path.removeLast()
        }
        key += path
        if let query = address.query.flatMap({ TrackingParameters.removed(from: $0, ownHosts: [address.host]) }) {
            let parts = TrackingParameters.parts(of: query).sorted()
            key += "?" + parts.map { normalizedEscapes(String($0)) }.joined(separator: "&")
        }
        if let fragment = address.fragment, namesPart(fragment) {
            key += "#" + fragment
        }
        return key
    }

    private static func isFrontPage(_ key: String) -> Bool {
        let bytes = key.utf8
        guard let slash = bytes.firstIndex(of: UInt8(ascii: "/")) else {
            return !bytes.contains(UInt8(ascii: "?")) && !bytes.contains(UInt8(ascii: "#"))
        }
        let path = key[slash...]
        return path.utf8.count <= longestFront && frontPages.contains(path.lowercased())
    }

    private static let frontPages: Set<String> = ["/index.html", "/index.htm", "/index.php", "/home", "/default.aspx"]
    /// In bytes; more than any entry of `frontPages` has.
    private static let longestFront = 40

    private static func namesPart(_ fragment: String) -> Bool {
        let fragment = fragment.lowercased()
        let noise = [":~:", "xtor=", "utm_", "ref", "comment", "respond", "rss", "top", "content", "main", "/"]
        return !fragment.isEmpty && !noise.contains(where: fragment.hasPrefix)
    }

    /// Unnecessary escapes are decoded, the others get capital digits (RFC 3986 section 6.2.2).
    private static func normalizedEscapes(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let high = hexadecimal(bytes[index + 1]), let low = hexadecimal(bytes[index + 2])
            else {
                result.append(bytes[index])
                index += 1
                continue
            }
            let byte = high << 4 | low
            if isUnreserved(byte) {
                result.append(byte)
            } else {
                result.append(contentsOf: [bytes[index], capital(bytes[index + 1]), capital(bytes[index + 2])])
            }
            index += 3
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }

    private static func capital(_ byte: UInt8) -> UInt8 { byte >= 0x61 ? byte - 0x20 : byte }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
        default:
            byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
                || byte == UInt8(ascii: "~")
        }
    }
}
