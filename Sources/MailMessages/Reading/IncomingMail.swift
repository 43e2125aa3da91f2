package import Foundation

/// A received message.
///
/// Any bytes are accepted.
package struct IncomingMail: Sendable {
    package let root: MailPart
    /// Whether the message was longer than the limits and was cut.
    package let isTruncated: Bool

    package init(_ bytes: [UInt8], limits: MailLimits = MailLimits()) {
        var reader = PartReader(limits: limits)
        root = reader.part(Self.message(in: bytes.prefix(limits.bytes)))
        isTruncated = bytes.count > limits.bytes
    }

    /// The bytes without a byte order mark and leading empty lines.
    private static func message(in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes
        return text.drop(while: \.isLineBreak)
    }
}

/// Values of the headers.
extension IncomingMail {
    package var headers: MailHeaders { root.headers }

    /// The addresses of all From headers.
    ///
    /// There should be exactly one.
    package var from: [Mailbox] { mailboxes("from") }
    package var sender: Mailbox? { mailboxes("sender").first }
    package var replyTo: [Mailbox] { mailboxes("reply-to") }
    package var to: [Mailbox] { mailboxes("to") }
    package var copies: [Mailbox] { mailboxes("cc") }
    package var subject: String { headers.text("subject", bareCharset: root.firstCharset ?? "utf-8") ?? "" }
    package var date: Date? { headers.first("date").flatMap(MailDate.date) }
    package var messageID: MailMessageID? { headers.first("message-id").flatMap { MailMessageID.list(in: $0).first } }
    package var inReplyTo: [MailMessageID] { MailMessageID.list(in: headers.first("in-reply-to") ?? "") }
    package var references: [MailMessageID] { MailMessageID.list(in: headers.first("references") ?? "") }

    /// The address for an answer: Reply-To, otherwise From; nil if it is not exactly one address that SMTP can carry.
    package var answerAddress: MailAddress? {
        let mailboxes = replyTo.isEmpty ? from : replyTo
        return mailboxes.count == 1 ? mailboxes[0].address : nil
    }

    /// The tags of `ours` that this mail was sent to, as in `crier+TOKEN@example.org`, in order of appearance.
    ///
    /// Some servers change the case of addresses, so compare tags without case.
    package func tags(of ours: MailAddress) -> [String] {
        var tags: [String] = []
        for name in ["delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "to", "cc"] {
            for mailbox in mailboxes(name) where mailbox.address.untagged == ours.untagged {
                if let tag = mailbox.address.tag, !tags.contains(tag) { tags.append(tag) }
            }
        }
        return tags
    }

    func mailboxes(_ name: String) -> [Mailbox] { headers.all(name).flatMap(AddressList.mailboxes) }
}

/// Contents of the parts.
extension IncomingMail {
    /// The plain text; nil for a mail with HTML only.
    package var plainText: String? { body.plainText }

    /// The HTML, if there is any.
    package var html: String? { body.html }

    package var attachments: [MailAttachment] { body.attachments }

    /// Text, HTML and attachments, collected in one pass.
    package var body: MailBody { MailBody(of: root) }
}
