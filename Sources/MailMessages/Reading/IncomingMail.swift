package import Foundation

/// A received message, read from whatever the bytes are: no input is refused.
package struct IncomingMail: Sendable {
    package let root: MailPart
    /// More bytes than the limits allow were given; the rest is missing.
    package let isTruncated: Bool

    package init(_ bytes: [UInt8], limits: MailLimits = MailLimits()) {
        var reader = PartReader(limits: limits)
        root = reader.part(Self.message(in: bytes.prefix(limits.bytes)))
        isTruncated = bytes.count > limits.bytes
    }

    /// Without a byte order mark and empty lines in front.
    private static func message(in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes
        return text.drop(while: \.isLineBreak)
    }
}

/// What the headers say.
extension IncomingMail {
    package var headers: MailHeaders { root.headers }

    /// Everybody in all From headers: there should be one of each.
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

    /// Where an answer goes: Reply-To, else From; nil when that is not one address that SMTP can carry.
    package var answerAddress: MailAddress? {
        let mailboxes = replyTo.isEmpty ? from : replyTo
        return mailboxes.count == 1 ? mailboxes[0].address : nil
    }

    /// The tags of `ours` that this mail was sent to, as in `crier+TOKEN@example.org`, first seen first.
    ///
    /// Some servers fold the case of addresses: compare tags without it.
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

/// What the parts hold.
extension IncomingMail {
    /// The text that was written as text; nil for mail of HTML only.
    package var plainText: String? { body.plainText }

    /// The markup, where there is any.
    package var html: String? { body.html }

    package var attachments: [MailAttachment] { body.attachments }

    /// All of them, read in one walk.
    package var body: MailBody { MailBody(of: root) }
}
