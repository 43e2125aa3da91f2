/// One request to one URL, redirects not yet followed.
struct HTTPHop: Sendable {
    let url: WebURL
    let method: HTTPRequest.Method
    let headerLines: [String]
    let body: [UInt8]?
    let limits: HTTPLimits
    let trust: HTTPRequest.Trust
}

/// What came of one hop.
struct HTTPHopResult: Sendable {
    let response: HTTPResponse

    /// Where the response points to, perhaps relative to its URL.
    let location: String?
}
