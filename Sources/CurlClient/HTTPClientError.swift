/// Why no response came.
///
/// A status such as 404 or 304 is a response, not an error.
package enum HTTPClientError: Error, Hashable, Sendable {
    /// The text is not a URL. It is not said here: errors are logged, and such a text may hold a token all the same.
    case invalidURL
    /// The URL is understood but not to be asked: scheme, credentials, port, local name.
    case refusedURL(reason: String)
    /// Every address of the host lies where a stranger's URL may not reach.
    case refusedAddress(String, reason: String)
    /// A header or validator cannot be sent.
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
    /// The body, after decompression, passed the limit in bytes.
    case tooLarge(limit: Int)
    case headersTooLarge(limit: Int)
    case tooManyRedirects(limit: Int)
    /// More transfers wait than the client holds.
    case overloaded
    /// The request's owner did not get the turn of a host it was redirected to.
    case noTurn(host: String)
    /// The host's address was asked too often, under whatever names; after so many seconds it may be free.
    case addressBusy(host: String, seconds: Double)
    case cancelled
    case shutDown
    case libraryFailure(reason: String)

    /// Whether the same request may succeed later without anybody changing it.
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
