/// Bounces in plain words: qmail, Exim, Exchange, Postfix's text part, and whoever writes like them.
extension DeliveryReport {
    private static let mostLines = 400

    init?(bounce mail: IncomingMail, messageID: MailMessageID?) {
        let named = mail.headers.all("x-failed-recipients").flatMap(AddressList.mailboxes).map(\.address)
        guard !named.isEmpty || Self.isFromServer(mail) else { return nil }
        let lines = Self.lines(of: mail)
        var found = Self.recipients(in: lines.told, named: named)
        if found.isEmpty {
            // The sentence that would introduce the addresses is missing, but the subject says it all.
            let isFailure = Self.phrases.contains { mail.subject.lowercased().contains($0) }
            found = isFailure ? Self.recipients(in: [Self.phrases[0]] + lines.told, named: []) : []
        }
        let own = Set((mail.from + mail.to + mail.copies).map(\.address))
        recipients = found.filter { !own.contains($0.address) && !IncomingMail.isSystem($0.address) }
        guard !recipients.isEmpty else { return nil }
        reporter = nil
        envelopeID = nil
        self.messageID = messageID ?? lines.id
    }

    private static func isFromServer(_ mail: IncomingMail) -> Bool {
        let signs: [AutomaticSign] = [.autoSubmitted, .nullReturnPath, .report, .precedence, .systemSender, .noSender]
        if let sign = mail.automaticSign(ours: []), signs.contains(sign) { return true }
        // Old servers give no other sign.
        let subject = mail.subject.lowercased()
        return !subject.hasPrefix("re:") && phrases.contains { subject.contains($0) }
    }

    /// The text up to the returned message, and the id of that.
    private static func lines(of mail: IncomingMail) -> (told: [String], id: MailMessageID?) {
        let body = mail.body
        let text = body.plainText ?? withoutTags(body.html ?? "")
        let lines = text.split(maxSplits: mostLines, omittingEmptySubsequences: true, whereSeparator: \.isNewline)
            .prefix(mostLines)
            .map { $0.prefix(scalars: 1_000).trimmedText }
        let end = lines.firstIndex { line in
            let lower = line.lowercased()
            let isRule =
                lower.hasPrefix("-") || lower.hasSuffix(":") || lower.hasSuffix(".") || lower.hasSuffix("follows")
            return isRule && copies.contains { lower.contains($0) } || lower.hasPrefix("received: from ")
                || lower.hasPrefix("return-path: <")
        }
        let id = lines.lazy.filter { $0.lowercased().hasPrefix("message-id:") }.compactMap {
            MailMessageID.list(in: $0).first
        }.first
        return (Array(lines.prefix(upTo: end ?? lines.count)), id)
    }

    /// Enough to find addresses in it, no more.
    private static func withoutTags(_ markup: String) -> String {
        var text = ""
        var isTag = false
        for character in markup.prefix(200_000) {
            switch character {
            case "<": isTag = true
            case ">":
                isTag = false
                text.append("\n")
            default: if !isTag { text.append(character) }
            }
        }
        return text.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
    }

    private static func recipients(in lines: [String], named: [MailAddress]) -> [Recipient] {
        var addresses = named
        var words: [MailAddress: String] = [:]
        var last = named.first
        var isTelling = !named.isEmpty
        var isDelayed = false
        for line in lines {
            let lower = line.lowercased()
            isDelayed = isDelayed || delays.contains { lower.contains($0) }
            isTelling = isTelling || phrases.contains { lower.contains($0) }
            guard isTelling else { continue }
            let found = self.addresses(in: line)
            if named.isEmpty { for address in found where !addresses.contains(address) { addresses.append(address) } }
            last = found.first { addresses.contains($0) } ?? last
            if let last, words[last, default: ""].count < 400 { words[last, default: ""] += line + " " }
            if addresses.count >= 100 { break }
        }
        return addresses.map { address in
            let diagnostic = words[address].map { String($0.prefix(500)).trimmedText }
            return Recipient(
                address: address,
                original: nil,
                action: isDelayed ? .delayed : .failed,
                status: diagnostic.flatMap(EnhancedStatus.find),
                diagnostic: diagnostic,
                remoteServer: nil
            )
        }
    }

    /// Words with an `@` inside, whatever brackets and signs stand around them.
    private static func addresses(in line: String) -> [MailAddress] {
        guard line.contains("@") else { return [] }
        let words = line.split { " \t<>()[]\"';,:|=".contains($0) }
        return words.prefix(100).compactMap { word in
            guard word.contains("@"), !word.hasPrefix("@") else { return nil }
            let bare = String(word.reversed().drop { ".!?-_".contains($0) }.reversed())
            guard let address = try? MailAddress(bare), address.domain.name.contains(".") else { return nil }
            return address
        }
    }

    /// After these, in lower case, stand the addresses.
    private static let phrases = [
        "undeliverable", "i wasn't able to deliver your message", "wasn't able to deliver", "could not be delivered",
        "couldn't be delivered", "can't be delivered", "cannot be delivered", "was not delivered", "wasn't delivered",
        "not delivered",
        "unable to deliver", "not able to deliver", "failed to deliver", "delivery failed", "delivery has failed",
        "delivery failure",
        "delivery to the following", "did not reach", "permanent fatal errors", "permanent delivery problem",
        "permanent failure",
        "failed permanently", "following address", "user unknown", "unknown user", "unknown local user", "no such user",
        "no mailbox here", "user not found", "address not found", "recipient not found", "recipient address rejected",
        "mailbox unavailable", "mailbox not found", "mailbox full", "mailbox is full", "over quota", "quota exceeded",
        "does not exist",
        "doesn't exist", "invalid recipient", "unknown address", "unknown recipient", "error occurred", "returned mail",
        "message was undeliverable", "failure notice", "delivery status notification", "has been delayed",
        "had transient", "not yet been delivered", "not receive a copy", "could not deliver", "unknown address",
        "failed mail", "mail failed", "error-for:",
        "konnte nicht zugestellt", "nicht zustellbar", "n'a pas pu être", "n'a pu être", "no pudo ser entregado",
        "no se ha podido entregar",
        "impossibile recapitare", "não pôde ser entregue", "не удалось доставить", "не доставлено", "не был доставлен",
        "无法投递", "退信",
        "recipient(s)", "failed recipient", "the following recipient", "rejected",
    ]

    private static let delays = [
        "will continue to try", "will be retried", "will retry", "has been delayed", "delivery is delayed",
        "do not need to resend",
        "don't need to resend", "no action is required", "not yet been delivered", "warning: message",
        "will keep trying", "wird weiter versucht",
    ]

    /// From these on the text is a copy of what was sent.
    private static let copies = [
        "below this line is a copy", "this is a copy of", "original message follows", "- original message",
        "- returned message",
        "your message follows", "message header follows", "original mail", "message headers follow", "unsent message",
        "copy of your message", "end of message",
        "undelivered message", "mensaje original", "header of the message", "text of your message",
    ]
}
