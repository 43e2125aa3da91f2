/// Follows the redirects of one request: a response in, the next hop or the final response out.
struct RedirectPlan {
    private(set) var hop: HTTPHop
    private var redirects: [HTTPRedirect] = []
    private var spentSeconds = 0.0
    private let limits: HTTPLimits
    private var headers: [(String, String)]
    private let validators: [(String, String)]

    init(_ request: HTTPRequest) throws(HTTPClientError) {
        limits = request.limits
        headers = request.headers
        validators =
            (request.etag.map { [("If-None-Match", $0)] } ?? [])
            + (request.lastModified.map { [("If-Modified-Since", $0)] } ?? [])
        hop = HTTPHop(
            url: try WebURL(request.url),
            method: request.method,
            headerLines: try headerLines(headers + validators, hasBody: request.method != .get),
            body: request.body,
            limits: request.limits,
            trust: request.trust
        )
    }

    /// Takes the answer to `hop`: nil when another hop has to be asked.
    mutating func receive(_ result: HTTPHopResult) throws(HTTPClientError) -> HTTPResponse? {
        var response = result.response
        spentSeconds += response.timing.total
        guard limits.redirects > 0, let location = result.location, !location.isEmpty,
            Self.redirectStatuses.contains(response.status)
        else {
            response.redirects = redirects
            response.timing.total = spentSeconds
            return response
        }
        guard redirects.count < limits.redirects else { throw .tooManyRedirects(limit: limits.redirects) }
        let url = try WebURL(location, relativeTo: hop.url)
        redirects.append(HTTPRedirect(status: response.status, from: hop.url.text, to: url.text))
        hop = try next(to: url, status: response.status)
        return nil
    }

    private mutating func next(to url: WebURL, status: Int) throws(HTTPClientError) -> HTTPHop {
        // RFC 9110 section 15.4: only 307 and 308 keep the method.
        let keepsMethod = hop.method == .get || status == 307 || status == 308
        let staysHome = url.origin == hop.url.origin
        if keepsMethod, hop.method != .get, !staysHome {
            throw .refusedURL(reason: "a redirect would carry the body to another host")
        }
        if !staysHome {
            headers = headers.filter { header in Self.harmless.contains { equalsIgnoringCase($0, header.0) } }
        }
        let body = keepsMethod ? hop.body : nil
        var limits = limits
        limits.totalSeconds -= spentSeconds
        guard limits.totalSeconds > 0 else { throw .timedOut }
        return HTTPHop(
            url: url,
            method: keepsMethod ? hop.method : .get,
            headerLines: try headerLines(headers + validators, hasBody: keepsMethod && hop.method != .get),
            body: body,
            limits: limits,
            trust: staysHome ? hop.trust : .stranger
        )
    }

    private static let redirectStatuses: Set<Int> = [301, 302, 303, 307, 308]

    /// The headers another origin may see: anything else may be a credential.
    private static let harmless = ["Accept", "Accept-Language", "Cache-Control", "A-IM"]
}

/// The header lines in libcurl's notation.
private func headerLines(
    _ headers: [(String, String)],
    hasBody: Bool
) throws(HTTPClientError) -> [String] {
    var lines: [String] = []
    for (name, value) in headers {
        guard isFieldName(name) else {
            throw .invalidRequest(reason: "header name \(name.prefix(50).debugDescription)")
        }
        guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 }) else {
            throw .invalidRequest(reason: "control character in header \(name)")
        }
        // A name with a colon and no value would remove the header (CURLOPT_HTTPHEADER).
        lines.append(value.isEmpty ? "\(name);" : "\(name): \(value)")
    }
    if hasBody {
        // libcurl would wait a second for servers that do not know 100-continue, and call any body a form.
        lines.append("Expect:")
        if !headers.contains(where: { equalsIgnoringCase($0.0, "Content-Type") }) {
            lines.append("Content-Type:")
        }
    }
    return lines
}

/// RFC 9110 section 5.6.2: a token.
private func isFieldName(_ name: String) -> Bool {
    !name.isEmpty
        && name.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
            default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
        }
}
