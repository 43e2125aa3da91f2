/// Why no mail transport can be made of what was configured.
package enum MailTransportError: Error, Hashable, Sendable {
    /// The text is no mail server's URL; the reason repeats no password.
    case invalidURL(reason: String)
    /// The name for HELO holds more than letters, digits, dots and hyphens.
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
