internal import CCurl

/// The host and port of a server's URL: `mail.example.org:587`.
///
/// A user is not allowed.
package struct HostAndPort: Hashable, Sendable {
    /// In lower case and ASCII (RFC 3490), an IPv6 address in brackets.
    package let host: String

    /// Nil if no port is written.
    package let port: UInt16?

    /// Nil if the text contains no valid host.
    package init?(_ text: String) {
        let previousLocale = CurlLibrary.useUTF8Locale()
        defer { CurlLibrary.restoreLocale(previousLocale) }
        guard let handle = curl_url() else { return nil }
        defer { curl_url_cleanup(handle) }
        guard !text.utf8.contains(0), curl_url_set(handle, CURLUPART_URL, "smtp://\(text)/", 0) == CURLUE_OK,
            let host = Self.part(CURLUPART_HOST, of: handle), !host.isEmpty
        else { return nil }
        self.host = host.lowercased()
        port = Self.part(CURLUPART_PORT, of: handle).flatMap { UInt16($0) }
    }

    private static func part(_ part: CURLUPart, of handle: OpaquePointer) -> String? {
        var found: UnsafeMutablePointer<CChar>?
        guard curl_url_get(handle, part, &found, UInt32(CURLU_PUNYCODE)) == CURLUE_OK, let found else { return nil }
        defer { curl_free(found) }
        return String(cString: found)
    }
}
