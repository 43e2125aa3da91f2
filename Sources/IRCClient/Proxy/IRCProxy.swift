internal import Foundation

/// The proxy for connections to a network; it resolves the servers' names.
package struct IRCProxy: Sendable, Hashable {
    package enum Kind: String, Sendable {
        /// RFC 1928, with RFC 1929 when there is a user.
        case socks5
        /// `CONNECT` (RFC 9110, 9.3.6), with Basic credentials when there is a user.
        case http
    }

    package var kind: Kind
    package var host: String
    package var port: Int
    package var user: String?
    package var password: String

    package init(kind: Kind, host: String, port: Int, user: String? = nil, password: String = "") {
        self.kind = kind
        self.host = host
        self.port = port
        self.user = user
        self.password = password
    }

    /// Reads `socks5://user:password@host:1080` or `http://host:3128`; nil when the text is not a valid proxy address.
    ///
    /// `socks5h` means the same as `socks5`. User and password may be percent-encoded.
    package init?(_ text: String) {
        guard let url = URLComponents(string: text), let host = url.host, !host.isEmpty,
            url.path.isEmpty || url.path == "/", url.query == nil, url.fragment == nil
        else { return nil }
        switch url.scheme?.lowercased() {
        case "socks5", "socks5h": kind = .socks5
        case "http": kind = .http
        default: return nil
        }
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        port = url.port ?? (kind == .socks5 ? 1_080 : 3_128)
        user = url.user.flatMap { $0.isEmpty ? nil : $0 }
        password = url.password ?? ""
        // RFC 1929 stores each length in one byte. With Basic, a colon would end the user name.
        guard (1...65_535).contains(port), (user ?? "").utf8.count <= 255, password.utf8.count <= 255,
            kind == .socks5 || user?.contains(":") != true
        else { return nil }
    }
}
