/// Why there is no response.
///
/// A status such as 404 or 304 is a response, not an error.
package enum HTTPClientError: Error, Hashable, Sendable {
    /// The text is not a URL. The text is left out, because errors are logged and it may contain a token.
    case invalidURL
    /// A valid URL that must not be fetched because of its scheme, credentials, port or local name.
    case refusedURL(reason: String)
    /// No address of the host may be reached by an untrusted URL.
    case refusedAddress(String, reason: String)
    /// A header or validator contains characters that cannot be sent.
    case invalidRequest(reason: String)
    case couldNotResolve(host: String)
    case connectionRefused
    case couldNotConnect(reason: String)
    /// The connection ended before a response arrived.
    case connectionLost(reason: String)
    case timedOut
    case tlsFailed(reason: String)
    case proxyFailed(reason: String)
    case malformedResponse(reason: String)
    /// The decompressed body exceeds the limit in bytes.
    case tooLarge(limit: Int)
    case headersTooLarge(limit: Int)
    case tooManyRedirects(limit: Int)
    /// Too many transfers are waiting.
    case overloaded
    /// `turn` was false for the host of a redirect.
    case noTurn(host: String)
    /// The host's address is contacted too often. It may be free after this many seconds.
    case addressBusy(host: String, seconds: Double)
    case cancelled
    case shutDown
    case libraryFailure(reason: String)

    /// Whether the same request may succeed later.
    package var isTemporary: Bool {
        switch self {
        case .couldNotResolve, .connectionRefused, .couldNotConnect, .connectionLost, .timedOut, .proxyFailed,
            .malformedResponse, .overloaded, .noTurn, .addressBusy, .cancelled, .shutDown, .libraryFailure:
            true
        case .invalidURL, .refusedURL, .refusedAddress, .invalidRequest, .tlsFailed, .tooLarge, .headersTooLarge,
            .tooManyRedirects:
            false
        }
    }
}

extension HTTPClientError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .invalidURL: "not a URL"
        case .refusedURL(let reason): "refused URL: \(reason)"
        case .refusedAddress(let address, let reason): "refused address \(address): \(reason)"
        case .invalidRequest(let reason): "invalid request: \(reason)"
        case .couldNotResolve(let host): "could not resolve \(host)"
        case .connectionRefused: "connection refused"
        case .couldNotConnect(let reason): "could not connect: \(reason)"
        case .connectionLost(let reason): "connection lost: \(reason)"
        case .timedOut: "timed out"
        case .tlsFailed(let reason): "TLS failed: \(reason)"
        case .proxyFailed(let reason): "proxy failed: \(reason)"
        case .malformedResponse(let reason): "malformed response: \(reason)"
        case .tooLarge(let limit): "larger than \(limit) bytes"
        case .headersTooLarge(let limit): "headers larger than \(limit) bytes"
        case .tooManyRedirects(let limit): "more than \(limit) redirects"
        case .overloaded: "too many transfers are waiting"
        case .noTurn(let host): "\(host) is asked too often"
        case .addressBusy(let host, _): "the address of \(host) is asked too often"
        case .cancelled: "cancelled"
        case .shutDown: "the client is shut down"
        case .libraryFailure(let reason): "libcurl: \(reason)"
        }
    }
}
