internal import CCurl

/// The operator's proxy, through which every transfer goes.
///
/// Names are always resolved by the proxy: `socks5` is asked as `socks5h`, because a SOCKS proxy that is handed an
/// address has no name left to judge, and we would have resolved a stranger's name inside the operator's network.
struct ProxyRoute: Hashable, Sendable {
    /// As libcurl takes it.
    let url: String

    private let address: IPAddress?
    private let port: UInt16

    /// Nil for an empty text, which means no proxy, and for one that is no proxy's URL.
    init?(_ text: String) {
        guard !text.isEmpty, let handle = curl_url() else { return nil }
        defer { curl_url_cleanup(handle) }
        let flags = UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_GUESS_SCHEME)
        guard curl_url_set(handle, CURLUPART_URL, text.contains("://") ? text : "http://" + text, flags) == CURLUE_OK,
            let scheme = Self.part(CURLUPART_SCHEME, of: handle), let known = Self.schemes[scheme],
            let host = Self.part(CURLUPART_HOST, of: handle), !host.isEmpty
        else { return nil }
        curl_url_set(handle, CURLUPART_SCHEME, known.resolvesNames, flags)
        let given = Self.part(CURLUPART_PORT, of: handle).flatMap { UInt16($0) }
        port = given ?? known.port
        curl_url_set(handle, CURLUPART_PORT, String(port), 0)
        address = IPAddress(host)
        guard let whole = Self.part(CURLUPART_URL, of: handle) else { return nil }
        url = whole
    }

    /// Why a socket of a proxied transfer may not be opened there; nil for the proxy itself.
    ///
    /// Nothing else is ever asked directly, so that this only stands between us and a mistake.
    func refusal(of address: IPAddress, port: UInt16) -> String? {
        port == self.port && (self.address ?? address) == address ? nil : "it is not the proxy"
    }

    // libcurl's port for proxies is 1080 unless the scheme has its own.
    private static let schemes: [String: (resolvesNames: String, port: UInt16)] = [
        "http": ("http", 1080), "https": ("https", 443), "socks4": ("socks4a", 1080), "socks4a": ("socks4a", 1080),
        "socks5": ("socks5h", 1080), "socks5h": ("socks5h", 1080),
    ]

    private static func part(_ part: CURLUPart, of handle: OpaquePointer) -> String? {
        var found: UnsafeMutablePointer<CChar>?
        guard curl_url_get(handle, part, &found, 0) == CURLUE_OK, let found else { return nil }
        defer { curl_free(found) }
        return String(cString: found)
    }
}
