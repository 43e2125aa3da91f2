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
        guard let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        scheme = rest[..<colon].lowercased()
        guard scheme == "http" || scheme == "https" else { return nil }
        rest = rest[rest.utf8.index(after: colon)...]
        guard rest.hasPrefix("//") else { return nil }
        rest = rest[rest.utf8.index(rest.startIndex, offsetBy: 2)...]

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

    private static func host(_ authority: Substring, scheme: String) -> String {
        var host = authority.lowercased()
        let ownPort = scheme == "https" ? ":443" : ":80"
        if host.hasSuffix(ownPort) {
            host.removeLast(ownPort.count)
        } else if host.hasSuffix(":") {
            host.removeLast()
        }
        if host.hasSuffix(".") {
            host.removeLast()
        }
        return host
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

extension StringProtocol {
    /// Without white space and control characters at both ends.
    func trimmingBlanks() -> Substring {
        let start = unicodeScalars.firstIndex { !$0.isBlank } ?? endIndex
        let end = unicodeScalars[start...].lastIndex { !$0.isBlank }
        guard let end else { return "" }
        return Substring(self[start..<unicodeScalars.index(after: end)])
    }
}

extension Unicode.Scalar {
    fileprivate var isBlank: Bool { value <= 0x20 || (value >= 0x80 && properties.isWhitespace) }
}
