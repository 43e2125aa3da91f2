/// One request; the answer is one `HTTPResponse`.
package struct HTTPRequest: Sendable {
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
    }

    /// Whether the URL is trusted.
    package enum Trust: Sendable {
        /// Anybody's URL: the address guard checks every hop.
        case stranger
        /// A URL of the operator's configuration, such as a homeserver. A redirect to another origin is not trusted.
        case trusted
    }

    package var url: String
    package var method: Method
    package var headers: [(String, String)]
    package var body: [UInt8]?

    /// Sent as `If-None-Match`, exactly as received from the server.
    package var etag: String?

    /// Sent as `If-Modified-Since`, exactly as received from the server.
    package var lastModified: String?

    package var limits: HTTPLimits
    package var trust: Trust

    package init(
        url: String,
        method: Method = .get,
        headers: [(String, String)] = [],
        body: [UInt8]? = nil,
        etag: String? = nil,
        lastModified: String? = nil,
        limits: HTTPLimits = HTTPLimits(),
        trust: Trust = .stranger
    ) {
        self.url = url
        self.method = method
        self.headers = headers
        self.body = body
        self.etag = etag
        self.lastModified = lastModified
        self.limits = limits
        self.trust = trust
    }
}

/// The limits of one request, including its redirects.
package struct HTTPLimits: Hashable, Sendable {
    /// The most bytes of the decompressed body.
    package var bodyBytes: Int

    /// Whether a longer body is cut after `bodyBytes`.
    ///
    /// Otherwise the request fails with `tooLarge`.
    package var keepsCutBody: Bool

    /// The most bytes of headers for each hop.
    package var headerBytes: Int

    /// The most redirects to follow; 0 returns the redirect itself.
    package var redirects: Int

    /// Seconds for all hops together, without the wait for a free connection.
    package var totalSeconds: Double

    package var connectSeconds: Double

    package init(
        bodyBytes: Int = 8 << 20,
        headerBytes: Int = 128 << 10,
        redirects: Int = 5,
        totalSeconds: Double = 20,
        connectSeconds: Double = 10,
        keepsCutBody: Bool = false
    ) {
        self.bodyBytes = bodyBytes
        self.keepsCutBody = keepsCutBody
        self.headerBytes = headerBytes
        self.redirects = redirects
        self.totalSeconds = totalSeconds
        self.connectSeconds = connectSeconds
    }
}
