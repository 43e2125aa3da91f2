import CurlClient
import Foundation

/// The configured address of a mail server: a URL, or the path of a local program or socket.
struct MailServerSetting: Hashable, Sendable {
    enum Scheme: String, Sendable {
        case smtp
        case smtps
        case lmtp
        case sendmail
        case imap
        case imaps

        static let submission: Set<Scheme> = [.smtp, .smtps, .lmtp, .sendmail]
        static let mailbox: Set<Scheme> = [.imap, .imaps]
    }

    let scheme: Scheme
    /// Empty if the path names a local socket or program.
    let host: String
    let path: String
    /// The URL.
    ///
    /// `/INBOX` is added if no mailbox is named.
    let text: String

    /// Nil for another scheme, a missing host, or a user name or password in the URL.
    init?(_ written: String, allowed: Set<Scheme>) {
        guard written.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7f }),
            let url = URLComponents(string: written),
            let scheme = url.scheme.flatMap({ Scheme(rawValue: $0.lowercased()) }), allowed.contains(scheme),
            url.user == nil, url.password == nil, url.query == nil, url.fragment == nil
        else { return nil }
        let host = url.host ?? ""
        switch scheme {
        case .sendmail: guard host.isEmpty, url.port == nil, url.path.count > 1 else { return nil }
        case .lmtp: guard host.isEmpty ? url.port == nil && url.path.count > 1 : true else { return nil }
        default: guard !host.isEmpty else { return nil }
        }
        if let port = url.port, !(1...65_535).contains(port) { return nil }
        self.scheme = scheme
        self.host = host
        path = url.path
        let hasMailbox = !Scheme.mailbox.contains(scheme) || path.count > 1
        text = hasMailbox ? written : written + (path.isEmpty ? "/" : "") + "INBOX"
    }

    /// Whether the connection stays on this machine.
    var isLocal: Bool { host.isEmpty || Self.isLocal(host) }

    static func isLocal(_ host: String) -> Bool {
        if host.lowercased() == "localhost" { return true }
        guard let address = IPAddress(host) else { return false }
        return host.hasPrefix("127.") || address == IPAddress("::1")
    }
}
