internal import TLSChannel

/// Errors of `IRCNetworkClient.run` that waiting cannot cure, and the failures of a proxy.
package enum IRCClientError: Error, Equatable, Sendable {
    case runningAlready
    /// Permanent: it fails until somebody changes the settings, ours or the proxy's.
    case proxyFailed(reason: String, isPermanent: Bool)

    /// Whether another attempt with the same settings fails until somebody repairs something.
    static func isPermanent(_ error: any Error) -> Bool {
        switch error {
        case let error as TLSError: error.isPermanent
        case IRCClientError.proxyFailed(_, let isPermanent): isPermanent
        default: false
        }
    }
}

extension IRCClientError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .runningAlready: "the client runs already"
        case .proxyFailed(let reason, _): "no connection through the proxy: \(reason)"
        }
    }
}
