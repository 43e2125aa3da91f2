/// One request, to be answered by one `HTTPResponse`.
package struct HTTPRequest: Sendable {
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
    }

    /// Whose URL it is.
    package enum Trust: Sendable {
        /// Anybody's: the address guard watches every hop.
        case stranger
        /// The operator's own configuration, such as a homeserver. A redirect to
        /// another origin is a stranger's again.
        case trusted
    }

    package var url: String
    package var method: Method
    package var headers: [(String, String)]
    package var body: [UInt8]?

    /// Sent as `If-None-Match`, exactly as the server gave it.
    package var etag: String?

    /// Sent as `If-Modified-Since`, exactly as the server gave it.
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

/// The ends of one request, redirects included.
package struct HTTPLimits: Hashable, Sendable {
    /// Bytes of the body after decompression.
    package var bodyBytes: Int

    /// Whether the first `bodyBytes` of a longer body are an answer; else it fails with `tooLarge`.
    package var keepsCutBody: Bool

    /// Bytes of the headers of one hop.
    package var headerBytes: Int

    /// Redirects followed; 0 hands the redirect itself back.
    package var redirects: Int

    /// Seconds for all hops together; waiting for a free connection slot is not counted.
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
