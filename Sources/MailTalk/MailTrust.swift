package import MailMessages
package import NewsModel

/// How far the From address of a mail is trusted, and what the mail may do.
///
/// Anybody can write a From address, and anybody who received a forwarded mail knows the token in it. Trust depends on
/// what the configured server says about the address (`SenderVerdict`), and on whether the mail was sent to the token
/// of the same address:
///
/// | the server says           | no token, or another's | the address's own token |
/// |---------------------------|------------------------|-------------------------|
/// | `verified`                | `owner`                | `owner`                 |
/// | `undecided`, or none      | `guest`                | `reader`                |
/// | `unaligned`               | `doubted`              | `doubted`               |
/// | `rejected`                | `forged`               | `doubted`               |
///
/// |           | ends its mail by From alone | is answered         | reads and keeps stories | changes anything |
/// |-----------|-----------------------------|---------------------|-------------------------|------------------|
/// | `owner`   | yes                         | in full             | yes                     | yes              |
/// | `reader`  | yes                         | in full             | yes                     | after a code     |
/// | `guest`   | yes                         | by fixed words      | after a code            | after a code     |
/// | `doubted` | after a code                | by fixed words      | after a code            | after a code     |
/// | `forged`  | after a code                | about that alone    | never                   | never            |
///
/// A token ends mail for its owner, whoever sends the mail, because a button in a mail program must be enough (RFC
/// 8058). A code that is sent back raises every level above `forged` to `owner`. In a forged mail a code confirms what
/// was requested before, and nothing new.
package enum MailTrust: Hashable, Sendable, CaseIterable {
    case forged
    case doubted
    case guest
    case reader
    case owner

    /// - Parameters:
    ///   - owners: the owners of the tokens that the mail was sent to.
    ///   - server: the server whose Authentication-Results are trusted; empty means none.
    package init(_ mail: IncomingMail, from: MailAddress, owners: [MailCorrespondent], server: String) {
        let isOwn = owners.contains { $0.address == from.folded }
        switch mail.senderVerdict(by: server) {
        case .verified: self = .owner
        case .undecided: self = isOwn ? .reader : .guest
        case .unaligned: self = .doubted
        case .rejected: self = isOwn ? .doubted : .forged
        }
    }

    /// Whether the From address alone ends its mail, without a token and without a code.
    package var endsMailByFrom: Bool {
        switch self {
        case .owner, .reader, .guest: true
        case .doubted, .forged: false
        }
    }

    /// Whether answers may quote the mail and contain the owner's news.
    package var isKnown: Bool { self == .owner || self == .reader }
}
