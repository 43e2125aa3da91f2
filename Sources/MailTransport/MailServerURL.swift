internal import CurlClient

/// The URL of a mail server: `smtp://host:587`, `lmtp:///run/socket`, `imaps://host/INBOX`.
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
    /// In ASCII, an IPv6 address in brackets; empty if the URL has only a path.
    let host: String
    let port: UInt16
    /// As written, with its leading slash; empty if there is none.
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
        guard let place = HostAndPort(String(authority)) else { throw .invalidURL(reason: "it has no valid host") }
        host = place.host
        port = place.port ?? scheme.defaultPort
    }

    private static func separator(in text: String) -> String.Index? {
        guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return nil }
        return colon
    }
}
