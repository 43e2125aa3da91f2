extension IncomingMail {
    /// The delivery report in this mail; nil if it is not a bounce.
    package func deliveryReport(_ words: ProgramWords) -> DeliveryReport? {
        let parts = root.flattened
        let messageID = DeliveryReport.originalID(in: parts)
        let statuses = parts.filter { ["delivery-status", "global-delivery-status"].contains($0.type.subtype) }
        for part in statuses {
            if let report = DeliveryReport(part, messageID: messageID) { return report }
        }
        return DeliveryReport(bounce: self, messageID: messageID, words: words)
    }

    /// The headers of the message that this mail returns in whole or in part; nil if there is none.
    package var returnedHeaders: MailHeaders? { DeliveryReport.returnedHeaders(in: root.flattened).first }
}

extension MailPart {
    /// The part and its nested parts in order, without entering enclosed messages.
    fileprivate var flattened: [MailPart] {
        type.type == "multipart" ? [self] + children.flatMap(\.flattened) : [self]
    }
}

extension DeliveryReport {
    private static let mostRecipients = 500

    /// RFC 3464, section 2: blocks of fields.
    ///
    /// The first concerns the message, each other one a recipient.
    init?(_ part: MailPart, messageID: MailMessageID?) {
        let content = part.content[...]
        var (blocks, position) = ([MailHeaders](), content.startIndex)
        while position < content.endIndex, blocks.count <= Self.mostRecipients {
            let (fields, next) = MailHeaders.read(content[position...], limits: MailLimits())
            if !fields.fields.isEmpty { blocks.append(fields) }
            // Skips a line that is not a field.
            let isStuck = fields.fields.isEmpty && next == position
            position = isStuck ? LineScanner.line(of: content, at: position).end : next
        }
        recipients = blocks.compactMap(Self.recipient)
        guard !recipients.isEmpty else { return nil }
        let message = blocks.first { $0.contains("reporting-mta") || $0.contains("original-envelope-id") }
        reporter = message?.first("reporting-mta").map(Self.withoutType)
        envelopeID = message?.first("original-envelope-id")
        self.messageID = messageID
    }

    private static func recipient(_ fields: MailHeaders) -> Recipient? {
        let final = fields.first("final-recipient").flatMap(address)
        let original = fields.first("original-recipient").flatMap(address)
        guard let address = final ?? original else { return nil }
        let action = (fields.first("action") ?? "failed").lowercasedASCII.prefix(while: \.isLetter)
        let diagnostic = fields.first("diagnostic-code").map { String(withoutType($0).prefix(500)) }
        let told = fields.first("status").flatMap { EnhancedStatus(withoutComments($0)) }
        // Many servers write a general 5.0.0 although the remote server was more precise.
        let isGeneral = told.map { $0.subject == 0 } ?? true
        let found = isGeneral ? diagnostic.flatMap(EnhancedStatus.find) : nil
        return Recipient(
            address: address,
            original: original == address ? nil : original,
            action: Action(rawValue: String(action)) ?? .failed,
            status: found ?? told,
            diagnostic: diagnostic
        )
    }

    /// Reads `rfc822; alice@example.org`, with or without brackets.
    private static func address(_ value: String) -> MailAddress? {
        AddressList.mailboxes(withoutType(value)).first?.address
    }

    private static func withoutType(_ value: String) -> String {
        guard let semicolon = value.firstIndex(of: ";") else { return value.trimmedText }
        return value[value.index(after: semicolon)...].trimmedText
    }

    private static func withoutComments(_ value: String) -> String { HeaderScanner.withoutComments(value).trimmedText }

    /// The id of the returned message.
    static func originalID(in parts: [MailPart]) -> MailMessageID? {
        returnedHeaders(in: parts).lazy.compactMap { $0.first("message-id") }
            .compactMap { MailMessageID.list(in: $0).first }.first
    }

    fileprivate static func returnedHeaders(in parts: [MailPart]) -> [MailHeaders] {
        parts.compactMap { part in
            switch (part.type.type, part.type.subtype) {
            case ("message", "rfc822"), ("message", "global"): part.children.first?.headers
            case ("text", "rfc822-headers"), ("message", "rfc822-headers"):
                MailHeaders.read(part.content[...], limits: MailLimits()).headers
            default: nil
            }
        }
    }
}
