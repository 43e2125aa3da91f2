/// One request to one URL, without following redirects.
struct HTTPHop: Sendable {
    let url: WebURL
    let method: HTTPRequest.Method
    let headerLines: [String]
    let body: [UInt8]?
    let limits: HTTPLimits
    let trust: HTTPRequest.Trust
}

/// The result of one hop.
struct HTTPHopResult: Sendable {
    let response: HTTPResponse

    /// The target of a redirect, possibly relative to the URL.
    let location: String?

    /// How long the hop took.
    let seconds: Double
}

/// Follows the redirects of one request: takes a response, gives the next hop or the final response.
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

    /// Handles the answer to `hop`.
    ///
    /// Returns nil if another hop must be fetched.
    mutating func receive(_ result: HTTPHopResult) throws(HTTPClientError) -> HTTPResponse? {
        var response = result.response
        spentSeconds += result.seconds
        guard limits.redirects > 0, let location = result.location, !location.isEmpty,
            Self.redirectStatuses.contains(response.status)
        else {
            response.redirects = redirects
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
        let isSameOrigin = url.origin == hop.url.origin
        if keepsMethod, hop.method != .get, !isSameOrigin {
            throw .refusedURL(reason: "a redirect would carry the body to another host")
        }
        if !isSameOrigin {
            headers = headers.filter { header in Self.crossOriginHeaders.contains { equalsIgnoringCase($0, header.0) } }
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
            trust: isSameOrigin ? hop.trust : .stranger
        )
    }

    private static let redirectStatuses: Set<Int> = [301, 302, 303, 307, 308]

    /// Headers that may be sent to another origin.
    ///
    /// All others could contain credentials.
    private static let crossOriginHeaders = ["Accept", "Accept-Language", "Cache-Control", "A-IM"]
}

/// The header lines in libcurl's format.
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
        // Otherwise libcurl waits a second for servers without 100-continue, and declares every body to be a form.
        lines.append("Expect:")
        if !headers.contains(where: { equalsIgnoringCase($0.0, "Content-Type") }) {
            lines.append("Content-Type:")
        }
    }
    return lines
}

/// Whether the name is a token (RFC 9110 section 5.6.2).
private func isFieldName(_ name: String) -> Bool {
    !name.isEmpty
        && name.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
            default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
        }
}
