internal import CCurl

/// Who we are at this moment: a token is read anew for every transfer.
enum MailLogin: Sendable {
    case password(user: String, String)
    case token(user: String, String)

    /// Nil when there is no token now.
    init?(_ credentials: MailCredentials) {
        switch credentials.secret {
        case .password(let password): self = .password(user: credentials.user, password)
        case .token(let read):
            guard let token = read(), !token.isEmpty, !MailCredentials.hasControls(token) else { return nil }
            self = .token(user: credentials.user, token)
        }
    }

    func set(on easy: EasyHandle) {
        switch self {
        case .password(let user, let password):
            easy.set(CURLOPT_USERNAME, user)
            easy.set(CURLOPT_PASSWORD, password)
            easy.set(CURLOPT_LOGIN_OPTIONS, "AUTH=PLAIN;AUTH=LOGIN")
        case .token(let user, let token):
            easy.set(CURLOPT_USERNAME, user)
            easy.set(CURLOPT_XOAUTH2_BEARER, token)
            easy.set(CURLOPT_LOGIN_OPTIONS, "AUTH=OAUTHBEARER;AUTH=XOAUTH2")
        }
    }
}

extension MailCredentials {
    /// Whether they can be said at all.
    var isSayable: Bool {
        if case .password(let password) = secret, Self.hasControls(password) {
            return false
        }
        return !user.isEmpty && !Self.hasControls(user)
    }

    static func hasControls(_ text: String) -> Bool {
        text.utf8.contains { $0 < 0x20 || $0 == 0x7f }
    }
}
