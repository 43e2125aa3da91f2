import MailMessages
import NewsModel

/// How far the From address of a mail is believed.
enum MailTrust: Hashable, Sendable {
    /// The server that is configured says that it is not from there.
    case forged
    /// Anybody could have written it.
    case guest
    /// The server that is configured vouches for it.
    case verified
    /// It was sent to an address that only the owner of the From address was told.
    case tokenHolder

    /// - Parameters:
    ///   - owners: whose the tokens are that the mail was sent to.
    ///   - server: whose Authentication-Results are believed; empty: nobody's.
    init(_ mail: IncomingMail, from: MailAddress, owners: [MailCorrespondent], server: String) {
        let isDenied = Self.isDenied(mail, server: server)
        if owners.contains(where: { $0.address == from.folded }) {
            // Forwarding breaks signatures, too: a code will tell.
            self = isDenied ? .guest : .tokenHolder
        } else if isDenied {
            self = .forged
        } else if Self.isVouchedFor(mail, from: from, server: server) {
            self = .verified
        } else {
            self = .guest
        }
    }

    private static func isVouchedFor(_ mail: IncomingMail, from: MailAddress, server: String) -> Bool {
        results(of: mail, server: server) != nil && mail.verifiedSender(by: server) == from
    }

    /// Whether the domain's own policy disowns the mail (RFC 7489).
    private static func isDenied(_ mail: IncomingMail, server: String) -> Bool {
        results(of: mail, server: server)?.methods.contains { $0.name == "dmarc" && $0.result == "fail" } ?? false
    }

    /// Only the topmost results count: whatever stands below may be a stranger's, whichever name it bears.
    private static func results(of mail: IncomingMail, server: String) -> AuthenticationResults? {
        guard !server.isEmpty, let topmost = mail.headers.first("authentication-results"),
            let results = AuthenticationResults(topmost), results.server == server.lowercased()
        else { return nil }
        return results
    }
}
