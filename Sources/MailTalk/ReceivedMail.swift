import Foundation
package import MailMessages
package import NewsModel

/// One queued mail, parsed as far as possible without knowing its sender.
package struct ReceivedMail: Sendable {
    /// The kind of a mail.
    ///
    /// Earlier cases take precedence.
    package enum Kind: Hashable, Sendable {
        /// Mail should end: for the owners of the tokens, otherwise for the sender. `isAnswered` if a person seems to
        /// ask.
        case unsubscribe(from: MailAddress?, isAnswered: Bool)
        /// A program sent it.
        case automatic(AutomaticSign)
        /// It has not exactly one From address that can be answered.
        case senderless
        /// A person's mail. It is answered at its From address only.
        case personal(from: MailAddress)
    }

    package let mail: IncomingMail
    package let kind: Kind

    /// The tokens of our addresses that it was sent to, in order of appearance.
    package let tokens: [String]

    /// A server's delivery report about a mail of ours.
    let report: DeliveryReport?

    /// Tokens that may prove the report, because only the recipient's servers know them.
    package let proofs: [String]

    /// The number of the mail whose answer this mail replies to.
    package let answeredMail: Int64?

    /// The size limit in mebibytes that it exceeded.
    ///
    /// Only its header was loaded then.
    let passedLimit: Int?

    /// The lists of feeds to import.
    package let lists: [AttachedList]

    let lines: MailLines
    /// From `KeptMail`.
    let receivedAt: Date
    let confirmedCommands: [Int]?

    /// - Parameters:
    ///   - text: its text, converted from HTML if there is no plain text.
    ///   - passedLimit: the limit in mebibytes, if the mail was too large.
    package init(_ mail: IncomingMail, text: WrittenText, passedLimit: Int?, kept: KeptMail, rules: MailRules) {
        self.mail = mail
        lists = AttachedList.all(in: mail)
        self.passedLimit = passedLimit
        receivedAt = kept.receivedAt
        confirmedCommands = kept.confirmedCommands
        lines = MailLines(
            mail,
            text: text,
            programs: rules.programs,
            phrases: MailPhrases(words: rules.people, vocabulary: rules.vocabulary)
        )
        let recipient = kept.envelopeRecipient.map { $0.filter { !"<> ".contains($0) } }
        tokens = rules.tokens.tokens(in: mail, recipient: recipient)
        kind = Self.kind(of: mail, lines, tokens, envelopeSender: kept.envelopeSender, rules)
        report = mail.deliveryReport(rules.programs)
        proofs = report == nil ? [] : Self.proofs(in: mail, tokens)
        answeredMail = mail.inReplyTo.first.flatMap(MailName.answeredMail)
    }

    /// How far its sender is trusted; `forged` if it has no sender.
    package func trust(_ named: [SenderFacts.Named], _ rules: MailRules) -> MailTrust {
        // Its sender has sent the code back.
        if confirmedCommands != nil { return .owner }
        guard let from = sender else { return .forged }
        let owners = named.filter(\.isReplyToken).map(\.correspondent)
        return MailTrust(mail, from: from, owners: owners, server: rules.authenticationServer)
    }

    private var sender: MailAddress? {
        switch kind {
        case .personal(let from): from
        case .unsubscribe(let from, _): from
        case .automatic, .senderless: nil
        }
    }

    /// The From address, if there is exactly one header with one address.
    ///
    /// The display name is ignored.
    package static func sender(of mail: IncomingMail) -> MailAddress? {
        guard mail.headers.all("from").count == 1, mail.from.count == 1 else { return nil }
        return mail.from[0].address
    }

    private static func kind(
        of mail: IncomingMail,
        _ lines: MailLines,
        _ tokens: [String],
        envelopeSender: String?,
        _ rules: MailRules
    ) -> Kind {
        let from = sender(of: mail)
        var sign = mail.automaticSign(
            ours: [rules.tokens.own],
            envelopeSender: envelopeSender,
            words: rules.programs
        )
        // We never write to Reply-To, so its value does not matter.
        if sign == .noSender { sign = nil }
        if let from, sign == nil, rules.tokens.isAnyOfOurs(from) { sign = .ownAddress }
        if lines.asksToEnd {
            let other = from.flatMap { rules.tokens.isAnyOfOurs($0) ? nil : $0 }
            if !tokens.isEmpty || other != nil {
                return .unsubscribe(from: other, isAnswered: sign == nil && other != nil)
            }
        }
        if let sign { return .automatic(sign) }
        return from.map { .personal(from: $0) } ?? .senderless
    }

    /// At most four possible proofs.
    private static func proofs(in mail: IncomingMail, _ tokens: [String]) -> [String] {
        var found = tokens
        if let returned = mail.returnedHeaders?.first(MailHeaderNames.recipient) {
            found.append(returned.trimmingCharacters(in: .whitespaces).lowercased())
        }
        return Array(found.filter { (1...64).contains($0.utf8.count) }.prefix(4))
    }
}

/// The text of a mail, and whether it was converted from HTML.
package struct WrittenText: Hashable, Sendable {
    package var text: String
    package var wasHTML: Bool

    package init(_ text: String, wasHTML: Bool = false) {
        self.text = text
        self.wasHTML = wasHTML
    }

    /// The most bytes of HTML that are converted.
    private static let mostHTML = 512 << 10

    /// - Parameter plainText: converts HTML to plain text.
    package init(_ mail: IncomingMail, plainText: (String) -> String) {
        let body = mail.body
        if let plain = body.plainText {
            self.init(plain)
        } else {
            let html = body.html.map { String(decoding: $0.utf8.prefix(Self.mostHTML), as: UTF8.self) }
            self.init(html.map(plainText) ?? "", wasHTML: true)
        }
    }
}
