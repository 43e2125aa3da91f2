import MailMessages
import NewsModel

/// What kind of mail came in, in the order in which that matters.
enum MailJudgement: Hashable {
    /// Mail is to end: for whom the tokens name, else for the sender. `isAnswered` when a person seems to ask.
    case unsubscribe(tokens: [String], from: MailAddress?, isAnswered: Bool)
    /// A machine's, and dropped: nothing is said to machines (RFC 3834, section 2).
    case automatic(AutomaticSign)
    /// Not from exactly one address that can be answered.
    case senderless
    /// A person's, to be answered at its From address and nowhere else.
    case personal(from: MailAddress)

    /// - Parameter envelopeSender: what the transport was told, where that is known; empty for the null sender.
    init(
        _ mail: IncomingMail,
        text: MailLines,
        kept: KeptMail,
        tokens: MailTokens,
        stopWords: Set<String>
    ) {
        let from = Self.sender(of: mail)
        var sign = mail.automaticSign(ours: [tokens.own], envelopeSender: kept.envelopeSender)
        // Reply-To is nobody we write to, so that it may be anything.
        if sign == .noSender { sign = nil }
        if let from, sign == nil, tokens.isAnyOfOurs(from) { sign = .ownAddress }
        if text.asksToEnd(stopWords) {
            let named = tokens.tokens(in: mail, kept)
            let other = from.flatMap { tokens.isAnyOfOurs($0) ? nil : $0 }
            if !named.isEmpty || other != nil {
                self = .unsubscribe(tokens: named, from: other, isAnswered: sign == nil && other != nil)
                return
            }
        }
        if let sign {
            self = .automatic(sign)
        } else if let from {
            self = .personal(from: from)
        } else {
            self = .senderless
        }
    }

    /// The From address, if there is one header with one address; what stands in front of it is never looked at.
    static func sender(of mail: IncomingMail) -> MailAddress? {
        guard mail.headers.all("from").count == 1, mail.from.count == 1 else { return nil }
        return mail.from[0].address
    }
}

extension MailTokens {
    /// Also addresses with tags that are no tokens: they come to us, too.
    func isAnyOfOurs(_ address: MailAddress) -> Bool { isOurs(address) || address.untagged == own.untagged }

    func tokens(in mail: IncomingMail, _ kept: KeptMail) -> [String] {
        tokens(in: mail, recipient: kept.envelopeRecipient.map { $0.filter { !"<> ".contains($0) } })
    }
}
