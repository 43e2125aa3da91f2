internal import CCurl
package import FoundationEssentials

extension HTTPResponse {
    package var etag: String? { headers["ETag"] }

    package var lastModified: String? { headers["Last-Modified"] }

    /// The whole `Content-Type` with its parameters.
    package var contentType: String? { headers["Content-Type"] }

    /// The time before which the server asks not to be contacted again (RFC 9110 section 10.2.3).
    ///
    /// Seconds are counted from `now`; more than a year is cut to a year.
    package func retryAfter(now: Date) -> Date? {
        guard let value = headers["Retry-After"] else { return nil }
        return seconds(value).map { now.addingTimeInterval($0) } ?? date(value)
    }

    /// Seconds for which the response is fresh by `Cache-Control`: 0 for `no-cache` and `no-store`, at most a year.
    package var cacheMaxAge: Double? {
        var maxAge: Double?
        for directive in headers.values("Cache-Control").flatMap({ $0.split(separator: ",") }) {
            let parts = directive.split(separator: "=", maxSplits: 1)
            guard let name = parts.first.map(trimmed) else { continue }
            if equalsIgnoringCase(name, "no-cache") || equalsIgnoringCase(name, "no-store") {
                return 0
            }
            if parts.count == 2, equalsIgnoringCase(name, "max-age"), maxAge == nil {
                maxAge = seconds(trimmed(parts[1]).filter { $0 != "\"" })
            }
        }
        return maxAge
    }

    package var expires: Date? { headers["Expires"].flatMap(date) }

    package var date: Date? { headers["Date"].flatMap(date) }

    /// The links of all `Link` headers (RFC 8288), with targets as written.
    package var linkHeaders: [HTTPLink] {
        headers.values("Link").flatMap(HTTPLink.links(in:))
    }

    private func date(_ value: String) -> Date? {
        // Servers send "0" and "-1" for "already expired", which curl_getdate may read as a day.
        guard value.utf8.contains(UInt8(ascii: ":")) else { return nil }
        let seconds = curl_getdate(value, nil)
        return seconds == -1 ? nil : Date(timeIntervalSince1970: Double(seconds))
    }

    private func seconds(_ value: some StringProtocol) -> Double? {
        let digits = value.utf8.drop { $0 == 0x20 || $0 == 0x09 }
        guard !digits.isEmpty, digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
        let year: Double = 365 * 86_400
        return digits.reduce(0) { min($0 * 10 + Double($1 - 0x30), year) }
    }
}

/// The text without surrounding spaces and tabs.
func trimmed(_ text: some StringProtocol) -> String {
    let start = text.drop { $0 == " " || $0 == "\t" }
    let count = start.reversed().drop { $0 == " " || $0 == "\t" }.count
    return String(start.prefix(count))
}
