internal import CCurl

/// Errors of the target that a working proxy reports.
enum ProxyRefusal {
    /// The error in a response that Squid sent instead of the target.
    ///
    /// A header names the cause.
    static func error(in response: HTTPResponse, host: String) -> HTTPClientError? {
        guard response.status >= 400, let field = response.headers["X-Squid-Error"] else { return nil }
        return error(status: response.status, cause: String(field.prefix { $0 != " " }), host: host)
    }

    /// The error for a status of the proxy itself, such as the answer to CONNECT.
    static func error(status: Int, cause: String, host: String) -> HTTPClientError {
        switch (status, cause) {
        case (_, "ERR_DNS_FAIL"): .couldNotResolve(host: host)
        case (407, _), (_, "ERR_CACHE_ACCESS_DENIED"): .proxyFailed(reason: "it wants a login")
        case (403, _): .refusedAddress(host, reason: "the proxy does not allow it")
        case (504, _): .timedOut
        default:
            .couldNotConnect(reason: "the proxy could not reach \(host) (\(status)\(cause.isEmpty ? "" : " ")\(cause))")
        }
    }

    /// The error for the reply of a SOCKS proxy (RFC 1928 section 6); nil if the proxy itself failed.
    static func error(socksReply: Int, host: String) -> HTTPClientError? {
        switch UInt32(clamping: socksReply) {
        case CURLPX_REPLY_NOT_ALLOWED.rawValue: .refusedAddress(host, reason: "the proxy does not allow it")
        case CURLPX_REPLY_HOST_UNREACHABLE.rawValue, CURLPX_REPLY_NETWORK_UNREACHABLE.rawValue:
            .couldNotConnect(reason: "the proxy could not reach \(host)")
        case CURLPX_REPLY_CONNECTION_REFUSED.rawValue: .connectionRefused
        case CURLPX_REPLY_TTL_EXPIRED.rawValue: .timedOut
        default: nil
        }
    }
}
