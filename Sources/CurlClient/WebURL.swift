internal import CCurl

/// An http or https URL.
///
/// libcurl itself parses it, so that the checked URL is the fetched URL.
struct WebURL: Sendable {
    /// The whole URL: host in ASCII and lower case, path percent-encoded.
    let text: String
    let scheme: String
    let host: String
    let port: UInt16

    /// Scheme, host and port (RFC 6454).
    ///
    /// Credentials belong to one origin.
    var origin: String { "\(scheme)://\(host):\(port)" }

    /// Reads a URL.
    ///
    /// A relative URL needs the base URL.
    init(_ text: String, relativeTo base: WebURL? = nil) throws(HTTPClientError) {
        let previousLocale = CurlLibrary.useUTF8Locale()
        defer { CurlLibrary.restoreLocale(previousLocale) }
        guard let handle = curl_url() else { throw .libraryFailure(reason: "curl_url") }
        defer { curl_url_cleanup(handle) }
        guard !text.utf8.contains(0) else { throw .invalidURL }
        if let base {
            curl_url_set(handle, CURLUPART_URL, base.text, 0)
        }
        // Spaces and letters outside ASCII are common in feeds' links, so they are encoded.
        let code = curl_url_set(handle, CURLUPART_URL, text, UInt32(CURLU_URLENCODE | CURLU_NON_SUPPORT_SCHEME))
        guard code == CURLUE_OK, let scheme = Self.part(CURLUPART_SCHEME, of: handle) else {
            throw .invalidURL
        }
        guard scheme == "http" || scheme == "https" else {
            throw .refusedURL(reason: "scheme \(scheme.prefix(20)) is not http or https")
        }
        guard Self.part(CURLUPART_USER, of: handle) == nil, Self.part(CURLUPART_PASSWORD, of: handle) == nil else {
            throw .refusedURL(reason: "it contains a user or password")
        }
        curl_url_set(handle, CURLUPART_FRAGMENT, nil, 0)
        guard let whole = Self.part(CURLUPART_URL, of: handle, CURLU_PUNYCODE),
            let host = Self.part(CURLUPART_HOST, of: handle, CURLU_PUNYCODE), !host.isEmpty,
            let port = Self.part(CURLUPART_PORT, of: handle, CURLU_DEFAULT_PORT).flatMap({ UInt16($0) })
        else { throw .invalidURL }
        self.text = whole
        self.scheme = scheme
        self.host = host.lowercased()
        self.port = port
    }

    private static func part(_ part: CURLUPart, of handle: OpaquePointer, _ flags: Int32 = 0) -> String? {
        var found: UnsafeMutablePointer<CChar>?
        guard curl_url_get(handle, part, &found, UInt32(flags)) == CURLUE_OK, let found else { return nil }
        defer { curl_free(found) }
        return String(cString: found)
    }
}

extension AddressGuard {
    /// Rejects what the URL alone shows to be forbidden.
    ///
    /// Host names are checked again when their address is known.
    ///
    /// With a proxy the address is never known, so everything is decided here.
    func check(_ url: WebURL, isProxied: Bool) throws(HTTPClientError) {
        if let address = IPAddress(url.host) {
            if let reason = refusal(of: address, port: url.port) {
                throw .refusedAddress(address.description, reason: reason)
            }
            return
        }
        let name = String(url.host.reversed().drop { $0 == "." }.reversed())
        // libcurl converts what it reads as an address; a proxy may also read "127.0.0.1." and "127.1." as addresses.
        if Self.endsInNumber(name) {
            throw .refusedURL(reason: "\(url.host.prefix(100)) is neither a name nor an address")
        }
        let addressDecides = !isProxied && !allowed.isEmpty
        if addressDecides {
            return
        }
        if let reason = refusal(ofPort: url.port) {
            throw .refusedURL(reason: reason)
        }
        if Self.localNames.contains(where: { name == $0 || name.hasSuffix(".\($0)") }) {
            throw .refusedURL(reason: "\(url.host.prefix(100)) is a local name")
        }
    }

    /// Whether the last label is a number.
    ///
    /// No public name ends in one (URL Standard, "ends in a number").
    private static func endsInNumber(_ name: String) -> Bool {
        guard let last = name.utf8.split(separator: UInt8(ascii: ".")).last else { return true }
        let digits = last.starts(with: "0x".utf8) ? last.dropFirst(2) : last
        let isHex = digits.count < last.count
        return digits.allSatisfy { byte in
            switch byte {
            case 0x30...0x39: true
            case 0x61...0x66: isHex
            default: false
            }
        }
    }

    // RFC 6761 (localhost), RFC 6762 (local), RFC 8375 (home.arpa), ICANN's reservation of "internal".
    private static let localNames = ["localhost", "local", "localdomain", "internal", "home.arpa"]
}
