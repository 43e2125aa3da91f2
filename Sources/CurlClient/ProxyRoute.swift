internal import CCurl

/// The operator's proxy.
///
/// Every transfer uses it.
///
/// The proxy always resolves names: `socks5` is used as `socks5h`. Otherwise the proxy could not check names, and we
/// would resolve untrusted names inside the operator's network.
struct ProxyRoute: Hashable, Sendable {
    /// The URL for libcurl.
    let url: String

    private let address: IPAddress?
    private let port: UInt16

    /// Nil for an empty text, which means no proxy, and for a text that is not a proxy URL.
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

    /// Why a proxied transfer must not open a socket to this address; nil for the proxy itself.
    ///
    /// A safety net: nothing else should ever be contacted directly.
    func refusal(of address: IPAddress, port: UInt16) -> String? {
        port == self.port && (self.address ?? address) == address ? nil : "it is not the proxy"
    }

    // libcurl's default port for proxies is 1080, except for https.
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
