import MailMessages
import NewsModel

/// How far the From address of a mail is believed, and so what the mail may do.
///
/// Anybody can write a From address, and whoever got a mail passed on holds the token that stands in it. What counts is what the
/// configured server says about the address (`SenderVerdict`), and whether the mail was sent to the very token of that address:
///
/// | the server says           | no token, or another's | the address's own token |
/// |---------------------------|------------------------|-------------------------|
/// | `vouched`                 | `owner`                | `owner`                 |
/// | `silent`, or there is none| `guest`                | `reader`                |
/// | `unaligned`               | `doubted`              | `doubted`               |
/// | `disowned`                | `forged`               | `doubted`               |
///
/// |           | ends its mail by From alone | is answered         | reads and keeps stories | changes anything |
/// |-----------|-----------------------------|---------------------|-------------------------|------------------|
/// | `owner`   | yes                         | in full             | yes                     | yes              |
/// | `reader`  | yes                         | in full             | yes                     | after a code     |
/// | `guest`   | yes                         | by fixed words      | after a code            | after a code     |
/// | `doubted` | after a code                | by fixed words      | after a code            | after a code     |
/// | `forged`  | after a code                | to that wish alone  | never                   | never            |
///
/// A token ends the mail of whom it names, whoever sends it: a button in a mail program must be enough (RFC 8058). A code that comes
/// back makes an `owner` of whoever is above `forged`; in a mail that is forged it does what was asked before, and nothing new.
enum MailTrust: Hashable, Sendable, CaseIterable {
    case forged
    case doubted
    case guest
    case reader
    case owner

    /// - Parameters:
    ///   - owners: whose the tokens are that the mail was sent to.
    ///   - server: whose Authentication-Results are believed; empty: nobody's.
    init(_ mail: IncomingMail, from: MailAddress, owners: [MailCorrespondent], server: String) {
        let isOwn = owners.contains { $0.address == from.folded }
        switch mail.senderVerdict(by: server) {
        case .vouched: self = .owner
        case .silent: self = isOwn ? .reader : .guest
        case .unaligned: self = .doubted
        case .disowned: self = isOwn ? .doubted : .forged
        }
    }

    /// Without a token and without a code.
    var endsMailByFrom: Bool {
        switch self {
        case .owner, .reader, .guest: true
        case .doubted, .forged: false
        }
    }

    /// Its answers may hold what the mail says, and come from its owner's news.
    var isKnown: Bool { self == .owner || self == .reader }
}
