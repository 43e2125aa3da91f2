/// Who we are to a mail server; never printed.
package struct MailCredentials: Sendable {
    package enum Secret: Sendable {
        case password(String)
        /// An OAuth 2 access token, said as XOAUTH2 or OAUTHBEARER (RFC 7628); read anew for every login.
        case token(@Sendable () -> String?)
    }

    package var user: String
    package var secret: Secret

    package init(user: String, secret: Secret) {
        self.user = user
        self.secret = secret
    }
}
