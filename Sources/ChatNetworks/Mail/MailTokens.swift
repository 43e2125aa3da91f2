package import MailMessages
package import NewsModel

/// Our own address, and those that name who a mail is between: `crier+TOKEN@example.org` (RFC 5233).
package struct MailTokens: Sendable {
    package let own: MailAddress
    private let separator: String

    /// - Parameter separator: empty where the mail server knows no such addresses.
    package init(own: MailAddress, separator: String) {
        self.own = own
        self.separator = separator
    }

    /// Our address for one correspondent; the plain one where there are no others.
    package func address(_ token: String) -> MailAddress {
        guard !separator.isEmpty, !token.isEmpty else { return own }
        return (try? MailAddress(localPart: own.localPart + separator + token, domain: own.domain)) ?? own
    }

    /// Where mail to a correspondent comes back when it cannot be delivered.
    ///
    /// People see the address that they answer to, and show it to others in a copy; this one is told to mail servers only.
    package func bounceAddress(of correspondent: MailCorrespondent) -> MailAddress {
        address(Self.bounceToken(of: correspondent))
    }

    /// Both of the correspondent's tokens.
    static func bounceToken(of correspondent: MailCorrespondent) -> String {
        let (token, other) = (correspondent.token, correspondent.unsubscribeToken)
        return other.isEmpty ? token : "\(token)-\(other)"
    }

    /// Nil for every address that is not ours with a token.
    package func token(of address: MailAddress) -> String? {
        let prefix = (own.localPart + separator).lowercased()
        let local = address.localPart.lowercased()
        guard !separator.isEmpty, address.domain == own.domain, local.hasPrefix(prefix), local.count > prefix.count
        else { return nil }
        return String(local.dropFirst(prefix.count))
    }

    package func isOurs(_ address: MailAddress) -> Bool { address == own || token(of: address) != nil }

    /// More are no mail program's.
    private static let mostTokens = 4

    /// The first few tokens that a mail was sent to, first seen first.
    ///
    /// - Parameter recipient: RCPT TO, where it is known.
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
}
