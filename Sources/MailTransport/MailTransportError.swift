/// Why a configuration is invalid for mail transport.
package enum MailTransportError: Error, Hashable, Sendable {
    /// The text is not a mail server's URL. The reason contains no password.
    case invalidURL(reason: String)
    /// The HELO name contains other characters than letters, digits, dots, hyphens, colons and brackets.
    case invalidHelloName
    /// A user or password with control characters.
    case invalidCredentials
}

extension MailTransportError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .invalidURL(let reason): "not a mail server's URL: \(reason)"
        case .invalidHelloName: "not a host name for HELO"
        case .invalidCredentials: "the user or password holds control characters"
        }
    }
}
