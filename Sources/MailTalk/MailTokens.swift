package import MailMessages
package import NewsModel

/// The bot's own address, and its addresses with a token for each correspondent: `crier+TOKEN@example.org` (RFC 5233).
package struct MailTokens: Sendable {
    package let own: MailAddress
    private let separator: String

    /// - Parameter separator: empty if the mail server does not support subaddresses.
    package init(own: MailAddress, separator: String) {
        self.own = own
        self.separator = separator
    }

    /// The bot's address for one correspondent; the plain address if there are no subaddresses.
    package func address(_ token: String) -> MailAddress {
        guard !separator.isEmpty, !token.isEmpty else { return own }
        return (try? MailAddress(localPart: own.localPart + separator + token, domain: own.domain)) ?? own
    }

    /// The envelope sender of mail to a correspondent, to which bounces are sent.
    ///
    /// People see the reply address and may show it to others in a copy. Only mail servers see this one.
    package func bounceAddress(of correspondent: MailCorrespondent) -> MailAddress {
        address(Self.bounceToken(of: correspondent))
    }

    /// Contains both tokens of the correspondent.
    package static func bounceToken(of correspondent: MailCorrespondent) -> String {
        let (token, other) = (correspondent.token, correspondent.unsubscribeToken)
        return other.isEmpty ? token : "\(token)-\(other)"
    }

    /// Nil if the address is not ours or has no token.
    package func token(of address: MailAddress) -> String? {
        let prefix = (own.localPart + separator).lowercased()
        let local = address.localPart.lowercased()
        guard !separator.isEmpty, address.domain == own.domain, local.hasPrefix(prefix), local.count > prefix.count
        else { return nil }
        return String(local.dropFirst(prefix.count))
    }

    package func isOurs(_ address: MailAddress) -> Bool { address == own || token(of: address) != nil }

    /// No mail program adds more.
    private static let mostTokens = 4

    /// The first tokens that a mail was sent to, in order of appearance.
    ///
    /// - Parameter recipient: RCPT TO, if known.
    package func tokens(in mail: IncomingMail, recipient: String?) -> [String] {
        var tokens = recipient.flatMap { try? MailAddress($0) }.flatMap(token).map { [$0] } ?? []
        for name in ["delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "to", "cc"] {
            for value in mail.headers.all(name).prefix(10) {
                for token in AddressList.mailboxes(value).compactMap({ token(of: $0.address) })
                where !tokens.contains(token) {
                    tokens.append(token)
                    if tokens.count >= Self.mostTokens { return tokens }
                }
            }
        }
        return tokens
    }

    /// Whether mail to the address reaches the bot.
    ///
    /// This includes addresses with unknown tags.
    package func isAnyOfOurs(_ address: MailAddress) -> Bool { isOurs(address) || address.untagged == own.untagged }
}

/// Headers that the bot adds, and recognizes in mail that comes back.
package enum MailHeaderNames {
    /// Contains our address.
    ///
    /// A mail with it was sent by this bot, or is an automatic answer to it.
    package static let loop = "X-Loop"
    /// Contains the correspondent's tokens.
    ///
    /// A returned mail with them was certainly sent to them.
    package static let recipient = "X-Crier-Recipient"
}
