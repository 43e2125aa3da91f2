internal import TextAnalysis

/// Keys that articles of one story share, made from URLs and titles.
package enum StoryKeys {
    /// One spelling for all addresses of a page; nil when the address is not an article.
    ///
    /// Without scheme, `www.`, default port, tracking parameters and trailing slash; parameters are sorted by name.
    /// A site's front page and `homePage` are not articles. A fragment that names a part of the page is kept, because
    /// change logs and forums link their entries that way.
    package static func canonicalURL(_ url: String, homePage: String? = nil) -> String? {
        guard let address = WebAddress(url) else { return nil }
        let key = key(of: address)
        guard !isFrontPage(key) else { return nil }
        if let home = homePage.flatMap(WebAddress.init), self.key(of: home) == key {
            return nil
        }
        return key
    }

    /// The title as stories compare it; nil when it has too few significant words to distinguish stories.
    package static func titleKey(_ title: String, source: String? = nil) -> String? {
        StoryTitleKey.key(for: title, source: source)
    }

    /// The URL for readers: the same page without tracking parameters.
    ///
    /// `sites` are the addresses of the feed and its home page. A `ref` that names one of them is a tracking parameter.
    package static func cleanURL(_ url: String, sites: [String] = []) -> String {
        guard var address = WebAddress(url), let query = address.query else { return url }
        let hosts = Set(sites.compactMap { WebAddress($0)?.host } + [address.host])
        let kept = TrackingParameters.removed(from: query, ownHosts: hosts)
        guard kept != query else { return url }
        address.query = kept
        return address.text
    }

    private static func key(of address: WebAddress) -> String {
        var key = address.host.hasPrefix("www.") ? String(address.host.dropFirst(4)) : address.host
        var path = normalizedEscapes(address.path)
        while path.hasSuffix("/") {
            path.removeLast()
        }
        key += path
        if let query = address.query.flatMap({ TrackingParameters.removed(from: $0, ownHosts: [address.host]) }) {
            key +=
                "?" + query.split(separator: "&").sorted().map { normalizedEscapes(String($0)) }.joined(separator: "&")
        }
        if let fragment = address.fragment, namesPart(fragment) {
            key += "#" + fragment
        }
        return key
    }

    private static func isFrontPage(_ key: String) -> Bool {
        guard let slash = key.firstIndex(of: "/") else { return !key.contains("?") && !key.contains("#") }
        return ["/index.html", "/index.htm", "/index.php", "/home", "/default.aspx"].contains(
            key[slash...].lowercased()
        )
    }

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
