internal import CurlClient

/// The login for a mail server.
///
/// It is never printed.
package struct MailCredentials: Sendable {
    package enum Secret: Sendable {
        case password(String)
        /// An OAuth 2 access token, sent as XOAUTH2 or OAUTHBEARER (RFC 7628). It is read again for every login.
        case token(@Sendable () -> String?)
    }

    package var user: String
    package var secret: Secret

    package init(user: String, secret: Secret) {
        self.user = user
        self.secret = secret
    }

    /// Whether user and password contain no control characters.
    var isValid: Bool {
        if case .password(let password) = secret, Self.hasControls(password) {
            return false
        }
        return !user.isEmpty && !Self.hasControls(user)
    }

    /// The login to send; nil if there is no token.
    var login: LineLogin? {
        switch secret {
        case .password(let password): return .password(user: user, password)
        case .token(let read):
            guard let token = read(), !token.isEmpty, !Self.hasControls(token) else { return nil }
            return .token(user: user, token)
        }
    }

    private static func hasControls(_ text: String) -> Bool {
        text.utf8.contains { $0 < 0x20 || $0 == 0x7f }
    }
}
