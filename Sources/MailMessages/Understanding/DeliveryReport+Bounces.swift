/// Reads bounces in plain text: qmail, Exim, Exchange, Postfix's text part, and similar ones.
extension DeliveryReport {
    private static let mostLines = 400

    init?(bounce mail: IncomingMail, messageID: MailMessageID?, words: ProgramWords) {
        let named = mail.headers.all("x-failed-recipients").flatMap(AddressList.mailboxes).map(\.address)
        guard !named.isEmpty || Self.isFromServer(mail, words) else { return nil }
        let lines = Self.lines(of: mail, words)
        var found = Self.recipients(in: lines.told, named: named, words)
        if found.isEmpty {
            // No sentence introduces the addresses, but the subject announces a failure.
            let isFailure = words.bounceLeads.contains { mail.subject.lowercased().contains($0) }
            found = isFailure ? Self.recipients(in: lines.told, named: [], isTelling: true, words) : []
        }
        let own = Set((mail.from + mail.to + mail.copies).map(\.address))
        recipients = found.filter { !own.contains($0.address) && !IncomingMail.isSystem($0.address) }
        guard !recipients.isEmpty else { return nil }
        reporter = nil
        envelopeID = nil
        self.messageID = messageID ?? lines.id
    }

    private static func isFromServer(_ mail: IncomingMail, _ words: ProgramWords) -> Bool {
        let signs: [AutomaticSign] = [.autoSubmitted, .nullReturnPath, .report, .precedence, .systemSender, .noSender]
        if let sign = mail.automaticSign(ours: [], words: words), signs.contains(sign) { return true }
        // Bounces of old servers have no other sign than the subject.
        let subject = mail.subject.lowercased()
        return !subject.hasPrefix("re:") && words.bounceLeads.contains { subject.contains($0) }
    }

    /// The text before the returned message, and the returned message's id.
    private static func lines(
        of mail: IncomingMail,
        _ words: ProgramWords
    ) -> (told: [String], id: MailMessageID?) {
        let body = mail.body
        let text = body.plainText ?? withoutTags(body.html ?? "")
        let lines = text.split(maxSplits: mostLines, omittingEmptySubsequences: true, whereSeparator: \.isNewline)
            .prefix(mostLines)
            .map { $0.prefix(scalars: 1_000).trimmedText }
        let end = lines.firstIndex { line in
            let lower = line.lowercased()
            let isRule =
                lower.hasPrefix("-") || lower.hasSuffix(":") || lower.hasSuffix(".") || lower.hasSuffix("follows")
            return isRule && words.returnedCopies.contains { lower.contains($0) } || lower.hasPrefix("received: from ")
                || lower.hasPrefix("return-path: <")
        }
        let id = lines.lazy.filter { $0.lowercased().hasPrefix("message-id:") }.compactMap {
            MailMessageID.list(in: $0).first
        }.first
        return (Array(lines.prefix(upTo: end ?? lines.count)), id)
    }

    /// Removes tags well enough to find addresses.
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

    private static func recipients(
        in lines: [String],
        named: [MailAddress],
        isTelling: Bool = false,
        _ words: ProgramWords
    ) -> [Recipient] {
        var addresses = named
        var told: [MailAddress: String] = [:]
        var last = named.first
        var isTelling = isTelling || !named.isEmpty
        var isDelayed = false
        for line in lines {
            let lower = line.lowercased()
            isDelayed = isDelayed || words.bounceDelays.contains { lower.contains($0) }
            isTelling = isTelling || words.bounceLeads.contains { lower.contains($0) }
            guard isTelling else { continue }
            let found = self.addresses(in: line)
            if named.isEmpty { for address in found where !addresses.contains(address) { addresses.append(address) } }
            last = found.first { addresses.contains($0) } ?? last
            if let last, told[last, default: ""].count < 400 { told[last, default: ""] += line + " " }
            if addresses.count >= 100 { break }
        }
        return addresses.map { address in
            let diagnostic = told[address].map { String($0.prefix(500)).trimmedText }
            return Recipient(
                address: address,
                original: nil,
                action: isDelayed ? .delayed : .failed,
                status: diagnostic.flatMap(EnhancedStatus.find),
                diagnostic: diagnostic
            )
        }
    }

    /// Words with an `@` inside, without surrounding brackets and punctuation.
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
}
