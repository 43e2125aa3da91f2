/// The parts of an http or https URL, which need not be valid.
///
/// Feeds contain every kind of broken URL. A strict parser would leave those articles without a key.
struct WebAddress {
    var scheme: String
    /// User name and password, if any, with the `@`.
    var userInfo: String
    /// In lower case, without the scheme's default port.
    var host: String
    /// Begins with `/`, or is empty.
    var path: String
    /// Without the `?`; nil when there is none.
    var query: String?
    /// Without the `#`; nil when there is none.
    var fragment: String?

    /// UTF-8 bytes; longer addresses are refused.
    static let longest = 4_096

    init?(_ text: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        var rest = text.trimmingBlanks()
        // Bytes are searched, because comparing characters is slow: each is compared with its combining marks.
        guard let known = Self.scheme(of: rest.utf8) else { return nil }
        scheme = known
        rest = rest[rest.utf8.index(rest.startIndex, offsetBy: scheme.utf8.count + 3)...]

        if let hash = rest.utf8.firstIndex(of: UInt8(ascii: "#")) {
            fragment = String(rest[rest.utf8.index(after: hash)...])
            rest = rest[..<hash]
        }
        if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
            query = String(rest[rest.utf8.index(after: mark)...])
            rest = rest[..<mark]
        }
        let slash = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
        path = String(rest[slash...])
        var authority = rest[..<slash]
        userInfo = ""
        if let at = authority.utf8.lastIndex(of: UInt8(ascii: "@")) {
            userInfo = String(authority[...at])
            authority = authority[authority.utf8.index(after: at)...]
        }
        host = Self.host(authority, scheme: scheme)
        guard !host.isEmpty else { return nil }
    }

    /// "http" or "https"; nil if the address does not begin with one of them and "://".
    private static func scheme(of bytes: Substring.UTF8View) -> String? {
        let beginning = bytes.prefix(8)
        for scheme in ["https", "http"] where beginning.count >= scheme.utf8.count + 3 {
            let letters = beginning.prefix(scheme.utf8.count).lazy.map { $0 | 0x20 }
            if letters.elementsEqual(scheme.utf8),
                beginning.dropFirst(scheme.utf8.count).prefix(3).elementsEqual("://".utf8)
            {
                return scheme
            }
        }
        return nil
    }

    private static func host(_ authority: Substring, scheme: String) -> String {
        var host = authority.utf8
        let ownPort = (scheme == "https" ? ":443" : ":80").utf8
        if host.suffix(ownPort.count).elementsEqual(ownPort) {
            host = host.dropLast(ownPort.count)
        } else if host.last == UInt8(ascii: ":") {
            host = host.dropLast()
        }
        if host.last == UInt8(ascii: ".") { host = host.dropLast() }
        // Most hosts are in lower case already.
        let isLower = host.allSatisfy { $0 < 0x80 && !(0x41...0x5a).contains($0) }
        return isLower ? String(Substring(host)) : Substring(host).lowercased()
    }

    /// The parts joined to a URL again.
    var text: String {
        var text = scheme + "://" + userInfo + host + path
        if let query {
            text += "?" + query
        }
        if let fragment {
            text += "#" + fragment
        }
        return text
    }
}

extension String {
    /// Without white space and control characters at both ends.
    func trimmingBlanks() -> Substring {
        // Most text has none.
        if let first = unicodeScalars.first, let last = unicodeScalars.last, ("!"..."~").contains(first),
            ("!"..."~").contains(last)
        {
            return self[...]
        }
        let start = unicodeScalars.firstIndex { !$0.isBlank } ?? endIndex
        let end = unicodeScalars[start...].lastIndex { !$0.isBlank }
        guard let end else { return "" }
        return self[start..<unicodeScalars.index(after: end)]
    }
}

extension Unicode.Scalar {
    fileprivate var isBlank: Bool { value <= 0x20 || (value >= 0x80 && properties.isWhitespace) }
}
