internal import CCurl

/// Where a mail server is: `smtp://host:587`, `lmtp:///run/socket`, `imaps://host/INBOX`.
struct MailServerURL: Sendable {
    enum Scheme: String, Sendable {
        case smtp, smtps, lmtp, sendmail, imap, imaps

        fileprivate var defaultPort: UInt16 {
            switch self {
            case .smtp: 587
            case .smtps: 465
            case .lmtp, .sendmail: 24
            case .imap: 143
            case .imaps: 993
            }
        }
    }

    let scheme: Scheme
    /// In ASCII, an IPv6 address in brackets; empty where only a path is meant.
    let host: String
    let port: UInt16
    /// As written, with its leading slash; empty when there is none.
    let path: String

    var origin: String { "\(scheme.rawValue)://\(host):\(port)" }

    init(_ text: String, allowing schemes: Set<Scheme>) throws(MailTransportError) {
        guard let separator = Self.separator(in: text) else { throw .invalidURL(reason: "it has no scheme") }
        let name = text[..<separator].lowercased()
        guard let scheme = Scheme(rawValue: name), schemes.contains(scheme) else {
            throw .invalidURL(reason: "its scheme is not \(schemes.map(\.rawValue).sorted().joined(separator: ", "))")
        }
        self.scheme = scheme
        let rest = text[text.index(separator, offsetBy: 3)...]
        let authority = rest.prefix { $0 != "/" }
        path = String(rest[authority.endIndex...])
        guard !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7f }) else {
            throw .invalidURL(reason: "it holds control characters")
        }
        if authority.isEmpty, scheme == .lmtp || scheme == .sendmail {
            guard path.utf8.count > 1 else { throw .invalidURL(reason: "it has no path") }
            host = ""
            port = 0
            return
        }
        guard scheme != .sendmail else { throw .invalidURL(reason: "sendmail: needs three slashes and a path") }
        guard !authority.contains("@") else { throw .invalidURL(reason: "it contains a user") }
        (host, port) = try Self.hostAndPort(String(authority), default: scheme.defaultPort)
    }

    /// The name in ASCII (RFC 3490); nil when it is none.
    static func asciiHost(_ name: String) -> String? {
        (try? hostAndPort(name, default: 25))?.host
    }

    private static func separator(in text: String) -> String.Index? {
        guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return nil }
        return colon
    }

    private static func hostAndPort(
        _ authority: String,
        default port: UInt16
    ) throws(MailTransportError) -> (host: String, port: UInt16) {
        let previousLocale = CurlLibrary.useUTF8Locale()
        defer { CurlLibrary.restoreLocale(previousLocale) }
        guard let handle = curl_url() else { throw .invalidURL(reason: "curl_url") }
        defer { curl_url_cleanup(handle) }
        guard !authority.utf8.contains(0), curl_url_set(handle, CURLUPART_URL, "smtp://\(authority)/", 0) == CURLUE_OK,
            let host = part(CURLUPART_HOST, of: handle), !host.isEmpty
        else { throw .invalidURL(reason: "it has no valid host") }
        return (host.lowercased(), part(CURLUPART_PORT, of: handle).flatMap { UInt16($0) } ?? port)
    }

    private static func part(_ part: CURLUPart, of handle: OpaquePointer) -> String? {
        var found: UnsafeMutablePointer<CChar>?
        guard curl_url_get(handle, part, &found, UInt32(CURLU_PUNYCODE)) == CURLUE_OK, let found else { return nil }
        defer { curl_free(found) }
        return String(cString: found)
    }
}
