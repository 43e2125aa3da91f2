import MailMessages
import NewsModel

/// How far the From address of a mail is believed.
enum MailTrust: Hashable, Sendable {
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
        if owners.contains(where: { $0.address == from.folded }) {
            self = .tokenHolder
        } else if Self.isVouchedFor(mail, from: from, server: server) {
            self = .verified
        } else {
            self = .guest
        }
    }

    /// Only the topmost results count: whatever stands below may be a stranger's, whichever name it bears.
    private static func isVouchedFor(_ mail: IncomingMail, from: MailAddress, server: String) -> Bool {
        guard !server.isEmpty, let topmost = mail.headers.first("authentication-results"),
            AuthenticationResults(topmost)?.server == server.lowercased()
        else { return false }
        return mail.verifiedSender(by: server) == from
    }
}
