internal import TLSChannel

/// What `IRCNetworkClient.run` throws (only what no waiting can cure), and why a proxy did not connect us.
package enum IRCClientError: Error, Equatable, Sendable {
    case runningAlready
    /// Permanent means until somebody changes the settings, here or there.
    case proxyFailed(reason: String, isPermanent: Bool)

    /// Whether another attempt with the same settings cannot succeed until somebody repairs something.
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
