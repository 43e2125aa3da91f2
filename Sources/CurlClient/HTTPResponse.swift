/// The answer to one `HTTPRequest`, whatever its status.
package struct HTTPResponse: Sendable {
    package let status: Int
    package let headers: HTTPHeaders

    /// The body after decompression.
    package let body: [UInt8]

    /// The URL that gave this answer, after all redirects.
    package let finalURL: String

    /// The hops before `finalURL`, oldest first.
    package internal(set) var redirects: [HTTPRedirect]

    /// Whether the connection ended before the announced end of the body.
    ///
    /// Validators of such a response must not be stored: what is missing would
    /// never be asked for again.
    package let isTruncated: Bool

    /// Whether the body passed the limit and ends there.
    ///
    /// The same document asked for again ends at the same byte.
    package let isCutAtLimit: Bool

    package internal(set) var timing: HTTPTiming

    /// Such as `HTTP/1.1` or `HTTP/2`.
    package let protocolVersion: String

    /// The address of the peer: the proxy's behind a proxy.
    package let remoteAddress: String
}

/// One redirect that was followed.
package struct HTTPRedirect: Hashable, Sendable {
    package let status: Int
    package let from: String
    package let to: String

    package init(status: Int, from: String, to: String) {
        self.status = status
        self.from = from
        self.to = to
    }
}

/// Seconds since the start of the last hop; `total` counts all hops.
package struct HTTPTiming: Hashable, Sendable {
    package let connected: Double
    package let firstByte: Double
    package internal(set) var total: Double
}
