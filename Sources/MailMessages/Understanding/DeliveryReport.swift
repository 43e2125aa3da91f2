/// A server's report on a mail of ours (RFC 3464), or a bounce in another form.
///
/// Anybody can write such a mail. Trust it only for messages and recipients that mail was really sent to.
package struct DeliveryReport: Sendable, Hashable {
    package enum Action: String, Sendable {
        case failed
        case delayed
        case delivered
        case relayed
        case expanded
    }

    package struct Recipient: Sendable, Hashable {
        /// The final address.
        package let address: MailAddress
        /// The address that the sender used, if it differs and is known.
        package let original: MailAddress?
        package let action: Action
        package let status: EnhancedStatus?
        /// The remote server's text, at most 500 characters.
        package let diagnostic: String?

        /// Whether the address itself fails and will fail again.
        ///
        /// False for a full mailbox (x.2.2), a system failure (x.3), a rejection because of policy or content (x.7,
        /// x.6), and for 4.x.x failures that were given up after some time.
        package func isPermanent(_ words: ProgramWords) -> Bool {
            guard action == .failed else { return false }
            guard let status else { return !has(words.passingFailures) }
            guard status.class == 5 else { return false }
            // Some servers report unknown users with other codes.
            if has(words.unknownRecipients) { return true }
            return !(status.subject == 2 && status.detail == 2) && ![3, 6, 7].contains(status.subject)
        }

        private func has(_ words: [String]) -> Bool {
            let text = (diagnostic ?? "").lowercased()
            return words.contains { text.contains($0) }
        }
    }

    package let recipients: [Recipient]
    /// The reporting server.
    package let reporter: String?
    /// `ENVID` of the submission (RFC 3461).
    package let envelopeID: String?
    /// The id of the reported message.
    package let messageID: MailMessageID?
}

/// An enhanced status code such as `5.1.1` (RFC 3463).
package struct EnhancedStatus: Sendable, Hashable, CustomStringConvertible {
    package let `class`: Int
    package let subject: Int
    package let detail: Int

    /// Reads the leading `5.1.1` of a text; nil if there is none.
    package init?(_ text: some StringProtocol) {
        let code = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let numbers = code.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 3, let first = numbers[0], let second = numbers[1], let third = numbers[2],
            [2, 4, 5].contains(first), second <= 999, third <= 999
        else { return nil }
        self.class = first
        subject = second
        detail = third
    }

    /// The approximate meaning of an SMTP reply code (RFC 5321, section 4.2).
    init?(replyCode: Int) {
        switch replyCode {
        case 550, 551, 553: (self.class, subject, detail) = (5, 1, 1)
        case 552: (self.class, subject, detail) = (5, 2, 2)
        case 500...599: (self.class, subject, detail) = (5, 0, 0)
        case 400...499: (self.class, subject, detail) = (4, 0, 0)
        default: return nil
        }
    }

    package var description: String { "\(self.class).\(subject).\(detail)" }

    /// The first status in a server's text: `550 5.1.1 unknown`, `(#5.1.1)`, or only a reply code.
    static func find(in text: String) -> EnhancedStatus? {
        let words = text.prefix(2_000).split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".")) }
        for word in words {
            if let status = EnhancedStatus(word.hasSuffix(".") ? word.dropLast() : word) { return status }
        }
        for word in words.prefix(200) where word.count == 3 {
            if let code = Int(word), let status = EnhancedStatus(replyCode: code) { return status }
        }
        return nil
    }
}
